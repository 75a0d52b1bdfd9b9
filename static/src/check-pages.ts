import { CheckStep } from './entry/check-step';

/** The seventh script: what it costs. The browser loads it while the form of a race is filled in. */
export const checkPages = { CheckStep };
