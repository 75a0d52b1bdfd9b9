import * as v from 'valibot';
import { difference, readBooks, settledBooks, type Windows } from './books';
import { sendCanary } from './canary';
import { costsOf } from './costs';
import type { Ending } from './ending';
import { endingsOf, generatorFigures, groupsOf, secondOf, stepsOf, totalsOf } from './figures';
import { type Generate, generateHere, type Task } from './generator/generate';
import type { RawSecond } from './generator/harvest';
import { get } from './get';
import { thisMachine, thisVersion } from './machine';
import { readUsage } from './process-usage';
import type { OnProgress } from './progress';
import { type Prospect, prospectOf } from './prospect';
import { scenarioNamed } from './scenarios/all';
import type { Scenario } from './scenarios/scenario';
import type { TestReport, Wish } from './test-report';
import { uuid7 } from './uuid7';
import { validityOf } from './validity';
import { lookVerdict, verdict } from './verdict';

export interface Test {
  readonly wish: Wish;
  /** Where the system is, without a slash at its end. */
  readonly url: string;
  readonly windows: Windows;
  readonly comment?: string;
  /** Only this event of the race. Default: whatever is open. */
  readonly eventId?: string;
  /** Seconds after which who is not done has given up. Default: three minutes more than the forms take at most. */
  readonly patience?: number;
  readonly generate?: Generate;
  readonly onProgress?: OnProgress;
  readonly onEnding?: (ending: Ending, done: number) => void;
  /** Stops it; then it rejects. */
  readonly signal?: AbortSignal;
}

export interface Finished {
  readonly report: TestReport;
  /** The canary's first. */
  readonly endings: readonly Ending[];
}

const config = v.object({ processor: v.object({ url: v.string(), publishableKey: v.string() }) });

/** How long queues, cards and mails may take afterwards. */
const settleSeconds = 180;
/** Offices of a hundred runners each that local addresses can be told apart for, less than there are. */
const offices = 60_000;

/** One load test: the canary, the crowd, the books. Rejects with the reason when it cannot be run at all. */
export const runTest = async (test: Test): Promise<Finished> => {
  const { wish, url, windows, eventId, signal, onProgress = () => undefined } = test;
  const id = uuid7();
  const startedAt = new Date().toISOString();
  const scenario = scenarioFor(wish);
  onProgress({ state: 'canary', done: 0, total: 0 });

  const before = await readBooks(windows, wish.race);
  const prospect =
    scenario.does === 'register' ? await prospectOf(url, wish.race, before.unregistered, eventId) : undefined;
  const task: Task = {
    wish,
    scenario,
    site: { url, ...(await get(config, `${url}/config.json`)) },
    ...(eventId !== undefined && { eventId }),
    run: id.slice(-8),
    // An address may hold so many spots in a quarter of an hour: the next run comes from others.
    firstAddress: Math.floor(Math.random() * offices) * 100,
    patience: test.patience ?? 180 + (wish.together ? 7 : 4) * wish.think[1],
  };
  const canary = await sendCanary(task, signal);
  const usedBefore = readUsage(before.processes);
  const harvest = await (test.generate ?? generateHere)(task, {
    onSecond: secondsTold(wish.runners * canary.requests, onProgress),
    ...(test.onEnding && { onEnding: test.onEnding }),
    ...(signal && { signal }),
  });

  const totals = totalsOf(harvest);
  const counted = { done: totals.requests, total: totals.requests };
  onProgress({ state: 'settling', ...counted });
  const after = await settledBooks(windows, wish.race, settleSeconds, signal);
  const endings = [canary.ending, ...harvest.endings];
  const groups = groupsOf(endings);
  const report: TestReport = {
    id,
    startedAt,
    comment: test.comment ?? '',
    wish,
    machine: thisMachine(),
    version: thisVersion(),
    validity: validityOf(harvest.strain),
    checks: [...judge(endings, prospect, difference(after.books, before.books))],
    endings: endingsOf(endings),
    ...(groups && { groups }),
    steps: [...stepsOf(harvest)],
    series: harvest.seconds.map(secondOf),
    totals,
    costs: [...costsOf(usedBefore, readUsage(after.processes), harvest.strain, totals.registrations)],
    generator: generatorFigures(harvest.strain, totals),
  };
  onProgress({ state: 'finished', ...counted });
  return { report, endings };
};

/** Throws when it cannot be run yet. */
const scenarioFor = ({ scenario: name, abandons, joins }: Wish): Scenario => {
  const scenario = scenarioNamed(name);
  if (scenario.open) throw new Error(`${name}: ${scenario.open}`);
  if (scenario.does !== 'register') return scenario;
  const { habits } = scenario;
  const [leaves, waits] = [abandons ?? habits.abandons, joins ?? habits.joinsWaitingList];
  return { ...scenario, habits: { ...habits, abandons: leaves, joinsWaitingList: waits } };
};

const judge = (endings: readonly Ending[], prospect: Prospect | undefined, added: ReturnType<typeof difference>) =>
  prospect ? verdict(endings, { ...prospect, ...added }) : lookVerdict(endings);

const secondsTold = (total: number, onProgress: OnProgress) => {
  let done = 0;
  return (raw: RawSecond) => {
    done += raw.requests;
    onProgress({ state: 'running', done, total, second: secondOf(raw) });
  };
};
