import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Stopped } from './agenda';
import type { Said } from './carry-out';
import type { Watching } from './let-walk';
import type { Share } from './plan';
import { raiseAutogroup, startRaised } from './priority';
import type { RawSecond } from './results';
import { secondCollector } from './second-collector';

/** What each of several generators is told besides the task. */
export interface Shared {
  readonly share: Share;
  /** Milliseconds since the epoch: all generators begin at once. */
  readonly startAt: number;
}

/** Milliseconds until all begin, at the same moment: enough for the message to reach the last one. */
const headStartMs = 500;

/**
 * Shares a task between processes that run `program`, and returns the results of each. Each has a core of its own,
 * undisturbed by the drawing of graphs, and its CPU is measured separately.
 */
export const inProcesses = async <Task extends object, Results>(
  program: string,
  processes: number,
  task: Task,
  { onSecond, signal, over }: Watching,
): Promise<readonly Results[]> => {
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
  const tellOver = () => {
    // One that is done may have ended.
    for (const child of children) child.send('over', () => undefined);
  };
  signal?.addEventListener('abort', end, { once: true });
  try {
    const collect = secondCollector(processes, onSecond);
    const workers = children.map((child, index) => {
      const worker = watch<Results>(child, (second) => collect.second(index, second));
      worker.results.then(
        () => collect.done(index),
        () => undefined,
      );
      return worker;
    });
    await Promise.all(workers.map(({ ready }) => ready));
    const startAt = Date.now() + headStartMs;
    children.forEach((child, index) => {
      const assignment: Task & Shared = { ...task, share: { index, of: processes }, startAt };
      child.send(assignment);
    });
    over?.addEventListener('abort', tellOver, { once: true });
    if (over?.aborted) tellOver();
    return await Promise.all(workers.map(({ results }) => results));
  } catch (error) {
    throw signal?.aborted ? new Stopped() : error;
  } finally {
    signal?.removeEventListener('abort', end);
    over?.removeEventListener('abort', tellOver);
    end();
  }
};

/** Resolves and rejects with what the child sends. A child that ends without results has failed. */
const watch = <Results>(child: ChildProcess, onSecond: (second: RawSecond) => void) => {
  let begin = () => {};
  let deliver: (results: Results) => void = () => {};
  const failures: ((reason: Error) => void)[] = [];
  const fail = (reason: string) => {
    for (const reject of failures) reject(new Error(reason));
  };
  const ready = new Promise<void>((resolve, reject) => {
    begin = resolve;
    failures.push(reject);
  });
  const results = new Promise<Results>((resolve, reject) => {
    deliver = resolve;
    failures.push(reject);
  });
  // A failure rejects `ready` as well, and then nobody waits for the results any more.
  results.catch(() => undefined);
  child.on('message', (said: Said<Results>) => {
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
