import type { Guard } from '../guard';

const readers = 'test/forms/readers.test.ts';
const golden: Guard['test'] = [
  'test/golden/plain-path.test.ts',
  'a runner and a group in a race without a form send and cause exactly what they did',
];

/** What a form asks is the same for everybody who reads it, and a race without one does not notice that there are forms. */
export const guardsOfForms: readonly Guard[] = [
  {
    guard: 'A runner who comes back finds what they typed.',
    invariant: 'Q7',
    file: 'lambdas/api/form/fill.ts',
    from: '[[id, rules[type].write(answer)]]',
    to: '[[id, rules[type].write(answer).slice(1)]]',
    test: [readers, 'what is typed into the page is an entry that server and JSON Schema judge alike'],
  },
  {
    guard: 'Page, server and JSON Schema hide a question with the one that it waits for.',
    invariant: 'Q8',
    file: 'lambdas/api/form/entry.ts',
    from: '(shown.has(showIf.question) && decides(answers[showIf.question], showIf.in))',
    to: 'decides(answers[showIf.question], showIf.in)',
    test: [readers, 'a question that waits for a hidden one is hidden with it, for every reader'],
  },
  {
    guard: 'The server asks for every answer that the JSON Schema asks for.',
    invariant: 'Q8',
    file: 'lambdas/api/form/entry.ts',
    from: 'for (const { id } of unanswered(form, eventId, of, answers))',
    to: 'for (const { id } of unanswered(form, eventId, of, answers).slice(1))',
    test: [readers, 'server and JSON Schema take the same entries of other programs, in every form'],
  },
  {
    guard: 'A hold in a race without a form says nothing of forms.',
    invariant: 'Q11',
    file: 'lambdas/spots/holds/hold-spot.ts',
    from: '...(offer.form !== undefined && { form: offer.form }),',
    to: 'form: offer.form ?? 0,',
    test: golden,
  },
];
