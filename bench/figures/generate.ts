import type { Generate } from '../../loadtest/generator/generate';
import { generateIn } from '../../loadtest/generator/generate-in';

/** Generates the crowd of every benchmark in two processes: one process would need more than a core at its busiest. */
export const generate: Generate = generateIn(2);
