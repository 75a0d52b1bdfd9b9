import { type Challenge, createSolver } from './proof-of-work';

// This is a separate script, loaded when the server sends a challenge. Its web workers run the same file.

interface Share extends Challenge {
  readonly first: number;
  readonly step: number;
}

/** The page uses one core less than there are, and never more workers than this. */
const maxWorkers = 4;
const noncesPerBatch = 20_000;
const sliceMs = 10;
const noncesPerSliceCheck = 500;

if (typeof document === 'undefined' && typeof addEventListener === 'function')
  addEventListener('message', ({ data }: MessageEvent<Share>) => {
    const solve = createSolver(data, data.first, data.step);
    for (;;) {
      const nonce = solve(noncesPerBatch);
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

/** On the page's own thread, in slices so short that the page stays responsive. */
const bySlices = async (challenge: Challenge, signal: AbortSignal): Promise<string | undefined> => {
  const solve = createSolver(challenge);
  for (let nonce: string | undefined; !signal.aborted; ) {
    const until = performance.now() + sliceMs;
    while (nonce === undefined && performance.now() < until) nonce = solve(noncesPerSliceCheck);
    if (nonce !== undefined) return nonce;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
};

/** Searches the nonce for a challenge. Undefined if `signal` was aborted. */
export const prove = (challenge: Challenge, signal: AbortSignal): Promise<string | undefined> =>
  byWorkers(challenge, signal).catch(() => bySlices(challenge, signal));
