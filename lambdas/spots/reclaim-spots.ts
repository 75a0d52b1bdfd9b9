import type { Ledger } from './ports';

export type ReclaimSpots = () => Promise<number>;

/** Takes back what expired holds left, event by event; how many spots came back. */
export const reclaimSpots =
  ({ ledger }: { readonly ledger: Ledger }): ReclaimSpots =>
  async () => {
    let back = 0;
    for (const eventId of await ledger.due()) back += await ledger.reclaim(eventId);
    return back;
  };
