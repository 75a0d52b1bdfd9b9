import type { Generate } from '../../loadtest/generator/generate';
import { generateIn } from '../../loadtest/generator/generate-in';

/** The crowd of every line, in two processes: one alone would use more than its core when it is busiest. */
export const generate: Generate = generateIn(2);
