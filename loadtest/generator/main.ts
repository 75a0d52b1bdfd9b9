import type { Said } from './generate-in';
import { type Assignment, letRun } from './let-run';

/** A generator of its own: does what it is sent, says what it saw, and ends with whoever sent it. */
const say = (said: Said) => void process.send?.(said);

process.once('disconnect', () => process.exit(1));
process.once('message', (assignment: Assignment) => {
  letRun(assignment, { onSecond: (second) => say({ kind: 'second', second }) }).then(
    (results) => say({ kind: 'results', results }),
    (error: unknown) => say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
say({ kind: 'ready' });
