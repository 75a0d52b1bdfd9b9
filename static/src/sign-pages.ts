import { signStepOf } from './sign/sign-own-step';
import { SignStep } from './sign/sign-step';
import { atTheirFields, useSigning } from './sign/use-signing';

/** The sixth script: signing, and who may run. The browser loads it where the form of a race has documents or rules. */
export const signPages = { stepOf: signStepOf, SignStep, useSigning, atTheirFields };
