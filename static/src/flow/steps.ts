import type { Draft } from './draft';
import { readRunner } from './runner';

export const steps = ['runner', 'waiver', 'pay'] as const;
export type Step = (typeof steps)[number];

export const isStep = (text: string | undefined): text is Step => steps.some((step) => step === text);

/** How far the runner may go: a step opens when those before it are done. `today` as `yyyy-mm-dd`. */
export const furthestStep = (draft: Draft, today: string): Step => {
  if (readRunner(draft.typed, today).kind !== 'runner') return 'runner';
  return draft.accepted !== undefined && draft.accepted === draft.hold?.waiver.hash ? 'pay' : 'waiver';
};

/** The step to show when the address asks for one: never beyond what is done. */
export const stepToShow = (wanted: string | undefined, furthest: Step): Step => {
  if (!isStep(wanted)) return furthest === 'pay' ? 'pay' : 'runner';
  return steps.indexOf(wanted) <= steps.indexOf(furthest) ? wanted : furthest;
};
