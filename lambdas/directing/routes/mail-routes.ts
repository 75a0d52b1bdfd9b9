import * as v from 'valibot';
import type { MailSamplesMessage } from '../../api/console/mail-messages';
import { formDefinition } from '../../api/form/definition/definition';
import { documentsFor } from '../../api/form/signing';
import { ProblemError } from '../../api/problem-error';
import type { RaceDocuments } from '../../editing/ports';
import type { DraftContent, RaceDocument } from '../../editing/race-document';
import { reply } from '../../platform/http/reply';
import { raceFields } from '../../races/messages';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import { raceIn } from './command-routes';

interface Needs {
  readonly documents: Pick<RaceDocuments, 'find'>;
  /** A text that was saved for a race. */
  readonly textOf: (
    raceId: string,
    hash: string,
  ) => Promise<{ readonly version: string; readonly text: string } | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Written as the mails are that leave. */
  readonly writeSamples: (race: RaceOfMails) => Promise<MailSamplesMessage['mails']>;
}

/** The mails of a race as runners get them, before anybody does. */
export const mailRoutes = ({ documents, writeSamples, ...needs }: Needs) =>
  ({
    'GET /api/console/races/{raceId}/mails': async ({ request }: SignedRequest) => {
      const raceId = raceIn(request);
      const found = await documents.find(raceId);
      if (!found) throw new ProblemError('not-found', { reason: 'race', raceId });
      const race = await raceOfMails(needs)(raceId, found.draft?.content ?? found.document ?? {}, request.query.event);
      const answer: MailSamplesMessage = { mails: await writeSamples(race) };
      return reply(200, answer);
    },
  }) satisfies Partial<ConsoleHandlers>;

/** Stands for what is not typed yet. */
const missing = '…';

const { name, place, date, timeZone, currency, changes, series, waiver } = raceFields.entries;

/** What is missing or wrong in a draft is replaced: its mails are looked at while it is written. */
const raceOf = v.object({
  name: v.fallback(name, missing),
  place: v.fallback(place, missing),
  date: v.fallback(date, '2027-01-01'),
  timeZone: v.fallback(timeZone, 'UTC'),
  currency: v.fallback(currency, 'EUR'),
  series: v.fallback(series, undefined),
  changes: v.fallback(changes, { refundPercent: 0 }),
  waiver: v.fallback(waiver, { version: missing, text: missing }),
  events: v.fallback(v.array(v.unknown()), []),
  form: v.fallback(v.optional(formDefinition), undefined),
});

const eventOf = v.object({
  id: v.fallback(v.optional(v.string()), undefined),
  name: v.fallback(v.pipe(v.string(), v.nonEmpty()), missing),
  kind: v.fallback(v.optional(v.picklist(['gift', 'ticket'])), undefined),
  prices: v.fallback(v.array(v.object({ from: v.string(), amount: v.number() })), []),
});

type Kind = 'waiver' | 'minor-waiver' | 'terms' | 'privacy';

/** What mails tell of a race, and of the event with this id: by default of the first one. */
const raceOfMails =
  ({ textOf, now }: Pick<Needs, 'textOf' | 'now'>) =>
  async (raceId: string, content: RaceDocument | DraftContent, eventId?: string) => {
    const race = v.parse(raceOf, content);
    const events = race.events.flatMap((one) => {
      const { success, output } = v.safeParse(eventOf, one);
      return success ? [output] : [];
    });
    const event = events.find(({ id }) => id !== undefined && id === eventId) ?? events[0];
    const prices = (event?.prices ?? []).filter(({ from }) => Date.parse(from) <= now());
    const { refundPercent, transferFee, deferral } = race.changes;
    const documents = race.form ? documentsFor(race.form, true) : [];
    const texts = documents.map(async ({ kind, hash }) => {
      const text = kind === 'waiver' ? race.waiver : await textOf(raceId, hash);
      return { kind: kind as Kind, version: text?.version ?? missing, text: text?.text ?? missing };
    });
    return {
      raceId,
      raceName: race.name,
      place: race.place,
      raceDate: race.date,
      timeZone: race.timeZone,
      currency: race.currency,
      eventName: event?.name ?? missing,
      kind: event?.kind,
      amount: (prices.at(-1) ?? event?.prices[0])?.amount ?? 0,
      refundPercent,
      transferFee,
      deferral: deferral && { ...deferral, series: race.series ?? missing },
      documents: await Promise.all(texts),
    };
  };

export type RaceOfMails = Awaited<ReturnType<ReturnType<typeof raceOfMails>>>;
