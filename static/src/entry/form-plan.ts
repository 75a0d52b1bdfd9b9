import type { Form } from '../../../lambdas/api/form/definition/form';
import { causesOf, offered } from '../../../lambdas/api/form/extras';
import { type Draft, peopleOf } from '../flow/draft';
import type { Filled } from '../flow/events';
import { pay, planOf, type Step, stepFor, waiver } from '../flow/steps';
import { isQuoted } from './quoted';
import { areExtrasRight, isRight, type ReadEntry } from './read-entry';

/** Whether something can be taken or donated, or is asked once for the whole order. */
export const hasExtras = (form: Form, eventId: string, { order }: ReadEntry): boolean =>
  order.questions.length > 0 || offered(form, eventId).length > 0 || causesOf(form).length > 0;

/** A step with a script of its own. `isDone`: undefined when there is nothing to do. */
interface Own {
  readonly name: Step;
  readonly isDone: boolean | undefined;
}

/** The steps of a race with a form. Their screens are in `form-filling.tsx`. */
export const formPlan = (form: Form, filled: Filled, read: ReadEntry, own: readonly Own[] = []) => {
  const shown = own.filter(({ isDone }) => isDone !== undefined);
  return planOf({
    who: {
      names: (draft: Draft) => peopleOf(draft).map((_, who) => stepFor(who)),
      undone: () => read.people.findIndex((part) => !isRight(part)),
    },
    extras: {
      names: ({ eventId }) => (hasExtras(form, eventId, read) ? ['extras'] : []),
      undone: () => (areExtrasRight(read) ? -1 : 0),
    },
    own: { names: () => shown.map(({ name }) => name), undone: () => shown.findIndex(({ isDone }) => !isDone) },
    waiver: form.isShort || shown.some(({ name }) => name === 'waiver') ? { ...waiver, names: () => [] } : waiver,
    check: { names: () => ['check'], undone: () => (isQuoted(filled, read.entry) ? -1 : 0) },
    pay,
  });
};
