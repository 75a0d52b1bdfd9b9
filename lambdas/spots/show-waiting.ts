import type { Ticket, WaitingRecord, WaitingRecords } from './ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly records: WaitingRecords;
}

export type WaitingAnswer =
  | { readonly kind: 'found'; readonly ticket: Ticket; readonly record: WaitingRecord }
  /** Not recorded yet; or never, because the runner has another place on this list. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'not-yours' };

export type ShowWaiting = (placeId: string, token: string) => Promise<WaitingAnswer>;

/** Shows a place on the waiting list to whoever brings its ticket. */
export const showWaiting =
  ({ readTicket, records }: Needs): ShowWaiting =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return { kind: 'not-yours' };
    const record = await records.find(ticket);
    return record ? { kind: 'found', ticket, record } : { kind: 'processing' };
  };

/**
 * When to ask again, in seconds: who is far behind need not hurry, and forty thousand of them must not keep the
 * database busy. The mail tells him anyway.
 */
export const nextLook = (ahead: number): number => {
  if (ahead < 20) return 30;
  return ahead < 500 ? 120 : 600;
};
