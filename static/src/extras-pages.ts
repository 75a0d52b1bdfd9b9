import { ExtrasStep } from './extras/extras-step';
import { MissingItems } from './extras/missing-items';

/** The seventh script: extras, and what of them is left. The browser loads it where the form of a race has some. */
export const extrasPages = { ExtrasStep, MissingItems };
