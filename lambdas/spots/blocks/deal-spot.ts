import { type Block, cutsAhead, leftoverNumbers, minBlockSizeFor, type Reason, spends, spotsOf } from './block';
import type { Blocks, Counters, CountSpots, Cut, Ledger, Refusal, Scarce } from './ports';

interface DealNeeds {
  readonly ledger: Ledger;
  readonly counters: Counters;
  readonly blocks: Blocks;
  readonly now: () => Date;
  /** Waits a few milliseconds, a different time for each caller. */
  readonly pause: () => Promise<void>;
  /** Called with every failure that the runner does not see. */
  readonly report: (error: unknown) => void;
  readonly count: CountSpots;
}

/**
 * One particular spot for each of a group, all from one block, and when they were asked for (milliseconds since the
 * epoch); or why there is none. `busy`: nobody can tell at this moment, ask again shortly.
 */
export type Dealt =
  | { readonly kind: 'dealt'; readonly block: Block; readonly spots: readonly number[]; readonly askedAt: number }
  | { readonly kind: 'busy' }
  | Refusal;

/** `deadline` is in milliseconds since the epoch; `size` (default 1) is how many people register as one group. */
export type DealSpot = (eventId: string, deadline: number, size?: number) => Promise<Dealt>;

/** The same for units of a pool. */
export type DealUnit = (pool: string, deadline: number, size?: number) => Promise<Dealt | Scarce>;

/** After this many failed increments in a row, a block counts as out of reach. */
const maxFailuresInARow = 3;

/** While the ledger hangs, only one request in this time waits for it before it is dealt a spot. */
const reportAgainMs = 5_000;

/**
 * Deals the next spot of an event: from memcached in one round trip while a block lasts, through the ledger when it is
 * spent. A group is counted in one increment and gets the numbers up to the new count. When little is left, it gets a
 * block of its own, and numbers it was counted onto but cannot use go back to the ledger. Never throws: when anything
 * fails, nobody is admitted and the answer is `busy`.
 */
export const dealSpot = (needs: DealNeeds): DealSpot => {
  const deal = dealUnit(needs);
  return async (eventId, deadline, size) => {
    const dealt = await deal(eventId, deadline, size);
    if (dealt.kind === 'scarce') throw new Error(`spots of event ${eventId} are said to be scarce, as only units are`);
    return dealt;
  };
};

