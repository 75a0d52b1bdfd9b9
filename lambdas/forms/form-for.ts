import type { Form } from './form';

/** The events of a form that are hidden from who has no access code. */
export const hiddenEvents = ({ rules = [] }: Form): ReadonlySet<string> =>
  new Set(rules.flatMap(({ accessCode, events }) => (accessCode ? events : [])));

/**
 * The form as people see it who may enter these hidden events, or none of them: without the other hidden ones, and without all
 * that is asked and sold in them alone. It depends on nothing else, so it is for good, as the form is.
 */
export const formFor = <F extends Form>(form: F, opened: readonly string[] = []): F => {
  const hidden = new Set([...hiddenEvents(form)].filter((id) => !opened.includes(id)));
  if (hidden.size === 0) return form;
  const shown = <Part extends { readonly events?: readonly string[] | undefined }>(parts: readonly Part[]) =>
    parts.flatMap((part): readonly Part[] => {
      if (!part.events) return [part];
      const events = part.events.filter((id) => !hidden.has(id));
      return events.length === 0 ? [] : [{ ...part, events }];
    });
  const questions: Form['questions'][number][] = [];
  for (const question of shown(form.questions)) {
    const { showIf } = question;
    // Nobody can answer a question that depends on a hidden one.
    if (!showIf || questions.some(({ id }) => id === showIf.question)) questions.push(question);
  }
  const { items, rules } = form;
  return { ...form, questions, ...(items && { items: shown(items) }), ...(rules && { rules: shown(rules) }) };
};

/** The ids of the variants that are sold in hidden events alone. */
export const hiddenVariants = (form: Form): ReadonlySet<string> => {
  const shown = new Set((formFor(form).items ?? []).flatMap(variantIds));
  return new Set((form.items ?? []).flatMap(variantIds).filter((id) => !shown.has(id)));
};

const variantIds = ({ variants }: NonNullable<Form['items']>[number]) => variants.map(({ id }) => id);
