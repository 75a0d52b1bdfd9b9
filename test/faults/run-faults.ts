import { readQueues } from '../../local/status/queue-figures';
import { type Burst, burst, type Size } from './crowd/burst';
import { sellOut } from './crowd/sell-out';
import type { Fault } from './fault';
import { gather, paymentsSince } from './judge/evidence';
import { gatherForm } from './judge/form-evidence';
import { judge } from './judge/judge';
import { judgeForm } from './judge/judge-form';
import type { FaultSystem } from './system/fault-system';
import { soon } from './system/soon';
import type { Judged } from './table';

/** Small enough for every build, large enough for a fault to happen in the middle. */
export const shortRun: Size = {
  runners: 160,
  spots: 64,
  within: 3,
  trySeconds: 6,
  retryRule: { comesBackWithin: 1, triesWhenAllHeld: 3 },
  together: 20,
};

/** What a release must survive. */
export const fullRun: Size = {
  runners: 5000,
  spots: 2000,
  within: 40,
  trySeconds: 60,
  retryRule: { comesBackWithin: 10, triesWhenAllHeld: 3 },
  together: 20,
};

/** A busy machine may miss the moment a fault needs. */
const mostTries = 6;

const countDeadLetters = async ({ system }: FaultSystem): Promise<number> => {
  let count = 0;
  await soon('the queues tell how many letters are dead', 60, async () => {
    count = (await readQueues(system.urls.queues)).reduce((sum, { deadLetters }) => sum + deadLetters, 0);
    return true;
  });
  return count;
};

/** Runs bursts one after the other; then sells what they left, and compares what everybody was told. */
const judged = async (target: FaultSystem, faults: readonly Fault[], size: Size): Promise<readonly Judged[]> => {
  const since = Date.now();
  const deadBefore = await countDeadLetters(target);
  const bursts: Burst[] = [];
  for (const fault of faults) {
    for (let tries = 1; ; tries++) {
      const one = await burst(target, fault, size);
      bursts.push(one);
      if (tries === mostTries || !fault.isIdle?.(one.clients)) break;
    }
  }
  await sellOut(target, bursts);
  const payments = await paymentsSince(target, since);
  const deadLetters = (await countDeadLetters(target)) - deadBefore;
  return Promise.all(
    bursts.map(async (one) => {
      const evidence = await gather(target, one.race, one.clients, payments, deadLetters);
      const form =
        one.race.form && judgeForm(evidence, await gatherForm(target, one.race), one.fault.mayBeShort ?? false);
      return { burst: one, figures: { ...judge(evidence), ...(form && { form }) } };
    }),
  );
};

/** One burst for each fault; each is judged before the next begins. */
export const oneByOne = async (
  target: FaultSystem,
  faults: readonly Fault[],
  size: Size,
  tell: (judged: Judged) => void,
): Promise<readonly Judged[]> => {
  const all: Judged[] = [];
  for (const fault of faults) {
    const some = await judged(target, [fault], size).catch((cause: unknown) => {
      throw new Error(`${fault.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    some.forEach(tell);
    all.push(...some);
  }
  return all;
};

/** One burst for each fault, all settled and judged together at the end, which takes a fraction of the time. */
export const judgedAtTheEnd = judged;
