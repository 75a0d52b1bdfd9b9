import type { Blocks, Cut, Ledger } from '../ports';
import { type Block, minBlockSizeFor, type Reason } from './block';

interface Needs {
  readonly ledger: Ledger;
  readonly blocks: Blocks;
  readonly now: () => Date;
  /** Waits a few milliseconds, a different time for each caller. */
  readonly pause: () => Promise<void>;
}

/** A group of `size` that wants spots, and until when it waits: in milliseconds since the epoch. */
export interface BlockRequest {
  readonly eventId: string;
  readonly size: number;
  readonly deadline: number;
}

/**
 * The block to go on with when those in `gone` are of no more use, or why there is none. Waits while another caller
 * cuts it; undefined when that takes longer than the deadline.
 */
export type NextBlock = (request: BlockRequest, gone: readonly string[], reason: Reason) => Promise<Cut | undefined>;

export const nextBlock = ({ ledger, blocks, now, pause }: Needs): NextBlock => {
  const cut = async ({ eventId, size }: BlockRequest, left: string | undefined, reason: Reason): Promise<Cut> => {
    const answer = await ledger.cut(eventId, left, reason, size);
    if (answer.kind === 'block') await blocks.follow(eventId, left, answer.block, 'now');
    else if (answer.kind !== 'private') await blocks.remember(eventId, size, answer);
    await blocks.wasCut(eventId, left);
    // This also serves the waiting list: what nobody registered goes to it as soon as its block is over.
    const mayMoreComeBack = ['held', 'too-few', 'waiting'].includes(answer.kind);
    if (mayMoreComeBack && (await blocks.mayReclaim(eventId))) await ledger.reclaim(eventId);
    return answer;
  };

  /** What other callers have found since: the block to deal from, or that there is none. */
  const known = async ({ eventId, size }: BlockRequest, gone: readonly string[]): Promise<Cut | undefined> => {
    const serves = ({ id, numbers }: Block) => !gone.includes(id) && numbers.length >= minBlockSizeFor(size);
    const left = gone.at(-1);
    const current = await blocks.current(eventId);
    if (current && 'kind' in current) return current;
    if (current && serves(current)) return { kind: 'block', block: current };
    const after = left && (await blocks.after(left));
    if (after && !gone.includes(after.id)) {
      await blocks.follow(eventId, left, after, 'now');
      if (serves(after)) return { kind: 'block', block: after };
    }
    return size === 1 ? undefined : blocks.refused(eventId, size);
  };

  const look: NextBlock = async (request, gone, reason) => {
    const { eventId, deadline } = request;
    const left = gone.at(-1);
    do {
      const found = await known(request, gone);
      if (found) return found;
      if (await blocks.mayCut(eventId, left)) {
        // Ask the cache again: the caller that had the right before this one may have cut in between. The ledger, asked
        // for what comes after a block left long ago, would name the latest block and skip what is left of those before
        // it.
        const meanwhile = await known(request, gone);
        if (!meanwhile) return cut(request, left, reason);
        await blocks.wasCut(eventId, left);
        return meanwhile;
      }
      await pause();
    } while (now().getTime() < deadline);
    return undefined;
  };

  /** One look for all callers in this process that ask the same: of hundreds that wait, only one asks the cache. */
  const inFlight = new Map<string, Promise<Cut | undefined>>();
  return async (request, gone, reason) => {
    // A block that is cut for a group belongs to that group alone.
    if (request.size > 1) return look(request, gone, reason);
    const key = [request.eventId, reason, ...gone].join();
    const flight = inFlight.get(key) ?? look(request, gone, reason).finally(() => inFlight.delete(key));
    inFlight.set(key, flight);
    return flight;
  };
};
