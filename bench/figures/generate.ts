import type { Generate } from '../../loadtest/generator/generate';
import { generateIn } from '../../loadtest/generator/generate-in';

/**
 * The crowd of every benchmark is generated in four processes. One or two would be enough for the requests, but each pauses to
 * collect its garbage, and the more people it has, the longer: with 25,000 people for 200 ms, in which it is late.
 */
export const generators = 4;

export const generate: Generate = generateIn(generators);
