import type { Generate } from './generate';
import { inProcesses } from './in-processes';
import { type GeneratorResults, mergeResults } from './results';

const program = 'loadtest/generator/main.ts';

/** Generates the load in processes of their own: the plan is split, and the results are merged. */
export const generateIn =
  (processes: number): Generate =>
  async (task, watching = {}) =>
    mergeResults(await inProcesses<typeof task, GeneratorResults>(program, processes, task, watching));
