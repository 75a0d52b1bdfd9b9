import { type Hold, seatsOf } from '../../domain/hold';
import { amountsInADay, areBeyondADay, type Limits, type Tally } from './limits';

interface Needs {
  readonly tally: Tally;
  /** Undefined when there is no such event. */
  readonly limitsFor: (event: Pick<Hold, 'raceId' | 'eventId'>) => Promise<Limits | undefined>;
  readonly now: () => Date;
}

/**
 * Whether an address may have spots for nothing that have a price. If so, they count until a day is over. Where spots have no price, they
 * count when they are held.
 */
export const takeForNothing =
  ({ tally, limitsFor, now }: Needs) =>
  async (hold: Hold, address: string): Promise<boolean> => {
    const limits = await limitsFor(hold);
    // What is offered to a place on the waiting list belongs to it, whatever it costs.
    if (!limits || hold.owner !== undefined) return true;
    const at = Math.floor(now().getTime() / 1000);
    const amounts = amountsInADay(hold, { address, at }, seatsOf(hold).length);
    const isBeyond = areBeyondADay(await tally.add(amounts), limits);
    if (isBeyond) await tally.takeBack(amounts);
    return !isBeyond;
  };
