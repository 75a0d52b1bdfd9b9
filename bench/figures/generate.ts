import type { Generate } from '../../loadtest/generator/generate';
import { generateIn } from '../../loadtest/generator/generate-in';

/**
 * Generates the crowd of every benchmark in four processes. One or two would be enough for the requests, but each pauses to
 * collect its garbage, and the more people it has, the longer: with 25,000 people for 200 ms, in which it is late.
 */
export const generate: Generate = generateIn(4);
