import type { Ticket } from '../../domain/waiting';
import type { WaitingRecord, WaitingRecords } from '../ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly records: WaitingRecords;
  readonly now: () => Date;
}

/**
 * How long a join may take to be recorded when everybody comes at once. A ticket without a place after that time never
 * gets one.
 */
const maxRecordingMs = 3_600_000;

export type WaitingAnswer =
  | { readonly kind: 'found'; readonly ticket: Ticket; readonly record: WaitingRecord }
  /** Not recorded yet. */
  | { readonly kind: 'processing' }
  /** This person has a place on the list, which opens with the link in their mail. */
  | { readonly kind: 'on-the-list'; readonly ticket: Ticket }
  /** The join did not lead to a place, or the place is gone. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not-yours' };

export type ShowWaiting = (placeId: string, token: string) => Promise<WaitingAnswer>;

/** Shows a place on the waiting list to a caller that brings its ticket. */
export const showWaiting =
  ({ readTicket, records, now }: Needs): ShowWaiting =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return { kind: 'not-yours' };
    const record = await records.find(ticket);
    if (!record) return notYet(ticket, now());
    // A person who joined in somebody else's name knows the name, not the mailbox: a confirmed place is shown by mail
    // only.
    const isTheirs = record.placeId === placeId && (ticket.isMailed || !record.isConfirmed);
    if (!isTheirs) return { kind: 'on-the-list', ticket };
    return { kind: 'found', ticket, record: ticket.isMailed ? record : asForAnybody(record) };
  };

/** Only mail tells whether a person is registered. To anybody else, their place looks like any place that waits. */
const asForAnybody = (record: WaitingRecord): WaitingRecord =>
  record.state === 'registered' ? { ...record, state: 'waiting' } : record;

const notYet = ({ givenAt }: Ticket, now: Date): WaitingAnswer => {
  const age = givenAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - givenAt;
  return { kind: age < maxRecordingMs ? 'processing' : 'nothing' };
};

/**
 * When to ask again, in seconds. A place far behind need not ask often, and forty thousand of them must not keep the
 * database busy; they get a mail anyway.
 */
export const nextPollSeconds = (ahead: number): number => {
  if (ahead < 20) return 30;
  return ahead < 500 ? 120 : 600;
};
