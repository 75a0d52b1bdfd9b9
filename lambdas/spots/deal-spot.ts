import { type Block, cutsAhead, type Reason, shortestFor, spends, spotsOf, tooFewFor } from './block';
import { nextBlock } from './next-block';
import type { Blocks, Counters, CountSpots, Ledger, Refusal } from './ports';

interface Needs {
  readonly ledger: Ledger;
  readonly counters: Counters;
  readonly blocks: Blocks;
  readonly now: () => Date;
  /** Waits a few milliseconds, never the same for two callers. */
  readonly pause: () => Promise<void>;
  /** Told of every failure that the runner is spared. */
  readonly report: (error: unknown) => void;
  readonly count: CountSpots;
}

/**
 * One particular spot for each, all of one block, and when it was asked for (milliseconds since the epoch); or why there is
 * none for anybody. `busy`: nobody can say just now, ask again in a moment.
 */
export type Dealt =
  | { readonly kind: 'dealt'; readonly block: Block; readonly spots: readonly number[]; readonly askedAt: number }
  | { readonly kind: 'busy' }
  | Refusal;

/** `deadline` is in milliseconds since the epoch; `size` (1) is how many want to register together. */
export type DealSpot = (eventId: string, deadline: number, size?: number) => Promise<Dealt>;

/** After so many increments in a row that failed, a block counts as out of reach. */
const patience = 3;

/** While the ledger hangs, one request in so many milliseconds waits for it before it is dealt to, and not each. */
const tellAgainMs = 5_000;

/**
 * Deals the next spot of an event: from memcached in one round trip while a block lasts, through the ledger when it is
 * spent. Several together are counted at once, and get the numbers up to where that leads; or, when little is left, a
 * block of their own; what they were counted onto in vain goes back to the ledger. Never throws: whatever fails, nobody is admitted and `busy` is the answer.
 */
export const dealSpot = ({ ledger, counters, blocks, now, pause, report, count }: Needs): DealSpot => {
  const dealing = new Map<string, Block>();
  const failures = new Map<string, number>();
  const next = nextBlock({ ledger, blocks, now, pause });

  /**
   * The position in the block of the last of so many; `lost` when it has no counter; `unknown` when an increment had no
   * answer; `ahead` when several had none: it may be there for others all the same.
   */
  const position = async (block: Block, size: number): Promise<number | 'lost' | 'unknown' | 'ahead'> => {
    try {
      const dealt = await counters.next(block.id, size);
      failures.delete(block.id);
      return dealt ?? 'lost';
    } catch (error) {
      report(error);
      // Counted or not, nobody gets it: it comes back with its block.
      count('SpotsLost', size);
      const inARow = (failures.get(block.id) ?? 0) + 1;
      failures.set(block.id, inARow);
      // A number may have been dealt to nobody: it leaks to reclaim. Asking this block again could leak another.
      return inARow < patience ? 'unknown' : 'ahead';
    }
  };

  /** Blocks whose end the ledger could not be told of: whoever comes next tries again, or they would end as planned. */
  const untold = new Map<string, { readonly block: Block; readonly reason: 'spent' | 'lost' }>();

  // Only a failure is remembered: of the hundreds who come while the ledger is being told, none is to tell it, too.
  const telling = async <T>(block: Block, reason: 'spent' | 'lost', tell: () => Promise<T>): Promise<T> => {
    try {
      return await tell();
    } catch (error) {
      untold.set(block.id, { block, reason });
      throw error;
    }
  };

  const end = (block: Block, reason: 'spent' | 'lost') =>
    telling(block, reason, () => ledger.end(block.eventId, block.id, reason));

  const cutAhead = async (block: Block, reason: 'spent' | 'ahead') => {
    const cut = () => ledger.cut(block.eventId, block.id, reason);
    const answer = await (reason === 'spent' ? telling(block, reason, cut) : cut());
    if (answer.kind === 'block') await blocks.follow(block.eventId, block.id, answer.block, 'later');
  };

  let restUntil = 0;

  /** One at a time, and each by one caller. */
  const tellAgain = async () => {
    const [first] = untold.values();
    if (!first || now().getTime() < restUntil) return;
    untold.delete(first.block.id);
    await end(first.block, first.reason).catch((error: unknown) => {
      restUntil = now().getTime() + tellAgainMs;
      report(error);
    });
  };

  /** Of those who find a block lost one tells the ledger. Of those who find it spent, whoever was counted to its end. */
  const endLost = async (block: Block) => {
    if (!(await blocks.mayEnd(block.id))) return;
    count('BlocksLost');
    await end(block, 'lost');
  };

  const giveBack = (block: Block, numbers: readonly number[]) =>
    ledger.giveBack(block.eventId, block.id, numbers).catch((error: unknown) => {
      count('SpotsLost', numbers.length);
      report(error);
    });

  const deal = async (eventId: string, deadline: number, size: number): Promise<Dealt> => {
    const gone: string[] = [];
    let reason: Reason = 'spent';
    // What the database gave because a block seemed expired is not expired, whatever this machine's clock says.
    let given: string | undefined;
    while (now().getTime() < deadline) {
      let block = dealing.get(eventId);
      if (!block || gone.includes(block.id) || block.numbers.length < shortestFor(size)) {
        const found = await next({ eventId, size, deadline }, gone, reason);
        if (!found) break;
        if (found.kind === 'private')
          return { kind: 'dealt', block: found.block, spots: found.block.numbers, askedAt: now().getTime() };
        if (found.kind !== 'block') {
          dealing.delete(eventId);
          return found;
        }
        block = found.block;
        if (reason === 'expired') {
          given = block.id;
          gone.length = 0;
        }
        dealing.set(eventId, block);
      }
      const askedAt = now().getTime();
      const dealt =
        askedAt >= block.dealUntil && block.id !== given ? ('expired' as const) : await position(block, size);
      if (dealt === 'unknown') break;
      if (typeof dealt === 'number') {
        const spots = spotsOf(block, dealt, size);
        const isSpent = spends(block, dealt, size);
        // Waited for, not left running: Lambda freezes with the answer, and a transaction would sleep on its locks.
        if (spots && cutsAhead(block, dealt, size)) await cutAhead(block, isSpent ? 'spent' : 'ahead').catch(report);
        else if (isSpent) await end(block, 'spent').catch(report);
        if (spots) return { kind: 'dealt', block, spots, askedAt };
        const left = tooFewFor(block, dealt, size);
        if (left.length > 0) await giveBack(block, left);
      } else if (dealt === 'lost') await endLost(block).catch(report);
      gone.push(block.id);
      reason = typeof dealt === 'number' ? 'spent' : dealt;
    }
    return { kind: 'busy' };
  };

  return async (eventId, deadline, size = 1) => {
    try {
      if (untold.size > 0) await tellAgain();
      return await deal(eventId, deadline, size);
    } catch (error) {
      report(error);
      return { kind: 'busy' };
    }
  };
};
