import type { Confirmations, Ledger } from './ports';

export type ReclaimSpots = () => Promise<number>;

interface Needs {
  readonly ledger: Pick<Ledger, 'due' | 'reclaim'>;
  readonly confirmations: Confirmations;
}

/**
 * Takes back what expired holds left, event by event, then asks places near the head of each list to confirm. Returns
 * how many spots came back.
 */
export const reclaimSpots =
  ({ ledger, confirmations }: Needs): ReclaimSpots =>
  async () => {
    let back = 0;
    for (const eventId of await ledger.due()) back += await ledger.reclaim(eventId);
    for (const eventId of await confirmations.due()) await confirmations.ask(eventId);
    return back;
  };