/** The same for units, whose pool is the event then. */
export const dealUnit = ({ ledger, counters, blocks, now, pause, report, count }: DealNeeds): DealUnit => {
  const dealing = new Map<string, Block>();
  const failures = new Map<string, number>();
  const next = nextBlock({ ledger, blocks, now, pause });

  /**
   * The position in the block of the last spot of a group of `size`. `lost`: the block has no counter. `unknown`: one
   * increment had no answer. `ahead`: several increments in a row had none; others may still reach the counter.
   */
  const position = async (block: Block, size: number): Promise<number | 'lost' | 'unknown' | 'ahead'> => {
    try {
      const dealt = await counters.next(block.id, size);
      failures.delete(block.id);
      return dealt ?? 'lost';
    } catch (error) {
      report(error);
      // Counted or not, nobody gets this spot now: it comes back with its block.
      count('SpotsLost', size);
      const inARow = (failures.get(block.id) ?? 0) + 1;
      failures.set(block.id, inARow);
      // A number may have been dealt to nobody, and stays away until reclaim. Asking this block again could lose
      // another one.
      return inARow < maxFailuresInARow ? 'unknown' : 'ahead';
    }
  };

  /**
   * Blocks whose end could not be reported to the ledger. The next caller reports it; otherwise they would end only as
   * planned.
   */
  const unreportedEnds = new Map<string, { readonly block: Block; readonly reason: 'spent' | 'lost' }>();

  // Only a failed report is remembered. Hundreds of callers arrive while a report is on its way, and each of them would
  // repeat it under the event's lock.
  const rememberIfFailed = async <T>(
    block: Block,
    reason: 'spent' | 'lost',
    reportEnd: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await reportEnd();
    } catch (error) {
      unreportedEnds.set(block.id, { block, reason });
      throw error;
    }
  };

  const end = (block: Block, reason: 'spent' | 'lost') =>
    rememberIfFailed(block, reason, () => ledger.end(block.eventId, block.id, reason));

  const cutAhead = async (block: Block, reason: 'spent' | 'ahead') => {
    const { eventId, id } = block;
    // Requests that find the block spent meanwhile wait for this cut. Otherwise they would cut, too, one after the other under
    // the event's lock, and a crowd would wait for all of them.
    const isFirst = await blocks.mayCut(eventId, id).catch(() => true);
    if (!isFirst) return reason === 'spent' ? end(block, reason) : undefined;
    const cut = () => ledger.cut(eventId, id, reason);
    const answer = await (reason === 'spent' ? rememberIfFailed(block, reason, cut) : cut());
    if (answer.kind === 'block') await blocks.follow(eventId, id, answer.block, 'later');
    return blocks.wasCut(eventId, id);
  };

  let nextReportAt = 0;

  /** Reports one block at a time, each by one caller. */
  const reportOneEnd = async () => {
    const [first] = unreportedEnds.values();
    if (!first || now().getTime() < nextReportAt) return;
    unreportedEnds.delete(first.block.id);
    await end(first.block, first.reason).catch((error: unknown) => {
      nextReportAt = now().getTime() + reportAgainMs;
      report(error);
    });
  };

  /**
   * Among the callers that find a block lost, one tells the ledger. A spent block is reported by the caller that was
   * counted to its end.
   */
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

  const deal = async (eventId: string, deadline: number, size: number): Promise<Dealt | Scarce> => {
    const gone: string[] = [];
    let reason: Reason = 'spent';
    // A block that the database gave because another seemed expired is not expired, whatever this machine's clock says.
    let given: string | undefined;
    while (now().getTime() < deadline) {
      let block = dealing.get(eventId);
      if (!block || gone.includes(block.id) || block.numbers.length < minBlockSizeFor(size)) {
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
        // This is awaited, because Lambda freezes once the answer is sent, and an open transaction would keep its
        // locks.
        if (spots && cutsAhead(block, dealt, size)) await cutAhead(block, isSpent ? 'spent' : 'ahead').catch(report);
        else if (isSpent) await end(block, 'spent').catch(report);
        if (spots) return { kind: 'dealt', block, spots, askedAt };
        const left = leftoverNumbers(block, dealt, size);
        if (left.length > 0) await giveBack(block, left);
      } else if (dealt === 'lost') await endLost(block).catch(report);
      gone.push(block.id);
      reason = typeof dealt === 'number' ? 'spent' : dealt;
    }
    return { kind: 'busy' };
  };

  return async (eventId, deadline, size = 1) => {
    try {
      if (unreportedEnds.size > 0) await reportOneEnd();
      return await deal(eventId, deadline, size);
    } catch (error) {
      report(error);
      return { kind: 'busy' };
    }
  };
};

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

const nextBlock = ({ ledger, blocks, now, pause }: Needs): NextBlock => {
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
  const known = async (
    { eventId, size }: BlockRequest,
    gone: readonly string[],
    reason: Reason,
  ): Promise<Cut | undefined> => {
    // After a block that seemed over, only the ledger can say that another one, which seems so too, is not.
    const seemsOver = ({ dealUntil }: Block) => reason === 'expired' && now().getTime() >= dealUntil;
    const serves = (block: Block) =>
      !gone.includes(block.id) && block.numbers.length >= minBlockSizeFor(size) && !seemsOver(block);
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
      const found = await known(request, gone, reason);
      if (found) return found;
      if (await blocks.mayCut(eventId, left)) {
        // Ask the cache again: the caller that had the right before this one may have cut in between. The ledger, asked
        // for what comes after a block left long ago, would name the latest block and skip what is left of those before
        // it.
        const meanwhile = await known(request, gone, reason);
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
