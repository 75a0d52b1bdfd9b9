import { type Draft, peopleOf } from './draft';
import { readPeople } from './people';

/** Each person in a group has a form: `runner` for the person who pays, then `runner-2` and so on. */
export type Step = 'runner' | `runner-${number}` | 'waiver' | 'pay';

/** The form of one person. `who`: the index of the person; 0 is the person who pays. */
export const stepFor = (who: number): Step => (who === 0 ? 'runner' : `runner-${who + 1}`);

/** A kind of step. One that has nothing to ask of a draft makes no steps of it. */
interface Kind {
  readonly names: (draft: Draft) => readonly Step[];
  /** The index of the first of its steps that misses something; −1 when none does. `today` as `yyyy-mm-dd`. */
  readonly undone: (draft: Draft, today: string) => number;
}

/** The kinds of steps, in their order. The screens of each are in `registration/form/filling.tsx`. */
const kinds = {
  who: {
    names: (draft) => peopleOf(draft).map((_, who) => stepFor(who)),
    undone: (draft, today) => readPeople(draft, today).findIndex(({ kind }) => kind !== 'runner'),
  },
  waiver: {
    names: () => ['waiver'],
    undone: ({ accepted, hold }) => (accepted !== undefined && accepted === hold?.waiver.hash ? -1 : 0),
  },
  pay: { names: () => ['pay'], undone: () => 0 },
} as const satisfies Readonly<Record<string, Kind>>;

export type StepKind = keyof typeof kinds;

const all = Object.entries<Kind>(kinds);

/** The steps of a draft, in their order. */
export const stepsOf = (draft: Draft): readonly Step[] => all.flatMap(([, { names }]) => names(draft));

/** The kind of a step, and which of the kind it is. */
export const kindOf = (draft: Draft, step: Step): { readonly kind: StepKind; readonly at: number } => {
  const [kind = 'who', { names } = kinds.who] = all.find(([, one]) => one.names(draft).includes(step)) ?? [];
  return { kind: kind as StepKind, at: names(draft).indexOf(step) };
};

/** The last step that may be shown: each step needs the ones before it. `today` as `yyyy-mm-dd`. */
export const furthestStep = (draft: Draft, today: string): Step => {
  for (const [, { names, undone }] of all) {
    const step = names(draft)[undone(draft, today)];
    if (step) return step;
  }
  return 'pay';
};

/** The step to show for the one in the address, as far as the draft is filled in. `today` as `yyyy-mm-dd`. */
export const stepOf = (draft: Draft, wanted: string | undefined, today: string): Step => {
  const [steps, furthest] = [stepsOf(draft), furthestStep(draft, today)];
  const [first = furthest, last] = [steps[0], steps.at(-1)];
  const at = steps.findIndex((step) => step === wanted);
  if (at < 0) return furthest === last ? furthest : first;
  return steps[Math.min(at, steps.indexOf(furthest))] ?? first;
};
