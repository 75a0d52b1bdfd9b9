import { CheckStep } from './entry/check-step';

/** The script of the Check step. The browser loads it while the form of a race is filled in. */
export const checkPages = { CheckStep };
