import type { Form } from './definition/form';

const made = new WeakMap<Form, Map<string, Form>>();

/**
 * The form of an event in which nobody runs: who it is, a donation, and what names this event. Questions, items and
 * documents for everybody are for those who run. Made once for each form and event.
 */
export const shortForm = (form: Form, eventId: string): Form => {
  const ofForm = made.get(form) ?? new Map<string, Form>();
  made.set(form, ofForm);
  const known = ofForm.get(eventId) ?? shorten(form, eventId);
  ofForm.set(eventId, known);
  return known;
};

const shorten = (form: Form, eventId: string): Form => {
  const { language, questions, items = [], causes, fee } = form;
  const isOfEvent = ({ events }: { readonly events?: readonly string[] | undefined }) =>
    events?.includes(eventId) ?? false;
  return {
    language,
    questions: questions.filter(isOfEvent),
    items: items.filter(isOfEvent),
    ...(causes && { causes }),
    ...(fee && { fee }),
    isShort: true,
  };
};
