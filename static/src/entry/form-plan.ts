import { type Draft, peopleOf } from '../flow/draft';
import { pay, planOf, stepFor, waiver } from '../flow/steps';
import { isRight, type ReadEntry } from './read-entry';

/** Whether something is asked once for the whole order. */
const hasExtras = ({ order }: ReadEntry): boolean => order.questions.length > 0;

/** The steps of a race with a form. Their screens are in `form-filling.tsx`. */
export const formPlan = (read: ReadEntry) =>
  planOf({
    who: {
      names: (draft: Draft) => peopleOf(draft).map((_, who) => stepFor(who)),
      undone: () => read.people.findIndex((part) => !isRight(part)),
    },
    extras: { names: () => (hasExtras(read) ? ['extras'] : []), undone: () => (isRight(read.order) ? -1 : 0) },
    waiver,
    pay,
  });
