import { ExtrasStep } from './extras/extras-step';
import { MissingItems } from './extras/missing-items';

/** The script of extras. The browser loads it when the form of a race has some. */
export const extrasPages = { ExtrasStep, MissingItems };
