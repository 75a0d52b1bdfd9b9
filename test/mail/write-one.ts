import type { Order } from '../../lambdas/domain/mail-order';
import type { Credit } from '../../lambdas/domain/money/credit';
import type { GuardianCopy, MoveOffer } from '../../lambdas/mail/letters/ports';
import type { LetterTexts } from '../../lambdas/mail/letters/texts/en';
import { writeLetters } from '../../lambdas/mail/letters/write-letter';
import type { AnnouncementLetter } from '../../lambdas/mail/opt-out/ports';
import type { Registered, StaffLetter, TransferOffer, WaitingPlace } from '../../lambdas/mail/ports';
import { noAnnouncements, toOptOut } from '../support/announcements';

const tenInHarbour = {
  raceName: 'Harbour Run',
  place: 'Harbour City',
  raceDate: '2027-05-02',
  timeZone: 'Europe/Berlin',
  eventName: 'Ten',
} as const;

/** A confirmed and paid registration. */
export const ada: Registered = {
  ...tenInHarbour,
  registrationId: '01890000-0000-7000-8000-000000000001',
  outcome: 'confirmed',
  number: 17,
  firstName: 'Ada',
  email: 'ada@example.com',
  recordedAt: new Date('2027-03-01T10:00:00Z'),
  ended: undefined,
  cancelledBy: undefined,
  passedTo: undefined,
  isPaidByAnother: false,
  payment: { state: 'captured', amount: 4500, refund: undefined, currency: 'EUR' },
};

/** Waits, and is offered a spot for the first time. */
export const waiter: WaitingPlace = {
  ...tenInHarbour,
  ticket: {
    placeId: '01890000-0000-7000-8000-000000000003',
    raceId: 'harbour',
    eventId: 'ten',
    personHash: 'p'.repeat(43),
    isMailed: true,
  },
  isOnTheList: true,
  isRemoved: false,
  isConfirmed: true,
  firstName: 'Grace',
  email: 'grace@example.com',
  size: 1,
  offer: { count: 1, until: new Date('2027-03-28T22:30:00Z') },
};

/** Ada offers a spot to Byron. */
export const toByron: TransferOffer = {
  ...tenInHarbour,
  transferId: '01890000-0000-7000-8000-000000000004',
  from: 'Ada Lovelace',
  firstName: 'Byron',
  email: 'byron@example.com',
  until: new Date('2027-04-01T21:59:00Z'),
};

export const href = (id: string) => `https://startline.example/registrations/${id}#k1.eyJ.mac`;
export const placeHref = (id: string) => `https://startline.example/waiting-list/${id}#k1.eyJ.mac`;
export const transferHref = (id: string) => `https://startline.example/transfers/${id}#k1.eyJ.mac`;

export const consoleHref = (id: string) => `https://startline.example/console/link#${id}`;

/** The rows of the database. */
export interface Known {
  readonly registered?: readonly Registered[];
  readonly places?: readonly WaitingPlace[];
  readonly inFront?: WaitingPlace;
  readonly transfer?: TransferOffer;
  readonly staff?: StaffLetter;
  readonly copy?: GuardianCopy;
  readonly moveOffer?: MoveOffer;
  readonly credit?: Credit;
  readonly announcement?: AnnouncementLetter;
}

/** Writes one mail. Throws, with the reason, when there is nothing true to write. */
export const writeOne = async (
  order: Order,
  { registered = [], places = [], inFront, transfer, staff, copy, moveOffer, credit, announcement }: Known,
  texts?: LetterTexts,
) => {
  const write = await writeLetters({
    records: {
      findAll: async () => new Map(registered.map((one) => [one.registrationId, one])),
      ofAddress: async () => registered,
      signedByGuardian: async () => copy,
      moveOfferOf: async () => moveOffer,
      creditOf: async () => credit,
    },
    places: {
      find: async (id) => places.find(({ ticket }) => ticket.placeId === id),
      findAny: async (id) => places.find(({ ticket }) => ticket.placeId === id),
      inFrontAfter: async () => inFront,
      ofAddress: async () => places,
    },
    transfers: { find: async (id) => (transfer?.transferId === id ? transfer : undefined) },
    staff: { byLink: async () => staff, ofStaff: async () => staff },
    announcements: { ...noAnnouncements, find: async () => announcement },
    links: {
      to: async ({ registrationId }) => href(registrationId),
      toPlace: async ({ placeId }) => placeHref(placeId),
      toTransfer: async (id) => transferHref(id),
      toConsole: async (id) => consoleHref(id),
      toOptOut,
      console: 'https://startline.example/console',
    },
    ...(texts && { texts }),
  })([order]);
  const written = await write(order);
  if (written.kind !== 'letter') throw new Error(JSON.stringify(written));
  return written.letter;
};
