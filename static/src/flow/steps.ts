import { type Draft, sizeOf } from './draft';
import { readPeople } from './people';

/** Each person in a group has a form: `runner` for the person who pays, then `runner-2` and so on. */
export type Step = 'runner' | `runner-${number}` | 'waiver' | 'pay';

/** The form of one person. `who`: the index of the person; 0 is the person who pays. */
export const stepFor = (who: number): Step => (who === 0 ? 'runner' : `runner-${who + 1}`);

/** The steps of a group of this size, in their order. */
export const stepsOf = (size: number): readonly Step[] => [
  ...Array.from({ length: size }, (_, who) => stepFor(who)),
  'waiver',
  'pay',
];

/** The last step that may be shown: each step needs the ones before it. `today` as `yyyy-mm-dd`. */
export const furthestStep = (draft: Draft, today: string): Step => {
  const undone = readPeople(draft, today).findIndex(({ kind }) => kind !== 'runner');
  if (undone >= 0) return stepFor(undone);
  return draft.accepted !== undefined && draft.accepted === draft.hold?.waiver.hash ? 'pay' : 'waiver';
};

/** The step to show for the one in the address, never after `furthest`. */
export const stepToShow = (wanted: string | undefined, furthest: Step, size = 1): Step => {
  const steps = stepsOf(size);
  const names: readonly string[] = steps;
  const at = names.indexOf(wanted ?? '');
  if (at < 0) return furthest === 'pay' ? 'pay' : 'runner';
  return steps[Math.min(at, steps.indexOf(furthest))] ?? 'runner';
};

/** The step to show for the one in the address, as far as the draft is filled in. `today` as `yyyy-mm-dd`. */
export const stepOf = (draft: Draft, wanted: string | undefined, today: string): Step =>
  stepToShow(wanted, furthestStep(draft, today), sizeOf(draft));
