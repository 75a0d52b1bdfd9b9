import { type Draft, peopleOf } from './draft';
import { readPeople } from './people';

/** Each person in a group has a form: `runner` for the person who pays, then `runner-2` and so on. */
export type Step = 'runner' | `runner-${number}` | 'extras' | 'team' | 'sign' | 'waiver' | 'check' | 'pay';

/** The form of one person. `who`: the index of the person; 0 is the person who pays. */
export const stepFor = (who: number): Step => (who === 0 ? 'runner' : `runner-${who + 1}`);

/** A kind of step. One that has nothing to ask of a draft makes no steps of it. */
export interface Kind {
  readonly names: (draft: Draft) => readonly Step[];
  /** The index of the first of its steps that misses something; −1 when none does. `today` as `yyyy-mm-dd`. */
  readonly undone: (draft: Draft, today: string) => number;
}

export const waiver: Kind = {
  names: () => ['waiver'],
  undone: ({ accepted, hold }) => (accepted !== undefined && accepted === hold?.waiver.hash ? -1 : 0),
};
export const pay: Kind = { names: () => ['pay'], undone: () => 0 };

/** The kinds of steps of a race without a form, in their order. The screens of each are in `registration/form/filling.tsx`. */
const kinds = {
  who: {
    names: (draft) => peopleOf(draft).map((_, who) => stepFor(who)),
    undone: (draft, today) => readPeople(draft, today).findIndex(({ kind }) => kind !== 'runner'),
  },
  waiver,
  pay,
} as const satisfies Readonly<Record<string, Kind>>;

/** The steps that these kinds make, in their order. The last kind is never done. */
export const planOf = <Name extends string>(kinds: Readonly<Record<Name, Kind>>) => {
  const all = Object.entries<Kind>(kinds);

  /** The steps of a draft, in their order. */
  const stepsOf = (draft: Draft): readonly Step[] => all.flatMap(([, { names }]) => names(draft));

  /** The kind of a step, and which of the kind it is. */
  const kindOf = (draft: Draft, step: Step): { readonly kind: Name; readonly at: number } => {
    const found = all.find(([, { names }]) => names(draft).includes(step));
    return { kind: found?.[0] as Name, at: found?.[1].names(draft).indexOf(step) ?? 0 };
  };

  /** The last step that may be shown: each step needs the ones before it. `today` as `yyyy-mm-dd`. */
  const furthestStep = (draft: Draft, today: string): Step => {
    for (const [, { names, undone }] of all) {
      const step = names(draft)[undone(draft, today)];
      if (step) return step;
    }
    return 'pay';
  };

  /** The step to show for the one in the address, as far as the draft is filled in. `today` as `yyyy-mm-dd`. */
  const stepOf = (draft: Draft, wanted: string | undefined, today: string): Step => {
    const [steps, furthest] = [stepsOf(draft), furthestStep(draft, today)];
    const [first = furthest, last] = [steps[0], steps.at(-1)];
    const at = (steps as readonly (string | undefined)[]).indexOf(wanted);
    if (at < 0) return furthest === last ? furthest : first;
    return steps[Math.min(at, steps.indexOf(furthest))] ?? first;
  };
  return { stepsOf, kindOf, furthestStep, stepOf };
};

export const { stepsOf, kindOf, furthestStep, stepOf } = planOf(kinds);
