import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Stopped } from './agenda';
import type { Generate } from './generate';
import type { Assignment } from './let-run';
import { raiseAutogroup, startRaised } from './priority';
import { type GeneratorResults, mergeResults, type RawSecond } from './results';
import { secondCollector } from './second-collector';

/** What a generator sends to its parent process. */
export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'second'; readonly second: RawSecond }
  | { readonly kind: 'results'; readonly results: GeneratorResults }
  | { readonly kind: 'failed'; readonly reason: string };

const program = 'loadtest/generator/main.ts';
/** Milliseconds until all begin, at the same moment: enough for the message to reach the last one. */
const headStartMs = 500;

/**
 * Generates the load in processes of their own. Each has a core of its own, undisturbed by the drawing of graphs, and its
 * CPU is measured separately. The plan is split, and the results are merged.
 */
export const generateIn =
  (processes: number): Generate =>
  async (task, { onSecond, signal } = {}) => {
    if (signal?.aborted) throw new Stopped();
    const children = startRaised(() =>
      Array.from({ length: processes }, () =>
        // Detached, so that it has a session and an autogroup of its own, whose priority can be raised.
        fork(join(process.cwd(), program), {
          execArgv: ['--import', 'tsx'],
          serialization: 'advanced',
          detached: true,
        }),
      ),
    );
    for (const { pid } of children) raiseAutogroup(pid);
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

/** Resolves and rejects with what the child sends. A child that ends without results has failed. */
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
  // A failure rejects `ready` as well, and then nobody waits for the results any more.
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
