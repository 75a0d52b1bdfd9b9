import { type Draft, sizeOf } from './draft';
import { readPeople } from './people';

/** Of several runners each has a form of his own: `runner` who pays, then `runner-2` and so on. */
export type Step = 'runner' | `runner-${number}` | 'waiver' | 'pay';

/** Whose form it is: 0 is who pays. */
export const stepFor = (who: number): Step => (who === 0 ? 'runner' : `runner-${who + 1}`);

/** The steps of so many, in their order. */
export const stepsOf = (size: number): readonly Step[] => [
  ...Array.from({ length: size }, (_, who) => stepFor(who)),
  'waiver',
  'pay',
];

/** How far the runner may go: a step opens when those before it are done. `today` as `yyyy-mm-dd`. */
export const furthestStep = (draft: Draft, today: string): Step => {
  const undone = readPeople(draft, today).findIndex(({ kind }) => kind !== 'runner');
  if (undone >= 0) return stepFor(undone);
  return draft.accepted !== undefined && draft.accepted === draft.hold?.waiver.hash ? 'pay' : 'waiver';
};

/** The step to show when the address asks for one: never beyond what is done. */
export const stepToShow = (wanted: string | undefined, furthest: Step, size = 1): Step => {
  const steps = stepsOf(size);
  const names: readonly string[] = steps;
  const at = names.indexOf(wanted ?? '');
  if (at < 0) return furthest === 'pay' ? 'pay' : 'runner';
  return steps[Math.min(at, steps.indexOf(furthest))] ?? 'runner';
};

/** The step the address asks for, as far as what is filled in allows. */
export const stepOf = (draft: Draft, wanted: string | undefined, today: string): Step =>
  stepToShow(wanted, furthestStep(draft, today), sizeOf(draft));
