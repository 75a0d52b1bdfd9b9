import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { Stopped } from './agenda';
import type { Generate } from './generate';
import { type GeneratorResults, mergeResults, type RawSecond } from './harvest';
import type { Assignment } from './let-run';
import { secondCollector } from './second-collector';

/** What a generator says to whom it works for. */
export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'second'; readonly second: RawSecond }
  | { readonly kind: 'results'; readonly results: GeneratorResults }
  | { readonly kind: 'failed'; readonly reason: string };

const program = 'loadtest/generator/main.ts';
/** All begin at the same moment, when the last one has surely heard of it. */
const headStartMs = 500;

/**
 * In processes of their own: each has a core's worth of time, none of it taken by whoever draws graphs, and what the
 * generator uses can be told from what the rest does. The plan is split, the parts are added up.
 */
export const generateIn =
  (processes: number): Generate =>
  async (task, { onSecond, signal } = {}) => {
    if (signal?.aborted) throw new Stopped();
    const children = inAHurry(() =>
      Array.from({ length: processes }, () =>
        fork(join(process.cwd(), program), { execArgv: ['--import', 'tsx'], serialization: 'advanced' }),
      ),
    );
    const end = () => {
      for (const child of children) child.kill('SIGKILL');
    };
    signal?.addEventListener('abort', end, { once: true });
    try {
      const collect = secondCollector(processes, onSecond);
      const workers = children.map((child, index) => {
        const worker = watch(child, (second) => collect.second(index, second));
        worker.results.then(
          () => collect.done(index),
          () => undefined,
        );
        return worker;
      });
      await Promise.all(workers.map(({ ready }) => ready));
      const startAt = Date.now() + headStartMs;
      children.forEach((child, index) => {
        const assignment: Assignment = { ...task, share: { index, of: processes }, startAt };
        child.send(assignment);
      });
      return mergeResults(await Promise.all(workers.map(({ results }) => results)));
    } catch (error) {
      throw signal?.aborted ? new Stopped() : error;
    } finally {
      signal?.removeEventListener('abort', end);
      end();
    }
  };

/** As `nice` counts: before everybody who is not as much in a hurry. */
const priority = -10;

/**
 * What is started meanwhile goes before others: often it is on one machine with what it examines, and must keep its plan when
 * that takes all there is. From its first moment: its threads inherit it, and one that collects garbage must not wait either.
 */
const inAHurry = <T>(start: () => T): T => {
  const usual = getPriority();
  try {
    setPriority(priority);
  } catch {
    // Only root may. A generator that comes too late is found out, and its run is void.
    return start();
  }
  try {
    return start();
  } finally {
    setPriority(usual);
  }
};

/** Resolves and rejects with what the child says; a child that ends without a word has failed. */
const watch = (child: ChildProcess, onSecond: (second: RawSecond) => void) => {
  let begin = () => {};
  let deliver: (results: GeneratorResults) => void = () => {};
  const failures: ((reason: Error) => void)[] = [];
  const fail = (reason: string) => {
    for (const reject of failures) reject(new Error(reason));
  };
  const ready = new Promise<void>((resolve, reject) => {
    begin = resolve;
    failures.push(reject);
  });
  const results = new Promise<GeneratorResults>((resolve, reject) => {
    deliver = resolve;
    failures.push(reject);
  });
  // Whoever waits for `ready` hears of it there; then nobody waits for the results any more.
  results.catch(() => undefined);
  child.on('message', (said: Said) => {
    if (said.kind === 'ready') begin();
    else if (said.kind === 'second') onSecond(said.second);
    else if (said.kind === 'results') deliver(said.results);
    else fail(said.reason);
  });
  child.once('error', (error) => fail(`A generator could not be started: ${error.message}`));
  child.once('exit', (code, signal) =>
    fail(`A generator ended before its runners did (${signal ?? `exit code ${code}`}).`),
  );
  return { ready, results };
};
