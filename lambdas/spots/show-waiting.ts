import type { Ticket, WaitingRecord, WaitingRecords } from './ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly records: WaitingRecords;
  readonly now: () => Date;
}

/** How long a wish may take to be recorded when everybody comes at once. A ticket that leads to nothing after that never will. */
const maxRecordingMs = 3_600_000;

export type WaitingAnswer =
  | { readonly kind: 'found'; readonly ticket: Ticket; readonly record: WaitingRecord }
  /** Not recorded yet. */
  | { readonly kind: 'processing' }
  /** This person has a place on the list, which opens with the link in their mail. */
  | { readonly kind: 'on-the-list'; readonly ticket: Ticket }
  /** Nothing came of the wish, or nothing is left of it. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not-yours' };

export type ShowWaiting = (placeId: string, token: string) => Promise<WaitingAnswer>;

/** Shows a place on the waiting list to whoever brings its ticket. */
export const showWaiting =
  ({ readTicket, records, now }: Needs): ShowWaiting =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return { kind: 'not-yours' };
    const record = await records.find(ticket);
    if (!record) return notYet(ticket, now());
    // Whoever joined in somebody's name knows the name, not the mailbox: what comes of a confirmed place is told there.
    const isTheirs = record.placeId === placeId && (ticket.isMailed || !record.isConfirmed);
    if (!isTheirs) return { kind: 'on-the-list', ticket };
    return { kind: 'found', ticket, record: ticket.isMailed ? record : asForAnybody(record) };
  };

/** Whether somebody is registered is told by mail only: until then their place looks as anybody's does who waits. */
const asForAnybody = (record: WaitingRecord): WaitingRecord =>
  record.state === 'registered' ? { ...record, state: 'waiting' } : record;

const notYet = ({ givenAt }: Ticket, now: Date): WaitingAnswer => {
  const age = givenAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - givenAt;
  return { kind: age < maxRecordingMs ? 'processing' : 'nothing' };
};

/**
 * When to ask again, in seconds: who is far behind need not hurry, and forty thousand of them must not keep the
 * database busy. The mail tells him anyway.
 */
export const nextPollSeconds = (ahead: number): number => {
  if (ahead < 20) return 30;
  return ahead < 500 ? 120 : 600;
};
