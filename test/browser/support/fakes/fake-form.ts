import * as v from 'valibot';
import { formDefinition } from '../../../../lambdas/api/form/definition/definition';
import type { Form } from '../../../../lambdas/api/form/definition/form';
import { clubId, marathonId } from './fake-races';

const en = (text: string) => ({ en: text });
const options = (...ids: string[]) => ids.map((id) => ({ id, label: en(id.charAt(0).toUpperCase() + id.slice(1)) }));

/** Every type of question, one that waits for another, a sensitive one, and one for the order. */
const definition = {
  language: 'en',
  questions: [
    {
      id: 'gender',
      type: 'choice',
      role: 'gender',
      required: true,
      label: en('Results list'),
      help: en('Where start lists and results put the runner.'),
      options: ['female', 'male', 'non-binary'].map((id, n) => ({
        id,
        label: en(['Women', 'Men', 'Non-binary'][n] ?? ''),
      })),
    },
    {
      id: 'contact',
      type: 'text',
      role: 'emergency-contact',
      required: true,
      label: en('Emergency contact'),
      help: en('A name and a telephone number we can call on the day.'),
    },
    {
      id: 'bus',
      type: 'choice',
      required: true,
      label: en('Do you take the bus to the start?'),
      options: options('yes', 'no'),
    },
    {
      id: 'stop',
      type: 'text',
      required: true,
      maxLength: 20,
      label: en('Where do you get on?'),
      showIf: { question: 'bus', in: ['yes'] },
    },
    { id: 'best', type: 'duration', events: [marathonId], label: en('Best time over this distance'), max: 36_000 },
    { id: 'runs', type: 'number', label: en('How many marathons have you run?'), min: 0, max: 500 },
    { id: 'since', type: 'date', label: en('Member of the club since'), min: '1950-01-01', max: '2027-12-31' },
    { id: 'country', type: 'country', role: 'nationality', label: en('Nationality') },
    { id: 'phone', type: 'phone', role: 'phone', label: en('Mobile phone') },
    {
      id: 'helps',
      type: 'choices',
      max: 2,
      label: en('Can you help at another race?'),
      options: options('water', 'parking', 'finish'),
    },
    { id: 'private-health', type: 'long-text', sensitive: true, label: en('What should the doctor know?') },
    { id: 'photos', type: 'consent', label: en('My picture may be in the newspaper.') },
    {
      id: 'heard',
      type: 'choices',
      of: 'order',
      required: true,
      label: en('How did you hear of us?'),
      options: options('friend', 'web', 'club'),
    },
  ],
  items: [
    {
      id: 'shirt',
      label: en('Shirt'),
      included: true,
      variants: ['s', 'm', 'l'].map((id) => ({ id: `shirt-${id}`, label: en(id.toUpperCase()), price: 0 })),
    },
    {
      id: 'pasta-party',
      label: en('Pasta party'),
      help: en('On the evening before, in the old mill.'),
      maxPerPerson: 4,
      variants: [
        { id: 'pasta', label: en('Ticket'), price: 1250 },
        { id: 'pasta-child', label: en('Ticket for a child'), price: 600 },
      ],
    },
    {
      id: 'hoodie',
      label: en('Hoodie'),
      variants: [
        { id: 'hoodie-m', label: en('M'), price: 4500 },
        { id: 'hoodie-l', label: en('L'), price: 4500 },
      ],
    },
  ],
  causes: [{ id: 'trees', label: en('Trees for the mill'), presets: [500, 2000], least: 200, most: 100_000 }],
  fee: { basisPoints: 300, fixed: 50 },
  fundraising: true,
};

export const fullForm = v.parse(formDefinition, definition) as Form;

/** The full form, with an event that is hidden, and what is asked in it alone. */
export const clubForm: Form = {
  ...fullForm,
  questions: [
    { id: 'member', type: 'text', of: 'person', required: true, label: en('Member number'), events: [clubId] },
    ...fullForm.questions,
  ],
  rules: [{ events: [clubId], accessCode: true }],
};

/** The full form with so many of each shirt and hoodie. */
export const limitedForm: Form = {
  ...fullForm,
  items: (fullForm.items ?? []).map((item) =>
    item.id === 'pasta-party'
      ? item
      : { ...item, variants: item.variants.map((variant) => ({ ...variant, limited: true })) },
  ),
};

/** The full form after the race began to ask one thing more. */
export const nextForm: Form = {
  ...fullForm,
  questions: [
    ...fullForm.questions,
    { id: 'club', type: 'text', of: 'person', required: true, label: { en: 'Your club' } },
  ],
};

/** By the letter that its hash consists of. */
const texts = {
  w: ['2027-1', 'I have trained for the distance, and I am in good health on the day. '.repeat(12)],
  m: ['2027-1', 'My child has trained for the distance, and I am in reach on the day. '.repeat(12)],
  t: ['3', 'Bibs are personal. Dogs stay at home. '.repeat(20)],
  n: ['4', 'Bibs are personal. Dogs and drones stay at home. '.repeat(20)],
} as const;
const hashOf = (letter: keyof typeof texts) => letter.repeat(43);

/** The text with this hash. */
export const textWith = (hash: string) => {
  const [version, text] = texts[hash[0] as keyof typeof texts] ?? [];
  return text && { hash, version, locale: 'en', text: `${text}\n\n${text}` };
};

/** A race for people of at least twelve, with a text to sign by name, one for minors, and terms. */
export const signedForm = v.parse(formDefinition, {
  language: 'en',
  questions: definition.questions.slice(0, 2),
  rules: [{ events: [marathonId], minAge: 12 }],
  documents: [
    { kind: 'waiver', hash: hashOf('w'), signature: 'typed-name' },
    { kind: 'minor-waiver', hash: hashOf('m') },
    { kind: 'terms', hash: hashOf('t') },
  ],
}) as Form;

/** The same after the terms changed. */
export const renewedForm: Form = {
  ...signedForm,
  documents: [...(signedForm.documents ?? []).slice(0, 2), { kind: 'terms', hash: hashOf('n'), signature: 'checkbox' }],
};
