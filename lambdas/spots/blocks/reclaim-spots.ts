import type { Confirmations } from '../waiting-list/ports';
import type { Ledger } from './ports';

export type ReclaimSpots = () => Promise<number>;

interface Needs {
  readonly ledger: Pick<Ledger, 'due' | 'reclaim'>;
  readonly confirmations: Confirmations;
}

/**
 * Takes back what expired holds left, event by event, then asks places near the head of each list to confirm. Returns
 * how many spots came back. An event that fails, because a crowd holds its lock, does not keep the others waiting.
 * Throws at the end when any event failed.
 */
export const reclaimSpots =
  ({ ledger, confirmations }: Needs): ReclaimSpots =>
  async () => {
    let back = 0;
    const failures: unknown[] = [];
    const collectFailure = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
    const take = async (eventId: string) => {
      back += await ledger.reclaim(eventId);
    };
    for (const eventId of await ledger.due()) await collectFailure(take(eventId));
    for (const eventId of await confirmations.due()) await collectFailure(confirmations.ask(eventId));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} events failed: ${String(failures[0])}`);
    return back;
  };
