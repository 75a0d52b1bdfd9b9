import type { Guard } from '../guard';

const tests = 'test/editing/other-races.test.ts';
const noCommand = 'is not taken into the form of another race, by no command';

/** What a race may know and use of another one. */
export const guardsOfOtherRaces: readonly Guard[] = [
  {
    guard: 'Whoever directs one race puts it into no series of others, whose entries its credits would pay for.',
    invariant: 'S5',
    file: 'lambdas/editing/edit-race.ts',
    from: '!before.includes(series) && !(await edit.mayJoin(series))',
    to: 'false',
    test: [tests, 'is not joined by the director of one race'],
  },
  {
    guard: 'Whoever directs another race than those of a series does not direct the series.',
    invariant: 'S5',
    file: 'lambdas/editing/postgres-race-documents.ts',
    from: ' AND coalesce(s.race_id, r.id) = r.id AND',
    to: ' AND',
    test: [tests, 'is not joined by the director of one race'],
  },
  {
    guard: 'A form that is saved has no limit group of another race.',
    invariant: 'S2',
    file: 'lambdas/forms/save-form.ts',
    from: '        ...groupsOfOthers(race.othersGroups, form),\n',
    to: '',
    test: [tests, noCommand],
  },
  {
    guard: 'A form that is published has no limit group of another race.',
    invariant: 'S2',
    file: 'lambdas/forms/publish-form.ts',
    from: '      ...groupsOfOthers(othersGroups, form),\n',
    to: '',
    test: [tests, noCommand],
  },
  {
    guard: 'A race that is published has no limit group of another race.',
    invariant: 'S2',
    file: 'lambdas/editing/plan-form.ts',
    from: '    ...groupsOfOthers(facts.othersGroups, form),\n',
    to: '',
    test: [tests, noCommand],
  },
  {
    guard: 'Whoever ran last year is not kept out of the copy of the race.',
    invariant: 'S2',
    file: 'lambdas/editing/draft-ids.ts',
    from: '[...groupsIn(form), ...eventIdsIn(events)]',
    to: '[...eventIdsIn(events)]',
    test: [tests, 'is another one in a copy of the race'],
  },
  {
    guard: 'Whoever decides about money in one race issues no invoices in the name of another one’s seller.',
    invariant: 'S5',
    file: 'lambdas/payment/documents/postgres-sellers.ts',
    from: 'WHERE s.id = $1 AND (signed.id IS NULL OR EXISTS (',
    to: 'WHERE s.id = $1 AND (true OR EXISTS (',
    test: [tests, 'a seller issues invoices for the races that it was given'],
  },
];
