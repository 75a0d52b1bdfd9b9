import type { Form } from './definition/form';

const made = new WeakMap<Form, Form>();

/**
 * What somebody is asked who takes over a spot: about themselves, and for their signatures. What was bought goes with the
 * spot, and what is asked once for an order was answered by the person who paid. The same object for the same form.
 */
export const formOfTransfer = (form: Form): Form => {
  const known = made.get(form) ?? {
    ...form,
    questions: form.questions.filter(({ of }) => of === 'person'),
    items: [],
    causes: [],
  };
  made.set(form, known);
  return known;
};
