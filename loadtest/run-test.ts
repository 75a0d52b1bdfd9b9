import { sendCanary } from './generator/canary';
import { type Generate, generateHere } from './generator/generate';
import type { RawSecond } from './generator/results';
import { taskFor } from './generator/task-for';
import type { Outcome } from './people/outcome';
import { composeReport } from './report/compose-report';
import { costsOf } from './report/costs';
import { secondOf, totalsOf } from './report/figures';
import { thisMachine, thisVersion } from './report/machine';
import type { OnProgress } from './report/progress';
import type { TestReport, Wish } from './report/test-report';
import { difference, presentBooks, settledBooks, type Windows } from './target/books';
import { readUsage } from './target/process-usage';
import { type Prospect, prospectOf } from './target/prospect';
import { uuid7 } from './uuid7';
import { validityOf } from './verdict/validity';
import { lookVerdict, verdict } from './verdict/verdict';

export interface Test {
  readonly wish: Wish;
  /** Address of the system, without a slash at its end. */
  readonly url: string;
  readonly windows: Windows;
  readonly comment?: string;
  /** Where the mail of all runners can be read, if some pass their spot on. */
  readonly inbox?: string;
  /** Only this event of the race. Default: any event that is open. */
  readonly eventId?: string;
  /** Seconds after departure when a runner gives up. Default: three minutes more than the forms take at most. */
  readonly deadlineSeconds?: number;
  readonly generate?: Generate;
  readonly onProgress?: OnProgress;
  readonly onOutcome?: (outcome: Outcome, done: number) => void;
  /** Stops the test, which then rejects. */
  readonly signal?: AbortSignal;
}

export interface Finished {
  readonly report: TestReport;
  /** The canary's outcome first. */
  readonly outcomes: readonly Outcome[];
}

/** Seconds for which a busy system may fail to show its books before the run. */
const presentSeconds = 15;
/** Seconds that queues, cards and mails may need after the run. */
const settleSeconds = 180;

/** One load test: the canary, the crowd, the books. Rejects with the reason when it cannot be run. */
export const runTest = async (test: Test): Promise<Finished> => {
  const { wish, url, windows, eventId, signal, onProgress = () => undefined } = test;
  const id = uuid7();
  const startedAt = new Date().toISOString();
  onProgress({ state: 'canary', done: 0, total: 0 });

  const task = await taskFor({ ...test, id });
  const before = await presentBooks(windows, wish.race, presentSeconds, signal);
  const prospect =
    task.scenario.does === 'register' ? await prospectOf(url, wish.race, before.unregistered, eventId) : undefined;
  const canary = await sendCanary(task, signal);
  const usedBefore = readUsage(before.processes);
  const results = await (test.generate ?? generateHere)(task, {
    onSecond: secondsTold(wish.runners * canary.requests, onProgress),
    ...(test.onOutcome && { onOutcome: test.onOutcome }),
    ...(signal && { signal }),
  });

  const totals = totalsOf(results);
  const counted = { done: totals.requests, total: totals.requests };
  onProgress({ state: 'settling', ...counted });
  const after = await settledBooks(windows, wish.race, settleSeconds, signal);
  const outcomes = [canary.outcome, ...results.outcomes];
  const report = composeReport({
    id,
    startedAt,
    ...(test.comment !== undefined && { comment: test.comment }),
    wish,
    machine: thisMachine(),
    version: thisVersion(),
    results,
    outcomes,
    validity: validityOf(results.generatorLoad),
    checks: judge(outcomes, prospect, difference(after.books, before.books)),
    costs: costsOf(usedBefore, readUsage(after.processes), results.generatorLoad, totals.registrations),
  });
  onProgress({ state: 'finished', ...counted });
  return { report, outcomes };
};

const judge = (outcomes: readonly Outcome[], prospect: Prospect | undefined, added: ReturnType<typeof difference>) =>
  prospect ? verdict(outcomes, { ...prospect, ...added }) : lookVerdict(outcomes);

const secondsTold = (total: number, onProgress: OnProgress) => {
  let done = 0;
  return (raw: RawSecond) => {
    done += raw.requests;
    onProgress({ state: 'running', done, total, second: secondOf(raw) });
  };
};
