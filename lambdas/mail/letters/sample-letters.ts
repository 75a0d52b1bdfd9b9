import type { ShortKind } from '../../domain/hold';
import type { StaffTemplate, Template } from '../../domain/mail-order';
import type { DeferralTerms } from '../../domain/money/credit';
import type { Links, Occasion, Registered, TransferOffer, WaitingPlace } from '../ports';
import type { GuardianCopy } from './ports';
import { type LetterTexts, letterTexts } from './texts/en';
import { writeLetters } from './write-letter';

/** Mails that a race sends to runners and to those who wait. What a director writes to them has samples of its own. */
export type SampleTemplate = Exclude<Template, StaffTemplate | 'announcement' | 'announcement-test'>;

/** What the mails of a race tell of it, as it is or as it is being written. */
export interface SampleRace extends Occasion {
  readonly raceId: string;
  readonly kind?: ShortKind | undefined;
  /** Runners get their bibs later, as nearly everybody does whose mail leaves. */
  readonly givesBibs?: boolean | undefined;
  /** What an entry costs, in the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly refundPercent: number;
  readonly transferFee?: number | undefined;
  /** Absent: nobody defers. */
  readonly deferral?: DeferralTerms | undefined;
  /** What guardians accept. None: they get no copy. */
  readonly documents: GuardianCopy['documents'];
}

