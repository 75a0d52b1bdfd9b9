import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import type { Form } from '../../lambdas/api/form/definition/form';

export const marathon = '01890a5d-ac96-774b-bcce-b302099a8057';
export const ten = '01890a5d-ac96-774b-bcce-b302099a8058';

const en = (text: string) => ({ en: text });

/** A question that waits for another, one of one event, a sensitive one, and one for the order. */
export const aForm = {
  language: 'en',
  questions: [
    {
      id: 'gender',
      type: 'choice',
      role: 'gender',
      required: true,
      label: en('Gender'),
      options: ['female', 'male', 'non-binary'].map((id) => ({ id, label: en(id) })),
    },
    { id: 'contact', type: 'text', role: 'emergency-contact', required: true, label: en('Emergency contact') },
    {
      id: 'bus',
      type: 'choice',
      required: true,
      label: en('Bus?'),
      options: ['yes', 'no'].map((id) => ({ id, label: en(id) })),
    },
    {
      id: 'stop',
      type: 'text',
      required: true,
      maxLength: 20,
      label: en('Where?'),
      showIf: { question: 'bus', in: ['yes'] },
    },
    {
      id: 'best',
      type: 'duration',
      role: 'qualifying-time',
      events: [marathon],
      required: true,
      label: en('Best time'),
    },
    { id: 'private-allergies', type: 'long-text', sensitive: true, label: en('Allergies') },
    {
      id: 'heard',
      type: 'choices',
      of: 'order',
      label: en('How did you hear of us?'),
      options: ['friend', 'web', 'club'].map((id) => ({ id, label: en(id) })),
    },
  ],
};

export const readForm = (form: unknown): Form => v.parse(formDefinition, form) as Form;

/** The form with one question changed, and what its schema then says. */
export const faultsWith = (change: (questions: Record<string, unknown>[]) => void): readonly string[] => {
  const form = structuredClone(aForm) as { questions: Record<string, unknown>[] };
  change(form.questions);
  const read = v.safeParse(formDefinition, form);
  return read.success ? [] : read.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
};
