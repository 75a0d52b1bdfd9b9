import { type Challenge, createSolver } from './work';

/** A file of its own, which imports nothing: the page loads it when it is asked for work, and its workers are the same file. */

interface Share extends Challenge {
  readonly first: number;
  readonly step: number;
}

/** As many as leave the page itself a core. */
const maxWorkers = 4;
const batch = 20_000;

if (typeof document === 'undefined' && typeof addEventListener === 'function')
  addEventListener('message', ({ data }: MessageEvent<Share>) => {
    const solve = createSolver(data, data.first, data.step);
    for (;;) {
      const nonce = solve(batch);
      if (nonce !== undefined) return postMessage(nonce);
    }
  });

const byWorkers = (challenge: Challenge, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const many = Math.min(maxWorkers, Math.max(1, navigator.hardwareConcurrency - 1 || 1));
    const workers = Array.from({ length: many }, () => new Worker(import.meta.url, { type: 'module' }));
    const end = (settle: () => void) => {
      for (const worker of workers) worker.terminate();
      settle();
    };
    for (const [first, worker] of workers.entries()) {
      worker.onmessage = ({ data }: MessageEvent<string>) => end(() => resolve(data));
      worker.onerror = () => end(() => reject(new Error('this browser has no such workers')));
      worker.postMessage({ ...challenge, first, step: many } satisfies Share);
    }
    signal.addEventListener('abort', () => end(() => reject(signal.reason)));
  });

/** On the page's own thread, in slices that nobody feels. */
const bySlices = async (challenge: Challenge, signal: AbortSignal): Promise<string | undefined> => {
  const solve = createSolver(challenge);
  for (let nonce: string | undefined; !signal.aborted; ) {
    const until = performance.now() + 10;
    while (nonce === undefined && performance.now() < until) nonce = solve(500);
    if (nonce !== undefined) return nonce;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
};

/** The nonce, unless it is not wanted any more. */
export const prove = (challenge: Challenge, signal: AbortSignal): Promise<string | undefined> =>
  byWorkers(challenge, signal).catch(() => bySlices(challenge, signal));
