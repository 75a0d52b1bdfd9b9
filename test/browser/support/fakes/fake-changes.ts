import type { TransferStatus } from '../../../../lambdas/api/messages/changes';
import type { OwnDonationMessage } from '../../../../lambdas/api/messages/form/fundraisers';
import type { OwnBibMessage } from '../../../../lambdas/api/messages/race-day/bibs';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import type { Billing, Receipt } from '../../../../lambdas/api/messages/receipts';
import type { IdentityMessage, RegistrationStatus } from '../../../../lambdas/api/messages/registrations';
import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { uuid7 } from '../../../../lambdas/platform/uuid';
import type { openTill } from '../till';
import { type Answer, type ApiRequest, problemAnswer } from './fake-answer';
import { marathonId } from './fake-races';

type Till = ReturnType<typeof openTill>;

/** The state of the waiting list and of changed registrations. Tests set it. */
export interface Line {
  /** The status of every place on every list. */
  status: WaitingStatus['status'] | 'removed';
  /** Whether a waiting place is confirmed. */
  confirmation: Extract<WaitingStatus, { status: 'waiting' }>['confirmation'];
  /** How many people are ahead of it. */
  first: number;
  offerSeconds: number;
  readonly runners: Map<string, IdentityMessage & { eventId: string; size?: number }>;
  transfer: TransferStatus['status'];
  transferSeconds: number;
  /** What was paid to move, or to take a spot over, could not be charged after all. */
  isMoveUnpaid: boolean;
  /** It can be paid once more. */
  isMoveDue: boolean;
  /** What was given to a fundraiser, as its donor sees it. */
  donation: Omit<OwnDonationMessage, 'registrationId'> | undefined;
  /** The revision of the form for the person who takes a spot over. */
  transferForm: number | undefined;
  /** What the person pays for it. */
  transferFee: number | undefined;
  /** For how many seconds its quote is good. */
  feeSeconds: number;
  /** The registration that it became, where it was paid for. */
  became: string | undefined;
  readonly ended: Map<string, 'cancelled' | 'deferred' | 'transferred'>;
  /** What the status says of offers that were made on another device. */
  readonly offered: Map<string, NonNullable<Extract<RegistrationStatus, { status: 'confirmed' }>['transfer']>>;
  /** What every registration consists of, in a race with a form. */
  lines: Extract<RegistrationStatus, { status: 'confirmed' }>['lines'];
  /** What was issued for every payment. */
  documents: Receipt['documents'];
  /** In how many seconds the next document is due; undefined: the organiser issues none. */
  documentsIn: number | undefined;
  /** Another document is due besides those that were issued. */
  isNextDue: boolean;
  asksForBuyer: boolean;
  billing: Billing | undefined;
  bib: Omit<OwnBibMessage, 'registrationId'>;
}

export const newLine = (): Line => ({
  status: 'waiting',
  confirmation: 'done',
  first: 41,
  offerSeconds: 7200,
  runners: new Map(),
  transfer: 'offered',
  isMoveUnpaid: false,
  isMoveDue: false,
  donation: undefined,
  transferSeconds: 7200,
  transferForm: undefined,
  transferFee: undefined,
  feeSeconds: 600,
  became: undefined,
  ended: new Map(),
  offered: new Map(),
  lines: undefined,
  documents: [],
  documentsIn: 86_400,
  isNextDue: false,
  asksForBuyer: false,
  billing: undefined,
  bib: { givesBibs: false, isCheckedIn: false, code: `SL1.${'Ab-_09'.repeat(19)}`, codeVersion: 0 },
});

const terms = {
  worth: 'entry',
  fee: 500,
  currency: 'EUR',
  series: 'Harbour Runs',
} as const;
const credit = { ...terms, code: '7K3M-9QWX-2RTV', expiresAt: '2098-12-31T11:00:00.000Z', isUsed: false };

interface Stage {
  readonly line: Line;
  readonly races: readonly RaceMessage[];
  readonly now: () => number;
}

export type ChangeKind =
  | 'join'
  | 'waiting'
  | 'confirm'
  | 'leave'
  | 'cancel'
  | 'defer'
  | 'deferral'
  | 'offer'
  | 'withdraw'
  | 'transfer'
  | 'accept'
  | 'receipt'
  | 'bib'
  | 'name'
  | 'code'
  | 'billing';
type Usual = { readonly kind: ChangeKind; readonly answer: () => Answer };

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
const ticketFor = (id: string) => `ticket.${id}`;
export const linkFor = (id: string) => `link.${id}`;

const nobody = {
  firstName: 'Ada',
  lastName: 'Runner',
  email: 'ada@example.com',
  birthDate: '1990-05-17',
  eventId: '',
  size: 1,
};

const aboutIn = (races: readonly RaceMessage[], eventId: string) => {
  const race = races[0];
  const event = race?.events.find(({ id }) => id === eventId) ?? race?.events[0];
  return {
    raceId: race?.id ?? '',
    raceName: race?.name ?? '',
    eventId: event?.id ?? '',
    eventName: event?.name ?? '',
  };
};

