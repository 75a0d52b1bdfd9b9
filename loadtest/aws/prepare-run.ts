import { sendCanary } from '../canary';
import { taskFor } from '../task-for';
import { checkTarget } from './fair-target';
import type { Order, Prepared } from './run';
import { fileNames, type RunFiles } from './run-files';
import { allow, leadSeconds, planRun } from './run-plan';
import { prospectFromOutside } from './spots-left';

export interface Preparing {
  readonly files: RunFiles;
  /** Where the system is, without a slash at its end. */
  readonly target: string;
  /** US dollars that a run may cost. */
  readonly mostDollars: number;
  /** Seconds until a generator is up that was asked for. */
  readonly startSeconds: number;
}

/** What the state machine goes on with. */
export interface Shares {
  readonly run: string;
  /** One for each generator. Text: Step Functions puts it into the environment of a container. */
  readonly shares: readonly string[];
}

/**
 * Everything that can fail before a crowd sets off fails here: the price, the target, the race, the canary. Rejects with
 * the reason. The moment all generators begin is fixed here too.
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
  return { run: order.id, shares: Array.from({ length: plan.generators }, (_, share) => String(share)) };
};
