import type { Guard } from '../guard';

const tests = 'test/results/tidy-race.test.ts';
const after = 'after a name is taken out, no file of the race has it, and nothing else that readers see has changed';
const wanted = [
  'test/results/direct-results.test.ts',
  'who wants no name in results is in the start list without it, by the form that they filled in, and no file brings it back',
] as const;
const swapped = [
  'test/results/direct-results.test.ts',
  'a name that was taken out does not come back with another bib, and one that is withheld later leaves what was published',
] as const;
const later = [
  'test/functions/browse-results.test.ts',
  'a runner who wants no name after the results were published is nameless in all that anybody can read, and keeps place and time',
] as const;
const ofFiles = [
  'test/results/direct-results.test.ts',
  'a runner who wants no name after they registered has none in what a file says of them, and a namesake keeps theirs',
] as const;
const ofMoved = [
  'test/results/direct-results.test.ts',
  'a runner who was moved takes their name out of the start list of the event before, too, and out of nobody else’s row',
] as const;
const former = [
  'test/results/direct-results.test.ts',
  'a runner’s name leaves every bib that they had, also when others have these bibs now, and when they gave their spot back',
] as const;
const mistaken = [
  'test/functions/browse-results.test.ts',
  'a name that was published at a wrong bib leaves every version, whether the bib was corrected before its runner takes it out or after',
] as const;
const erase = 'lambdas/results/erase/erase-names.ts';