export interface SampleLetter {
  readonly template: SampleTemplate;
  /** Of its language: https://www.rfc-editor.org/rfc/rfc5646 */
  readonly lang: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const id = '01890000-0000-7000-8000-000000000001';

/** In the order in which a runner may get them, and what became of the registration that they are about. */
const registrations: Readonly<Record<SampleTemplate, (race: SampleRace) => Partial<Registered>>> = {
  confirmation: () => ({}),
  'guardian-copy': () => ({}),
  corrected: () => ({}),
  'move-offer': () => ({}),
  moved: () => ({}),
  'registration-link': () => ({}),
  cancellation: (race) => ({ ended: 'cancelled', cancelledBy: 'runner', payment: paid(race, refundOf(race)) }),
  'transfer-offer': () => ({}),
  transferred: () => ({ ended: 'transferred', passedTo: 'Grace' }),
  deferred: () => ({ ended: 'deferred' }),
  'not-registered': (race) => ({ outcome: 'refused', number: undefined, payment: { ...paid(race), state: 'voided' } }),
  'payment-failed': (race) => ({ ended: 'payment-failed', payment: { ...paid(race), state: 'failed' } }),
  'place-confirmation': () => ({}),
  'place-link': () => ({}),
  offer: () => ({}),
  'place-removed': () => ({}),
};

const paid = ({ amount, currency }: SampleRace, refund?: number) => ({
  state: 'captured' as const,
  amount,
  refund,
  currency,
  card: { brand: 'visa', last4: '4242' },
});

const refundOf = ({ amount, refundPercent }: SampleRace): number | undefined =>
  refundPercent === 0 ? undefined : Math.floor((amount * refundPercent) / 100);

/** The mails of a race as runners get them, about people who do not exist. `now`: in milliseconds since the epoch. */
export const sampleLetters = async (
  race: SampleRace,
  siteUrl: string,
  now: number,
  locales: readonly LetterTexts[] = letterTexts,
): Promise<readonly SampleLetter[]> => {
  const templates = (Object.keys(registrations) as SampleTemplate[]).filter((template) => isSent(template, race));
  const letters = locales.flatMap((texts) =>
    templates.map(async (template): Promise<readonly SampleLetter[]> => {
      const write = await writeLetters({ ...world(template, race, siteUrl, now), texts })([order(template)]);
      const written = await write(order(template));
      if (written.kind !== 'letter') return [];
      const { subject, text, html } = written.letter;
      return [{ template, lang: texts.lang, subject, text, html }];
    }),
  );
  return (await Promise.all(letters)).flat();
};

const order = (template: SampleTemplate) => ({ registrationId: id, template, generation: 1 });

const isSent = (template: SampleTemplate, { deferral, documents }: SampleRace): boolean => {
  if (template === 'deferred') return deferral !== undefined;
  return template !== 'guardian-copy' || documents.length > 0;
};

const hourMs = 3_600_000;

/** What a database would say of the only registration that there is. */
const world = (template: SampleTemplate, race: SampleRace, siteUrl: string, now: number) => {
  const { raceId, eventName, raceName, place, raceDate, timeZone, kind, givesBibs, currency, deferral } = race;
  const occasion: Occasion = { eventName, raceName, place, raceDate, timeZone };
  const registered: Registered = {
    ...occasion,
    registrationId: id,
    outcome: 'confirmed',
    number: 123,
    bib: givesBibs && !kind ? 'later' : undefined,
    firstName: 'Ada',
    email: 'ada@example.com',
    recordedAt: new Date(now),
    ended: undefined,
    cancelledBy: undefined,
    passedTo: undefined,
    isPaidByAnother: false,
    payment: paid(race),
    kind,
    ...registrations[template](race),
  };
  const waiting: WaitingPlace = {
    ...occasion,
    ticket: { placeId: id, raceId, eventId: id, personHash: '', isMailed: true },
    isOnTheList: template !== 'place-removed',
    isRemoved: template === 'place-removed',
    isConfirmed: template === 'offer' || template === 'place-link',
    firstName: 'Ada',
    email: 'ada@example.com',
    size: 1,
    offer: template === 'offer' ? { count: 1, until: new Date(now + 24 * hourMs) } : undefined,
  };
  const offered: TransferOffer = {
    ...occasion,
    transferId: id,
    from: 'Ada Lovelace',
    firstName: 'Grace',
    email: 'grace@example.com',
    until: new Date(now + 48 * hourMs),
    fee: race.transferFee ? { amount: race.transferFee, currency } : undefined,
  };
  return {
    records: {
      findAll: async () => new Map([[id, registered]]),
      ofAddress: async () => (template === 'place-link' ? [] : [registered]),
      creditOf: async () =>
        template === 'deferred' && deferral
          ? {
              code: 'ABCD-EFGH',
              worth: deferral.worth === 'entry' ? ('entry' as const) : race.amount,
              fee: deferral.fee,
              currency,
              series: deferral.series,
              expiresAt: deferral.creditUntil.toISOString(),
              isUsed: false,
            }
          : undefined,
      moveOfferOf: async () => ({
        offerId: id,
        to: eventName,
        difference: Math.ceil(race.amount / 4),
        currency,
        until: new Date(now + 24 * hourMs),
      }),
      signedByGuardian: async () => ({
        guardian: { name: 'Grace', email: 'grace@example.com' },
        signedAt: new Date(now),
        documents: race.documents,
      }),
    },
    places: {
      find: async () => waiting,
      findAny: async () => waiting,
      inFrontAfter: async () => undefined,
      ofAddress: async () => (template === 'place-link' ? [waiting] : []),
    },
    transfers: { find: async () => offered },
    staff: { byLink: async () => undefined, ofStaff: async () => undefined },
    announcements: { find: async () => undefined, readersWith: async () => [], test: async () => undefined },
    links: deadLinks(siteUrl.replace(/\/+$/, '')),
  };
};

/** A link opens a registration to anybody who has it, so those of a sample lead to nothing. */
const deadLinks = (site: string): Links => ({
  to: async () => `${site}/registrations/…`,
  toPlace: async () => `${site}/waiting-list/…`,
  toTransfer: async () => `${site}/transfers/…`,
  toConsole: async () => `${site}/console`,
  toOptOut: async (_, raceId) => ({ page: `${site}/news/${raceId}`, oneClick: '' }),
  console: `${site}/console`,
});
