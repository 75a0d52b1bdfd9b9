import { sendCanary } from '../../../loadtest/generator/canary';
import { taskFor } from '../../../loadtest/generator/task-for';
import { costsOf } from '../../../loadtest/report/costs';
import { totalsOf } from '../../../loadtest/report/figures';
import type { Check, Cost, Validity } from '../../../loadtest/report/test-report';
import { readUsage } from '../../../loadtest/target/process-usage';
import { uuid7 } from '../../../loadtest/uuid7';
import { validityOf } from '../../../loadtest/verdict/validity';
import { verdict } from '../../../loadtest/verdict/verdict';
import type { Stage } from '../benchmark';
import { generate } from '../generate';
import { benchRace } from '../system/bench-race';
import { processesOf } from '../system/cpu-used';
import { confirmationsOf, readEventBooks } from '../system/event-books';
import { addHistory } from '../system/history';
import { type OwnSystem, withSystem } from '../system/own-system';
import { openingWish } from './opening';

export interface Rush {
  readonly validity: Validity;
  readonly checks: readonly Check[];
  /** Costs of the crowd alone, until its last mail is out. */
  readonly costs: readonly Cost[];
  /** Registrations a second, from the first row of the crowd to the last, by the database's clock. */
  readonly committedPerSecond: number;
}

/** Mails come last. */
const deadlineSeconds = 600;

/** More spots than runners: when one is lost until its hold ends, nobody has to wait for it. */
const spare = 1.1;

/** Everybody wants a spot at once, with zero think time, in a database that already holds `rows` registrations. */
export const rush = (rows: number, runners: number, within: number, { say, signal }: Stage): Promise<Rush> => {
  const capacity = Math.ceil(runners * spare);
  return withSystem([benchRace(capacity)], async (own) => {
    const { system } = own;
    say(`  ${rows} registrations of former years …`);
    await addHistory(system.urls, rows);
    const wish = openingWish({ runners, within, think: [0, 0] });
    const task = await taskFor({ wish, url: system.urls.page, id: uuid7(), deadlineSeconds });
    const canary = await sendCanary(task, signal);
    await untilMailed(own, 1, signal);
    const before = readUsage(processesOf(system));
    const results = await generate(task, { signal });
    const { registrations } = totalsOf(results);
    await untilMailed(own, 1 + registrations, signal);
    const costs = costsOf(before, readUsage(processesOf(system)), results.generatorLoad, registrations);
    const { committedPerSecond, ...books } = await readEventBooks(own);
    const outcomes = [canary.outcome, ...results.outcomes];
    const checks = verdict(outcomes, { ...books, capacity, heldByOthers: 0 });
    return { validity: validityOf(results.generatorLoad), checks, costs, committedPerSecond };
  });
};

/** Resolves when as many confirmations are sent, or after `deadlineSeconds`. */
export const untilMailed = async (own: OwnSystem, wanted: number, signal: AbortSignal): Promise<void> => {
  for (const giveUp = Date.now() + deadlineSeconds * 1_000; Date.now() < giveUp; ) {
    // When some mails never come, the verdict says so.
    if ((await confirmationsOf(own)) >= wanted) return;
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};