const placeStatus = ({ line, races, now }: Stage, placeId: string): WaitingStatus => {
  const { eventId, firstName, lastName, email, birthDate, size = 1 } = line.runners.get(placeId) ?? nobody;
  const runner = { firstName, lastName, email, birthDate };
  const place = { placeId, ...aboutIn(races, eventId) };
  const { status, confirmation } = line;
  if (status === 'processing') return { placeId, status, pollAfter: 0.2 };
  if (status === 'waiting') return { ...place, status, ahead: line.first, size, confirmation, pollAfter: 0.3 };
  if (status === 'removed') return { ...place, status: 'left', isRemoved: true };
  if (status !== 'offered') return { ...place, status };
  return { ...place, status, endsAt: instant(now() + line.offerSeconds * 1000), now: instant(now()), size, runner };
};

const transferStatus = ({ line, races, now }: Stage, id: string): TransferStatus => {
  const about = { registrationId: id, ...aboutIn(races, '') };
  const { became = id } = line;
  const unpaid = line.isMoveUnpaid && { isUnpaid: true as const };
  const due = line.isMoveDue && { due: { difference: 1500, currency: 'EUR', now: instant(now()) } };
  if (line.transfer === 'accepted') return { ...about, registrationId: became, status: 'accepted', ...unpaid, ...due };
  if (line.transfer === 'gone') return { ...about, status: 'gone' };
  if (line.transfer === 'moved') return { ...about, status: 'moved', number: 1207, ...unpaid, ...due };
  if (line.transfer === 'move-offered') {
    const times = { endsAt: instant(now() + line.transferSeconds * 1000), now: instant(now()) };
    return { ...about, status: 'move-offered', from: 'Half marathon', difference: 1500, currency: 'EUR', ...times };
  }
  const waiver = races[0]?.waiver;
  if (!waiver) throw new Error('There is no race whose waiver could be read');
  return {
    ...about,
    status: 'offered',
    from: 'Ada R.',
    recipient: { firstName: 'Bea', email: 'bea@example.com' },
    endsAt: instant(now() + line.transferSeconds * 1000),
    now: instant(now()),
    waiver,
    ...(line.transferFee !== undefined && { fee: { amount: line.transferFee, currency: 'EUR' } }),
    ...(line.transferForm !== undefined && { form: line.transferForm }),
  };
};

/** What a move costs. */
export const quotedMove = (till: Pick<Till, 'quoteMove'>, { feeSeconds }: Line, now: number): Answer => {
  const registrationId = uuid7();
  const expiresAt = now + feeSeconds * 1000;
  const about = { registrationId, difference: 1500, currency: 'EUR' };
  const quote = till.quoteMove({ ...about, expiresAt, eventId: marathonId });
  return { body: { ...about, quote, link: linkFor(registrationId), expiresAt: instant(expiresAt), now: instant(now) } };
};

/** The status of a registration that has lost its spot. */
export const endedStatus = ({ line, races }: Stage, registrationId: string): RegistrationStatus | undefined => {
  const status = line.ended.get(registrationId);
  const about = { registrationId, ...aboutIn(races, '') };
  if (status === 'deferred') return { ...about, status };
  if (status === 'cancelled') return { ...about, status, refund: 7240, currency: 'EUR' };
  return status && { ...about, status };
};

const receiptOf = ({ line, races, now }: Stage, registrationId: string): Receipt => {
  const { raceId, raceName } = aboutIn(races, '');
  const dueAt = line.documentsIn !== undefined && instant(now() + line.documentsIn * 1000);
  return {
    registrationId,
    raceId,
    raceName,
    documents: line.documents,
    card: 'Visa •••• 4242 (Apple Pay)',
    ...(dueAt && (line.documents.length === 0 || line.isNextDue) && { dueAt }),
    ...(line.billing && { billing: line.billing }),
    ...(line.asksForBuyer && { asksForBuyer: true as const }),
  };
};

const sold = {
  seller: {
    name: 'Løbeklubben Nord',
    address: 'Strandgaten 1, 5013 Bergen',
    country: 'NO',
    taxId: 'NO 923 456 783 MVA',
  },
  currency: 'EUR',
};

/** An invoice of €90.50 and a credit note of €72.40, newest first. */
export const issuedDocuments: Receipt['documents'] = [
  {
    ...sold,
    number: 'LN-1208',
    kind: 'credit-note',
    issuedAt: '2027-03-09T10:04:00.000Z',
    lines: [{ label: 'Harbour Marathon', gross: 7240 }],
    taxes: [{ label: 'MVA', rate: 2500, net: 5792, tax: 1448 }],
    gross: 7240,
  },
  {
    ...sold,
    number: 'LN-1207',
    kind: 'invoice',
    issuedAt: '2027-03-02T10:04:00.000Z',
    billTo: { name: 'حواسيب ذ.م.م', address: 'Corniche 7\nBeirut', country: 'LB' },
    lines: [
      { label: 'Harbour Marathon, Marathon', gross: 4525 },
      { label: 'Harbour Marathon, نصف ماراثون', gross: 4525 },
    ],
    taxes: [{ label: 'MVA', rate: 2500, net: 7240, tax: 1810 }],
    gross: 9050,
  },
];

