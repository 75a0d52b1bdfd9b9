import type { GiftSpots } from '../capacity/ports';
import type { Confirmations } from '../waiting-list/ports';
import type { Ledger } from './ports';

/** How many came back. */
export interface Reclaimed {
  readonly spots: number;
  readonly units: number;
  /** How many spots for gifts were made. */
  readonly gifts: number;
}

export type ReclaimSpots = () => Promise<Reclaimed>;

interface Needs {
  readonly ledger: Pick<Ledger, 'due' | 'reclaim'>;
  /** Of pools, whose units come back as spots do. */
  readonly units: Pick<Ledger, 'due' | 'reclaim'>;
  readonly gifts: GiftSpots;
  readonly confirmations: Confirmations;
}

/**
 * Takes back what expired holds left, event by event, gives events for gifts more spots, then asks places near the head of
 * each list to confirm. An
 * event or pool that fails, because a crowd holds its lock, does not keep the others waiting. Throws at the end when any
 * of them failed.
 */
export const reclaimSpots =
  ({ ledger, units, gifts, confirmations }: Needs): ReclaimSpots =>
  async () => {
    const back = { spots: 0, units: 0, gifts: 0 };
    const failures: unknown[] = [];
    const collectFailure = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
    const take = async (what: 'spots' | 'units', from: Needs['ledger'], id: string) => {
      back[what] += await from.reclaim(id);
    };
    for (const eventId of await ledger.due()) await collectFailure(take('spots', ledger, eventId));
    for (const pool of await units.due()) await collectFailure(take('units', units, pool));
    for (const eventId of await gifts.due())
      await collectFailure(
        gifts.topUp(eventId).then((made) => {
          back.gifts += made;
        }),
      );
    for (const eventId of await confirmations.due()) await collectFailure(confirmations.ask(eventId));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} events or pools failed: ${String(failures[0])}`);
    return back;
  };
