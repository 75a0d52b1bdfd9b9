import type { Shared } from './in-processes';
import { type Assignment, letRun, type RunWatching } from './let-run';
import type { GeneratorResults } from './results';

export type Task = Omit<Assignment, keyof Shared>;

/** Lets a whole crowd run, in as many processes as needed. */
export type Generate = (task: Task, watching?: RunWatching) => Promise<GeneratorResults>;

/** In this process, for small crowds. */
export const generateHere: Generate = (task, watching) =>
  letRun({ ...task, share: { index: 0, of: 1 }, startAt: Date.now() }, watching);
