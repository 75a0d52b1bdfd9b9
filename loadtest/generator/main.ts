import type { Said } from './generate-in';
import { type Assignment, letRun } from './let-run';

/** The program of a generator process: it carries out one assignment, sends what it saw, and ends with its parent. */
const say = (said: Said) => void process.send?.(said);

process.once('disconnect', () => process.exit(1));
process.once('message', (assignment: Assignment) => {
  letRun(assignment, { onSecond: (second) => say({ kind: 'second', second }) }).then(
    (results) => say({ kind: 'results', results }),
    (error: unknown) => say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
say({ kind: 'ready' });