/** A name that was taken out of the results is in no file that anybody can read. */
export const guardsOfErasedNames: readonly Guard[] = [
  {
    guard: 'A name leaves the index by which people search.',
    invariant: 'S10',
    file: erase,
    from: 'rows.filter(([, bib, shown]) => !isErased(bib, shown));',
    to: 'rows;',
    test: [tests, after],
  },
  {
    guard: 'A name leaves each list.',
    invariant: 'S10',
    file: erase,
    from: 'if (known === null || !isErased(bib, known)) return row;',
    to: 'return row;',
    test: [tests, after],
  },
  {
    guard: 'The files that had the name are removed.',
    invariant: 'S10',
    file: 'lambdas/results/erase/tidy-race.ts',
    from: 'await files.remove(path);',
    to: 'void path;',
    test: [tests, after],
  },
  {
    guard: 'Who wants no name in results is entered without it.',
    invariant: 'S10',
    file: 'lambdas/results/take/apply-rows.ts',
    from: 'row.isNameWithheld === true ||',
    to: '',
    test: wanted,
  },
  {
    guard: 'Whether somebody wants no name in results is read by the form that they filled in.',
    invariant: 'S10',
    file: 'lambdas/results/take/postgres-entrants.ts',
    from: 'LEFT JOIN asked w ON w.revision = g.form_revision\n  WHERE s.id = $1 AND n.bib',
    to: 'LEFT JOIN asked w ON w.revision = 1\n  WHERE s.id = $1 AND n.bib',
    test: wanted,
  },
  {
    guard: 'A name that was taken out does not come back with another bib.',
    invariant: 'S10',
    file: 'lambdas/results/take/postgres-entrants.ts',
    from: 'OR EXISTS (SELECT FROM result r WHERE r.set_id = s.id AND r.registration_id = g.id AND r.name_withheld)',
    to: '',
    test: swapped,
  },
  {
    guard: 'A name that is withheld later leaves what was published before.',
    invariant: 'S10',
    file: 'lambdas/results/take/postgres-result-batches.ts',
    from: 'if (withheld.length > 0)',
    to: 'if (withheld.length < 0)',
    test: swapped,
  },
  {
    guard: 'Whose name is taken out by themselves loses it in what was published before.',
    invariant: 'S10',
    file: 'lambdas/registration/change/postgres-withheld-names.ts',
    from: 'const isOut = await this.#takeNameOut(sql, registrationId);',
    to: 'const isOut = true;',
    test: later,
  },
  {
    guard: 'What a runner has said is kept, so that no file brings the name back.',
    invariant: 'S10',
    file: 'lambdas/registration/change/postgres-withheld-names.ts',
    from: 'await sql.query(withhold, [registrationId]);',
    to: '',
    test: ofFiles,
  },
  {
    guard: 'A row of a file loses its name only if it is the name of that runner.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-name-erasures.ts',
    from: "isTheirs || isSameName(name ?? '', own)",
    to: 'true',
    test: ofFiles,
  },
  {
    guard: 'A runner who was moved loses their name in the results of the former event, too.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-name-erasures.ts',
    from: 'OR id IN (SELECT set_id FROM result WHERE registration_id = $1)',
    to: '',
    test: ofMoved,
  },
  {
    guard: 'The number of a spot identifies a row of a file only in the results of its own event.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-name-erasures.ts',
    from: 'JOIN registration g ON g.id = $2 AND g.event_id = s.event_id WHERE',
    to: 'JOIN registration g ON g.id = $2 WHERE',
    test: ofMoved,
  },
  {
    guard: 'A name leaves the bibs that its runner had before.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-former-names.ts',
    from: 'if (registrationIds.length === 0) return 0;',
    to: 'if (registrationIds.length >= 0) return 0;',
    test: former,
  },
  {
    guard: 'Whose bib went to somebody else leaves the files by their name.',
    invariant: 'S10',
    file: erase,
    from: 'one.bib === bib && isSameName(one.name, name)',
    to: 'false',
    test: [tests, 'a name that a bib had before leaves the versions that have it, and whoever has the bib now stays'],
  },
  {
    guard: 'A file that names a runner who wants no name is taken without it.',
    invariant: 'S10',
    file: 'lambdas/results/take/postgres-entrants.ts',
    from: 'withheld !== undefined && row.name !== undefined && isSameName(withheld, row.name)',
    to: 'false',
    test: ofFiles,
  },
  {
    guard: 'Only its owner takes the name of a registration out of results.',
    invariant: 'S12',
    file: 'lambdas/registration/change/withhold-name.ts',
    from: `    if (!(await isOwner(tokens, owners, request))) return { kind: 'not-yours' };\n`,
    to: '',
    test: ['test/registration/withhold-name.test.ts', 'nobody takes a name out of results with'],
  },
  {
    guard: 'The audit says that a runner wants no name.',
    invariant: 'S13',
    file: 'lambdas/registration/change/postgres-withheld-names.ts',
    from: `await writeAudit(sql, [{ actor: 'runner', action: 'name-withheld', eventId: found.eventId, registrationId }]);`,
    to: '',
    test: ofFiles,
  },
  {
    guard: 'A runner who asks again loses a name that came since.',
    invariant: 'S10',
    file: 'lambdas/registration/change/postgres-withheld-names.ts',
    from: 'const isOut = await this.#takeNameOut(sql, registrationId);',
    to: 'const isOut = found.isWithheld || (await this.#takeNameOut(sql, registrationId));',
    test: ofFiles,
  },
  {
    guard: 'A name leaves a bib that had it by mistake.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-name-erasures.ts',
    from: 'await takeLostNamesOut(sql, setId, [own]);',
    to: '0;',
    test: mistaken,
  },
  {
    guard: 'A name leaves the ranking of an event that had it by mistake.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-name-erasures.ts',
    from: 'JOIN result_change c ON c.set_id = s.id AND c.loses_name',
    to: 'JOIN result_change c ON c.set_id = s.id AND false',
    test: mistaken,
  },
  {
    guard: 'A mistake that is corrected after its runner has taken their name out leaves what was published.',
    invariant: 'S10',
    file: 'lambdas/results/take/postgres-result-batches.ts',
    from: 'await forgetMistakes(sql, setId, all);',
    to: '',
    test: mistaken,
  },
  {
    guard: 'A namesake who stands at their bib keeps their name.',
    invariant: 'S10',
    file: 'lambdas/results/erase/postgres-former-names.ts',
    from: "&& !isSameName(name, now ?? '')",
    to: '',
    test: mistaken,
  },
];
