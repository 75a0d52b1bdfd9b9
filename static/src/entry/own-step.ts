import type { ComponentChild } from 'preact';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Step } from '../flow/steps';
import type { Answered, Fault, ProblemFailure } from '../http/failure';
import type { StepProps } from './person-step';
import type { ReadEntry } from './read-entry';

/** What a step is drawn with. All but `read` stays the same while a form is filled in. */
export interface OwnStepAsked {
  readonly form: Form;
  readonly race: RaceMessage;
  readonly eventId: string;
  readonly registrationId: string;
  /** What was typed, with what the steps before it added. */
  readonly read: ReadEntry;
}

export interface OwnStepDrawn {
  /** With what was done at this step; without an entry while something is missing here. */
  readonly read: ReadEntry;
  /** Undefined when there is nothing to do at this step: then it is not shown. */
  readonly isDone: boolean | undefined;
  readonly screen: (common: StepProps) => ComponentChild;
}

/** A step that only some forms have, in a script of its own. */
export interface OwnStep {
  readonly name: Step;
  /** What the button to it says. */
  readonly toIt: string;
  /** The address of its style sheet. */
  readonly sheet: string;
  /** A hook: it is called each time the form is drawn, also while another step is shown. */
  readonly useStep: (asked: OwnStepAsked) => OwnStepDrawn;
  /** Whether what the server found is shown at this step. */
  readonly isAbout: (fault: Fault) => boolean;
  /** What a refusal of the quote says about this step. */
  readonly refusals?: (problem: ProblemFailure) => readonly Fault[];
  /** Findings with the fields where they are shown, of this step or of one before it. */
  readonly placed?: (faults: readonly Fault[]) => readonly Fault[];
}

interface Load {
  readonly isNeeded: (form: Form) => boolean;
  readonly load: (form: Form) => Promise<OwnStep>;
}

/** In the order of the steps: they come after the extras. */
const own: readonly Load[] = [
  {
    isNeeded: ({ teams }) => teams !== undefined,
    load: () => import('../team-pages').then(({ teamPages }) => teamPages.step),
  },
  {
    isNeeded: ({ documents = [], rules = [] }) => documents.length + rules.length > 0,
    load: (form) => import('../sign-pages').then(({ signPages }) => signPages.stepOf(form)),
  },
];

/** Loads the scripts of those steps that this form needs. */
export const ownStepsOf = (form: Form): Promise<Answered<readonly OwnStep[]>> =>
  Promise.all(own.filter(({ isNeeded }) => isNeeded(form)).map(({ load }) => load(form))).then(
    (value) => ({ kind: 'ok', value }),
    () => ({ kind: 'network' }),
  );