/** The usual answer to a call about waiting, giving back and passing on. Undefined for any other call. */
export const usualChange = (stage: Stage, { method, path, query, body }: ApiRequest): Usual | undefined => {
  const { line } = stage;
  const [, , room, id = '', what] = path.split('/');
  // biome-ignore lint/suspicious/noExplicitAny: whatever the page sends, the test looks at it
  const sent = body as any;
  if (room === 'waiting-list' && what === 'confirmation') {
    return {
      kind: 'confirm',
      answer: () => {
        line.confirmation = 'done';
        const place = line.runners.get(id);
        const size = Number(query?.get('size') ?? place?.size ?? 1);
        if (place) line.runners.set(id, { ...place, size });
        return { body: { placeId: id, status: 'confirmed' } };
      },
    };
  }
  if (room === 'races' && what === 'waiting-list') {
    return {
      kind: 'join',
      answer: () => {
        const { placeId, eventId, runner, size } = sent;
        line.runners.set(placeId, { ...runner, eventId, size });
        return {
          status: 202,
          body: { placeId, raceId: id, eventId, ticket: ticketFor(placeId), status: 'processing', pollAfter: 0.2 },
        };
      },
    };
  }
  if (room === 'waiting-list' && method === 'DELETE') {
    return {
      kind: 'leave',
      answer: () => {
        line.status = 'left';
        return { body: { placeId: id, status: 'left' } };
      },
    };
  }
  if (room === 'waiting-list') return { kind: 'waiting', answer: () => ({ body: placeStatus(stage, id) }) };
  if (room === 'registrations' && what === 'receipt' && method === 'POST') {
    return {
      kind: 'receipt',
      answer: () => {
        line.documentsIn = 0;
        return { status: 202, body: { registrationId: id, status: 'requested' } };
      },
    };
  }
  if (room === 'registrations' && what === 'billing') {
    return {
      kind: 'billing',
      answer: () => {
        line.billing = sent;
        return { status: 204 };
      },
    };
  }
  if (room === 'registrations' && what === 'bib')
    return { kind: 'bib', answer: () => ({ body: { registrationId: id, ...line.bib } }) };
  if (room === 'registrations' && what === 'check-in-code')
    return {
      kind: 'code',
      answer: () => {
        const codeVersion = line.bib.codeVersion + 1;
        line.bib = { ...line.bib, code: `SL2.${String(codeVersion).padStart(116, 'A')}`, codeVersion };
        return { body: { registrationId: id, ...line.bib } };
      },
    };
  if (room === 'registrations' && what === 'result-name')
    return {
      kind: 'name',
      answer: () => {
        line.bib = { ...line.bib, isNameWithheld: true };
        return { body: { registrationId: id, status: 'withheld' } };
      },
    };
  if (room === 'registrations' && what === 'receipt')
    return { kind: 'receipt', answer: () => ({ body: receiptOf(stage, id) }) };
  if (room === 'registrations' && what === 'cancellation') {
    return {
      kind: 'cancel',
      answer: () => {
        line.ended.set(id, 'cancelled');
        return { body: { registrationId: id, status: 'cancelled', refund: sent.refund, currency: 'EUR' } };
      },
    };
  }
  if (room === 'registrations' && what === 'deferral') {
    const isDone = line.ended.get(id) === 'deferred';
    const done = { registrationId: id, status: 'deferred', credit } as const;
    if (method === 'GET')
      return {
        kind: 'deferral',
        answer: () => ({
          body: isDone
            ? done
            : { registrationId: id, status: 'offered', ...terms, creditUntil: '2098-12-31T11:00:00.000Z' },
        }),
      };
    return {
      kind: 'defer',
      answer: () => {
        line.ended.set(id, 'deferred');
        return { body: done };
      },
    };
  }
  if (room === 'registrations' && what === 'transfer') {
    return method === 'DELETE'
      ? {
          kind: 'withdraw',
          answer: () => {
            if (line.ended.get(id) === 'transferred') return problemAnswer('passed-on');
            line.offered.delete(id);
            return { body: { registrationId: id, status: 'withdrawn' } };
          },
        }
      : {
          kind: 'offer',
          answer: () => ({
            status: 202,
            body: { registrationId: id, transferId: sent.transferId, status: 'offered' },
          }),
        };
  }
  if (room === 'transfers' && method === 'PUT') {
    return {
      kind: 'accept',
      answer: () => {
        if (line.transfer === 'gone') return problemAnswer('transfer-gone');
        line.transfer = 'accepted';
        return { body: { registrationId: id, status: 'accepted', number: 1207, link: linkFor(id) } };
      },
    };
  }
  if (room === 'transfers' && what === undefined)
    return { kind: 'transfer', answer: () => ({ body: transferStatus(stage, id) }) };
  return undefined;
};
