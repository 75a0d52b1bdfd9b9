import type { Watching } from './let-walk';
import type { RawSecond } from './results';

/** What a generator sends to its parent process. */
export type Said<Results> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'second'; readonly second: RawSecond }
  | { readonly kind: 'results'; readonly results: Results }
  | { readonly kind: 'failed'; readonly reason: string };

/** The program of a generator process: it carries out one assignment, sends what it saw, and ends with its parent. */
export const carryOut = <Assignment, Results>(
  work: (assignment: Assignment, watching: Watching) => Promise<Results>,
): void => {
  const say = (said: Said<Results>) => void process.send?.(said);
  const over = new AbortController();
  process.once('disconnect', () => process.exit(1));
  process.once('message', (assignment: Assignment) => {
    // The only other message says that the run is over.
    process.once('message', () => over.abort());
    work(assignment, { onSecond: (second) => say({ kind: 'second', second }), over: over.signal }).then(
      (results) => say({ kind: 'results', results }),
      (error: unknown) => say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
  });
  say({ kind: 'ready' });
};
