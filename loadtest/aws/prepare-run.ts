import { sendCanary } from '../generator/canary';
import type { Task } from '../generator/generate';
import { taskFor } from '../generator/task-for';
import type { Order, Prepared } from './run';
import { fileNames, type RunFiles } from './run-files';
import { allow, leadSeconds, planRun, waitSeconds } from './run-plan';
import { prospectFromOutside } from './spots-left';

export interface Preparing {
  readonly files: RunFiles;
  /** Address of the system, without a slash at its end. */
  readonly target: string;
  /** US dollars that a run may cost. */
  readonly mostDollars: number;
  /** Seconds from asking for a generator until it is up. */
  readonly startSeconds: number;
}

/** What the state machine passes to its next states. */
export interface Shares {
  readonly run: string;
  /** One for each generator. */
  readonly shares: readonly {
    /** A string because Step Functions puts it into a container's environment. */
    readonly share: string;
    /** Seconds until this generator is requested. */
    readonly wait: number;
  }[];
}

/**
 * Checks everything that can fail before a crowd sets off: the price, the target, the race, the canary. Rejects with
 * the reason. It also fixes the moment when all generators begin.
 */
export const prepareRun = async (
  order: Order,
  { files, target, mostDollars, startSeconds }: Preparing,
): Promise<Shares> => {
  const startedAt = new Date().toISOString();
  const wish = { ...order.wish, url: target };
  const plan = planRun(wish, startSeconds);
  allow(plan, mostDollars);
  const task = await taskFor({ wish, url: target, id: order.id });
  checkTarget(task);
  const before = task.scenario.does === 'register' ? await prospectFromOutside(target, wish.race) : undefined;
  const canary = await sendCanary(task);
  const prepared: Prepared = {
    order: { ...order, wish },
    startedAt,
    task,
    generators: plan.generators,
    tellEvery: plan.tellEvery,
    startAt: Date.now() + leadSeconds(plan.generators, startSeconds) * 1000,
    canary,
    ...(before && { before }),
  };
  await files.put(fileNames.prepared, JSON.stringify(prepared));
  const shares = Array.from({ length: plan.generators }, (_, share) => ({
    share: String(share),
    wait: waitSeconds(share),
  }));
  return { run: order.id, shares };
};

/** Requests a second that a Stripe sandbox accepts ([rate limits](https://docs.stripe.com/rate-limits)). */
const mostAtStripe = 25;

/** Throws when this crowd would do harm: to real cards, or at a processor whose rules forbid load tests. */
export const checkTarget = ({ site, scenario, wish }: Task): void => {
  if (scenario.does !== 'register') return;
  const { url, publishableKey } = site.processor;
  if (publishableKey.startsWith('pk_live_'))
    throw new Error(`${site.url} takes real money (its page names a live key). A load test needs one that does not.`);
  if (new URL(url).hostname.endsWith('stripe.com') && wish.runners > mostAtStripe)
    throw new Error(
      `${site.url} takes cards through ${url}, whose sandbox is not made for load tests: ${mostAtStripe} runners at most. Deploy it with -c processorUrl=…, the address of a processor of your own.`,
    );
};
