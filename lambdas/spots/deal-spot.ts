import { type Block, cutsAhead, spotOf } from './block';
import type { Blocks, Counters, Ledger, Reason, Verdict } from './ports';

interface Needs {
  readonly ledger: Ledger;
  readonly counters: Counters;
  readonly blocks: Blocks;
  readonly now: () => Date;
  /** Waits a few milliseconds, never the same for two callers. */
  readonly pause: () => Promise<void>;
  /** Told of every failure that the runner is spared. */
  readonly report: (error: unknown) => void;
}

/** One particular spot; or why there is none. `busy`: nobody can say just now, ask again in a moment. */
export type Dealt =
  | { readonly kind: 'dealt'; readonly block: Block; readonly spot: number }
  | { readonly kind: 'busy' }
  | Verdict;

/** `deadline` is in milliseconds since the epoch. */
export type DealSpot = (eventId: string, deadline: number) => Promise<Dealt>;

/** After so many increments in a row that failed, a block counts as lost. */
const patience = 3;

/**
 * Deals the next spot of an event: from memcached in one round trip while a block lasts, through the ledger when it is
 * spent. Never throws: whatever fails, nobody is admitted and `busy` is the answer.
 */
export const dealSpot = ({ ledger, counters, blocks, now, pause, report }: Needs): DealSpot => {
  const dealing = new Map<string, Block>();
  const failures = new Map<string, number>();

  /** The caller's position in the block; `lost` when it has no counter; `unknown` when an increment had no answer. */
  const position = async (block: Block): Promise<number | 'lost' | 'unknown'> => {
    try {
      const dealt = await counters.next(block.id);
      failures.delete(block.id);
      return dealt ?? 'lost';
    } catch (error) {
      report(error);
      const inARow = (failures.get(block.id) ?? 0) + 1;
      failures.set(block.id, inARow);
      // A number may have been dealt to nobody: it leaks to reclaim. Asking this block again could leak another.
      return inARow < patience ? 'unknown' : 'lost';
    }
  };

  const cut = async (eventId: string, left: string | undefined, reason: Reason): Promise<Block | Verdict> => {
    const answer = await ledger.cut(eventId, left, reason);
    if (answer.kind === 'block') {
      await blocks.follow(eventId, left, answer.block, 'now');
      await blocks.wasCut(eventId, left);
      return answer.block;
    }
    await blocks.remember(eventId, answer);
    await blocks.wasCut(eventId, left);
    if (answer.kind === 'held' && (await blocks.mayReclaim(eventId))) await ledger.reclaim(eventId);
    return answer;
  };

  const cutAhead = async (block: Block) => {
    const answer = await ledger.cut(block.eventId, block.id, 'spent');
    if (answer.kind === 'block') await blocks.follow(block.eventId, block.id, answer.block, 'later');
  };

  /** What others have found out since: the block to deal from, or that there is none. */
  const known = async (eventId: string, gone: readonly string[]): Promise<Block | Verdict | undefined> => {
    const left = gone.at(-1);
    const current = await blocks.current(eventId);
    if (current && ('kind' in current || !gone.includes(current.id))) return current;
    const after = left && (await blocks.after(left));
    if (!after || gone.includes(after.id)) return undefined;
    await blocks.follow(eventId, left, after, 'now');
    return after;
  };

  /** The block to go on with when those in `gone` are of no more use; waits while somebody else cuts it. */
  const next = async (eventId: string, gone: readonly string[], reason: Reason, deadline: number) => {
    const left = gone.at(-1);
    do {
      const found = await known(eventId, gone);
      if (found) return found;
      if (await blocks.mayCut(eventId, left)) {
        // Looked at again: whoever had the right before us may have cut in between, and the ledger, asked for what comes
        // after a block left long ago, would name the latest one and skip what is left of those before it.
        const meanwhile = await known(eventId, gone);
        if (!meanwhile) return cut(eventId, left, reason);
        await blocks.wasCut(eventId, left);
        return meanwhile;
      }
      await pause();
    } while (now().getTime() < deadline);
    return undefined;
  };

  const deal: DealSpot = async (eventId, deadline) => {
    const gone: string[] = [];
    let reason: Reason = 'spent';
    // What the database gave because a block seemed expired is not expired, whatever this machine's clock says.
    let given: string | undefined;
    while (now().getTime() < deadline) {
      let block = dealing.get(eventId);
      if (!block || gone.includes(block.id)) {
        const found = await next(eventId, gone, reason, deadline);
        if (!found) break;
        if ('kind' in found) {
          dealing.delete(eventId);
          return found;
        }
        if (reason === 'expired') {
          given = found.id;
          gone.length = 0;
        }
        block = found;
        dealing.set(eventId, block);
      }
      const expired = now().getTime() >= block.dealUntil && block.id !== given;
      const dealt = expired ? 'lost' : await position(block);
      if (dealt === 'unknown') break;
      const spot = dealt === 'lost' ? undefined : spotOf(block, dealt);
      if (spot !== undefined && dealt !== 'lost') {
        // Waited for, not left running: Lambda freezes with the answer, and a transaction would sleep on its locks.
        if (cutsAhead(block, dealt)) await cutAhead(block).catch(report);
        return { kind: 'dealt', block, spot };
      }
      gone.push(block.id);
      reason = expired ? 'expired' : 'spent';
    }
    return { kind: 'busy' };
  };

  return async (eventId, deadline) => {
    try {
      return await deal(eventId, deadline);
    } catch (error) {
      report(error);
      return { kind: 'busy' };
    }
  };
};
