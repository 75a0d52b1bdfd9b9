import { type Assignment, letRun, type Watching } from './let-run';
import type { GeneratorResults } from './results';

export type Task = Omit<Assignment, 'share' | 'startAt'>;

/** Lets a whole crowd run, in as many processes as needed. */
export type Generate = (task: Task, watching?: Watching) => Promise<GeneratorResults>;

/** In this process, for small crowds. */
export const generateHere: Generate = (task, watching) =>
  letRun({ ...task, share: { index: 0, of: 1 }, startAt: Date.now() }, watching);
