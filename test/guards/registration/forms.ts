import type { Guard } from '../guard';

const readers = 'test/forms/readers.test.ts';
const extras = 'test/forms/readers-of-extras.test.ts';
const relay = 'test/teams/relay.test.ts';
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
    test: [
      readers,
      'server and JSON Schema judge alike what other programs, the page and simulated runners send, in every form',
    ],
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
    test: [
      readers,
      'server and JSON Schema judge alike what other programs, the page and simulated runners send, in every form',
    ],
  },
  {
    guard: 'The JSON Schema asks for no answer to a question that is hidden.',
    invariant: 'Q8',
    file: 'lambdas/api/form/definition/json-schema.ts',
    from: 'return [shown ? { anyOf: [{ not: shown }, answered] } : answered];',
    to: 'return [answered];',
    test: [readers, 'a question that waits for a hidden one is hidden with it, for every reader'],
  },
  {
    guard: 'The page reads each answer where it belongs.',
    invariant: 'Q8',
    file: 'lambdas/api/form/fill.ts',
    from: 'if (question.of !== of || question.retired) return [];',
    to: 'if (question.retired) return [];',
    test: [
      readers,
      'server and JSON Schema judge alike what other programs, the page and simulated runners send, in every form',
    ],
  },
  {
    guard: 'Simulated runners answer whatever they must.',
    invariant: 'Q8',
    file: 'lambdas/api/form/fill.ts',
    from: '(settled === undefined && !question.required && random() < 0.5)',
    to: '(settled === undefined && random() < 0.5)',
    test: [
      readers,
      'server and JSON Schema judge alike what other programs, the page and simulated runners send, in every form',
    ],
  },
  {
    guard: 'Simulated runners say what of the included things they go without.',
    invariant: 'Q8',
    file: 'lambdas/api/form/fill.ts',
    from: '...(without.length > 0 && { without })',
    to: '',
    test: [extras, 'simulated runners buy and donate what page, server and JSON Schema take'],
  },
  {
    guard: 'What a race no longer offers cannot be chosen, by whatever reader.',
    invariant: 'Q8',
    file: 'lambdas/api/form/extras.ts',
    from: 'const variants = item.variants.filter(({ retired }) => !retired);',
    to: 'const variants = item.variants;',
    test: [extras, 'simulated runners buy and donate what page, server and JSON Schema take'],
  },
  {
    guard: 'A leg of a team has one runner: a unique key among those who are in.',
    invariant: 'Q9',
    file: 'lambdas/migrations/0025-teams.ts',
    from: 'CREATE UNIQUE INDEX registration_runs_its_leg_alone',
    to: 'CREATE INDEX registration_runs_its_leg_alone',
    test: [relay, 'each runs a leg of their own, and both are in the team'],
  },
  {
    guard: 'The writer runs no statement for a registration without a form.',
    invariant: 'Q11',
    file: 'lambdas/registration/record/postgres-money-lines.ts',
    from: 'if (people.length === 0) return written;',
    to: '',
    test: golden,
  },
  {
    guard: 'A race without a form says nothing of forms.',
    invariant: 'Q11',
    file: 'lambdas/races/routes.ts',
    from: '...(race.form !== undefined && { form: race.form }),',
    to: 'form: race.form ?? 0,',
    test: golden,
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
