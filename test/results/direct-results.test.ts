import { openResults } from '../../lambdas/functions/wiring/console/results';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresWithheldNames } from '../../lambdas/registration/change/postgres-withheld-names';
import { takeNameOut } from '../../lambdas/results/erase/postgres-name-erasures';
import { directing } from '../support/directing';
import { makeRace } from '../support/races/race';
import { registerIn } from '../support/races/register-in';
import { openStores } from '../support/stores';

const stores = openStores();
const postgres = () => stores.database.postgres;
/** Nobody listens there: the order stays in the outbox. */
const env = { PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications' };
beforeAll(() => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' });
});
const direct = async (order: object) => Object(await directing(openResults(env, postgres()))(order));

const openSet = async (more: object = {}) => {
  const race = await makeRace(postgres(), { spots: 5 });
  const { raceId, eventId } = race;
  const { savedResultSet } = await direct({ saveResultSet: { raceId, eventId, name: 'All', ...more } });
  const { setId } = savedResultSet;
  const about = (name: string, content: object) => direct({ [name]: { raceId, setId, ...content } });
  const importCsv = async (csv: string, content: object = {}) => {
    const { importedResults } = await about('importResults', { csv, dryRun: true, ...content });
    return (await about('importResults', { csv, hash: importedResults.hash, ...content })).importedResults;
  };
  const list = async () => (await direct({ resultSets: { raceId } })).resultSets;
  const audit = async () =>
    (
      await postgres().query<{ action: string; detail: Readonly<Record<string, unknown>> }>(
        'SELECT action, detail FROM audit WHERE race_id = $1 ORDER BY id',
        [raceId],
      )
    ).map(({ action, detail }) => [action, detail] as const);
  return { ...race, setId, about, importCsv, list, audit };
};
const csv = 'bib,name,sex,chip\n1,Ada,f,1:00:00\n2,Bo,m,59:00\n3,Cy,m,0:00\n4,,m,50:00';

test('a result set is made once; its rules can be changed, and its event cannot', async () => {
  const { raceId, eventId, setId, list } = await openSet();
  const again = { raceId, eventId, name: 'All', gunPlaces: 3 };
  expect(await direct({ saveResultSet: again })).toMatchObject({ savedResultSet: { setId, isNew: false } });
  expect(await direct({ saveResultSet: { ...again, name: 'Try', dryRun: true } })).toMatchObject({
    savedResultSet: { isNew: true },
  });
  expect(await list()).toMatchObject([
    { setId, eventId, name: 'All', seq: 0, statuses: {}, due: null, published: null },
  ]);
  const other = await makeRace(postgres(), { spots: 1 });
  expect(await direct({ saveResultSet: { ...again, eventId: other.eventId } })).toMatchObject({
    refused: { reason: 'no-such-event' },
  });
});

test.each([
  {
    ageGroups: [
      { code: 'A', from: 20, to: 30 },
      { code: 'B', from: 30, to: 40 },
    ],
  },
  {
    ageGroups: [
      { code: 'A', gender: 'f', from: 20, to: 30 },
      { code: 'B', from: 0, to: 20 },
    ],
  },
  {
    genders: [
      { code: 'f', label: 'A' },
      { code: 'f', label: 'B' },
    ],
  },
  { points: [{ code: '5 km', label: '5', metres: 5_000 }] },
])('rules by which nobody can rank are refused: %j', async (rules) => {
  const { raceId, eventId } = await makeRace(postgres(), { spots: 1 });
  expect(await direct({ saveResultSet: { raceId, eventId, name: 'All', ...rules } })).toMatchObject({
    refused: { reason: 'not-as-expected' },
  });
});

test('the start list has everybody who is registered, with the number of their spot and their age on the day', async () => {
  const { eventId, setId, about, list } = await openSet();
  const register = registerIn(postgres(), eventId);
  await register(2, { firstName: 'Zoë', lastName: 'Müller', gender: 'female', birthDate: '1990-01-01' });
  await register(3, { firstName: 'Bo', lastName: 'Li' });
  expect(await about('buildStartList', { dryRun: true })).toMatchObject({ builtStartList: { applied: 2, seq: 0 } });
  expect(await about('buildStartList', {})).toMatchObject({ builtStartList: { applied: 2, seq: 2, removed: [] } });
  expect(await about('buildStartList', {})).toMatchObject({ builtStartList: { applied: 0, unchanged: 2, seq: 2 } });
  const rows = await postgres().query(
    'SELECT bib, name, gender, age, status FROM result WHERE set_id = $1 ORDER BY bib',
    [setId],
  );
  expect(rows).toEqual([
    { bib: 2, name: 'Zoë Müller', gender: 'f', age: expect.any(Number), status: 'entered' },
    { bib: 3, name: 'Bo Li', gender: null, age: null, status: 'entered' },
  ]);
  await postgres().query(
    `UPDATE registration SET live = false, ended = 'cancelled', spot = NULL, block = NULL WHERE event_id = $1 AND spot = 3`,
    [eventId],
  );
  expect(await about('buildStartList', {})).toMatchObject({ builtStartList: { removed: [3], seq: 3 } });
  expect((await list())[0].statuses).toEqual({ entered: 1 });
});

test('who wants no name in results is in the start list without it, by the form that they filled in, and no file brings it back', async () => {
  const { raceId, eventId, setId, about, importCsv } = await openSet();
  const ask = (revision: number, id: string) =>
    postgres().query(
      `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, $2, $3, '{}', 'a hash')`,
      [
        raceId,
        revision,
        JSON.stringify({
          questions: [
            { id: 'song', type: 'consent' },
            { id, type: 'consent', role: 'name-withheld' },
          ],
        }),
      ],
    );
  await ask(1, 'no-name');
  await ask(2, 'hidden');
  const register = registerIn(postgres(), eventId);
  await register(1, { firstName: 'Ada', lastName: 'Hidden', answers: { 'no-name': true } }, 1);
  await register(2, { firstName: 'Bo', lastName: 'Hidden', answers: { hidden: true } }, 2);
  await register(3, { firstName: 'Cy', lastName: 'Shown', answers: { hidden: true, song: true } }, 1);
  await register(4, { firstName: 'Di', lastName: 'Shown', answers: {} }, 2);
  await register(5, { firstName: 'Ed', lastName: 'Shown' });
  await about('buildStartList', {});
  await importCsv('bib,name,chip\n1,Ada Hidden,1:00:00\n2,Bo Hidden,59:00\n3,Cy Shown,58:00');
  const rows = await postgres().query('SELECT bib, name FROM result WHERE set_id = $1 ORDER BY bib', [setId]);
  expect(rows.map(({ name }) => name)).toEqual([null, null, 'Cy Shown', 'Di Shown', 'Ed Shown']);
  const kept = await postgres().query(`SELECT FROM result_change WHERE set_id = $1 AND before::text LIKE '%Hidden%'`, [
    setId,
  ]);
  expect(kept).toEqual([]);
});

test('a runner who wants no name after they registered has none in what a file says of them, and a namesake keeps theirs', async () => {
  const { eventId, setId, importCsv } = await openSet();
  const register = registerIn(postgres(), eventId);
  const ada = await register(1, { firstName: 'Ada', lastName: 'Hidden' });
  await register(2, { firstName: 'Bo', lastName: 'Shown' });
  const cy = await register(3, { firstName: 'Cy', lastName: 'Hidden' });
  const names = new PostgresWithheldNames(postgres(), takeNameOut);
  expect(await names.withhold(ada)).toEqual({ kind: 'withheld' });
  // No start list was taken: bibs and names are those of the file. Bib 3 is somebody else's there.
  await importCsv('bib,name,chip\n1,HIDDEN Ada,1:00:00\n2,Bo Shown,59:00\n3,Ada Hidden,58:00\n4,Cy Hidden,57:00');
  const shown = async () =>
    (
      await postgres().query<{ name: string | null }>('SELECT name FROM result WHERE set_id = $1 ORDER BY bib', [setId])
    ).map(({ name }) => name);
  expect(await shown()).toEqual([null, 'Bo Shown', 'Ada Hidden', 'Cy Hidden']);
  expect(await names.withhold(cy)).toEqual({ kind: 'withheld' });
  expect(await shown()).toEqual([null, 'Bo Shown', 'Ada Hidden', 'Cy Hidden']);
  expect(await names.withhold(uuid7())).toEqual({ kind: 'not-found' });
  // What they say again takes out what has come since, and is written down once.
  await postgres().query(`UPDATE result SET name = 'Ada Hidden', name_withheld = false WHERE set_id = $1 AND bib = 1`, [
    setId,
  ]);
  expect(await names.withhold(ada)).toEqual({ kind: 'withheld' });
  expect(await shown()).toEqual([null, 'Bo Shown', 'Ada Hidden', 'Cy Hidden']);
  expect(
    await postgres().query('SELECT actor, action, registration_id AS id FROM audit WHERE event_id = $1 ORDER BY id', [
      eventId,
    ]),
  ).toEqual([ada, cy].map((id) => ({ actor: 'runner', action: 'name-withheld', id })));
});

test('in a race that gives bibs, a file names nobody by the number of their spot, and everybody by their bib', async () => {
  const { raceId, eventId, setId, importCsv } = await openSet();
  const ada = await registerIn(postgres(), eventId)(1, { firstName: 'Ada', lastName: 'Hidden' });
  await postgres().query('INSERT INTO bib (race_id, number, registration_id) VALUES ($1, 7, $2)', [raceId, ada]);
  await new PostgresWithheldNames(postgres(), takeNameOut).withhold(ada);
  for (const row of ['7,Ada Hidden,1:00:00', '1,Ada Hidden,59:00']) await importCsv(`bib,name,chip\n${row}`);
  const rows = await postgres().query('SELECT bib, name FROM result WHERE set_id = $1 ORDER BY bib', [setId]);
  expect(rows).toEqual([
    { bib: 1, name: 'Ada Hidden' },
    { bib: 7, name: null },
  ]);
});

test('a runner who was moved takes their name out of the start list of the event before, too, and out of nobody else’s row', async () => {
  const { raceId, eventId, setId, about, importCsv } = await openSet();
  const ada = await registerIn(postgres(), eventId)(1, { firstName: 'Ada', lastName: 'Hidden' });
  await about('buildStartList', {});
  const [other, block] = [uuid7(), uuid7()];
  for (const [text, values] of [
    [
      `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 9, 'Five', 5000, 5, 6)`,
      [other, raceId],
    ],
    [
      `INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, '{2}', now(), now())`,
      [block, other],
    ],
    ['INSERT INTO spot (event_id, number, block) VALUES ($2, 2, $1)', [block, other]],
    ['UPDATE registration SET event_id = $2, spot = 2, number = 2, block = $3 WHERE id = $1', [ada, other, block]],
  ] as const)
    await postgres().query(text, values);
  // A namesake in a file, who has the number there that Ada has in the other event.
  await importCsv('bib,name,chip\n2,Ada Hidden,58:00');
  await new PostgresWithheldNames(postgres(), takeNameOut).withhold(ada);
  const rows = await postgres().query('SELECT bib, name FROM result WHERE set_id = $1 ORDER BY bib', [setId]);
  expect(rows).toEqual([
    { bib: 1, name: null },
    { bib: 2, name: 'Ada Hidden' },
  ]);
});

test('a name that was taken out does not come back with another bib, and one that is withheld later leaves what was published', async () => {
  const { raceId, eventId, setId, about } = await openSet();
  const register = registerIn(postgres(), eventId);
  await register(1, { firstName: 'Ada', lastName: 'Hidden' });
  await register(2, { firstName: 'Bo', lastName: 'Shown' });
  await about('buildStartList', {});
  const names = async () =>
    (
      await postgres().query<{ name: string | null }>('SELECT name FROM result WHERE set_id = $1 ORDER BY bib', [setId])
    ).map(({ name }) => name);
  const isErasing = async () =>
    (await postgres().query('SELECT FROM result_set WHERE id = $1 AND is_erasing', [setId])).length > 0;
  expect([await names(), await isErasing()]).toEqual([['Ada Hidden', 'Bo Shown'], false]);
  await about('eraseResultName', { bib: 1, reason: 'They asked for it.' });
  await postgres().query('UPDATE result_set SET is_erasing = false WHERE id = $1', [setId]);
  // The two swap their bibs.
  await postgres().query(
    `INSERT INTO bib (race_id, number, registration_id) SELECT $1, 3 - spot, id FROM registration WHERE event_id = $2`,
    [raceId, eventId],
  );
  await about('buildStartList', {});
  // Who reads an older version finds no name at the bib that Ada has now.
  expect([await names(), await isErasing()]).toEqual([['Bo Shown', null], true]);
  const kept = await postgres().query(
    `SELECT bib FROM result_change WHERE set_id = $1 AND (before ->> 'name' LIKE '%Hidden' OR bib = 2 AND before ? 'name')`,
    [setId],
  );
  expect(kept).toEqual([]);
});

/** The names that are to leave the files of a set, and whether rows that are kept have one. */
const erasedNames = async (setId: string) =>
  (
    await postgres().query<{ bib: number; name: string }>(
      'SELECT bib, name FROM result_erased_name WHERE set_id = $1 ORDER BY bib, name',
      [setId],
    )
  ).map(({ bib, name }) => `${bib} ${name}`);
const isKept = async (setId: string, name: string) =>
  (await postgres().query('SELECT FROM result_change WHERE set_id = $1 AND before::text LIKE $2', [setId, `%${name}%`]))
    .length > 0;

test('a runner’s name leaves every bib that they had, also when others have these bibs now, and when they gave their spot back', async () => {
  const { raceId, eventId, setId, about } = await openSet();
  const register = registerIn(postgres(), eventId);
  const ada = await register(1, { firstName: 'Ada', lastName: 'Hidden' });
  const bo = await register(2, { firstName: 'Bo', lastName: 'Shown' });
  const cy = await register(3, { firstName: 'Cy', lastName: 'Gone' });
  const di = await register(4, { firstName: 'Di', lastName: 'Unpublished' });
  const cancel = (id: string) =>
    postgres().query(
      `UPDATE registration SET live = false, ended = 'cancelled', spot = NULL, block = NULL WHERE id = $1`,
      [id],
    );
  await cancel(di);
  await about('buildStartList', {});
  await cancel(cy);
  await postgres().query('INSERT INTO bib (race_id, number, registration_id) VALUES ($1, 9, $2), ($1, 1, $3)', [
    raceId,
    ada,
    bo,
  ]);
  await about('buildStartList', {});
  // As the last version that was published has them.
  await postgres().query(
    `INSERT INTO result_search (set_id, bib, words, groups) VALUES ($1, 1, 'ada hidden', '{}'), ($1, 3, 'cy gone club', '{}')`,
    [setId],
  );
  const names = new PostgresWithheldNames(postgres(), takeNameOut);
  expect(await names.withhold(ada)).toEqual({ kind: 'withheld' });
  const rows = await postgres().query('SELECT bib, name FROM result WHERE set_id = $1 ORDER BY bib', [setId]);
  expect(rows).toEqual([
    { bib: 1, name: 'Bo Shown' },
    { bib: 9, name: null },
  ]);
  expect(await erasedNames(setId)).toEqual(['1 Ada Hidden', '9 Ada Hidden']);
  expect(await isKept(setId, 'Hidden')).toBe(false);
  // Their rows are gone, and what was published may have them.
  expect(await names.withhold(cy)).toEqual({ kind: 'withheld' });
  expect(await erasedNames(setId)).toContain('3 Cy Gone');
  expect(await isKept(setId, 'Gone')).toBe(false);
  expect(await names.withhold(cy)).toEqual({ kind: 'withheld' });
  expect(await names.withhold(di)).toEqual({ kind: 'no-spot' });
  expect(await postgres().query('SELECT FROM result_search WHERE set_id = $1', [setId])).toEqual([]);
  expect(await postgres().query('SELECT FROM result_set WHERE id = $1 AND is_erasing', [setId])).toHaveLength(1);
});

test('a director takes out a name that a bib had before it was corrected, and nobody else’s', async () => {
  const { setId, about, importCsv, audit } = await openSet();
  await importCsv('bib,name,chip\n5,Ed Wrong,1:00:00\n6,Flo Other,1:01:00');
  await about('correctResult', { bib: 5, name: 'Gil Right', reason: 'The chips were swapped.' });
  const shown = () => postgres().query('SELECT bib, name FROM result WHERE set_id = $1 ORDER BY bib', [setId]);
  const before = await shown();
  const erase = (name: string, more: object = {}) =>
    about('eraseResultName', { bib: 5, name, reason: 'They asked for it.', ...more });
  expect(await erase('Flo Other')).toMatchObject({ refused: { reason: 'result-not-possible' } });
  expect(await erase('ed WRONG', { dryRun: true })).toMatchObject({ erasedResultName: { bib: 5, dryRun: true } });
  expect(await isKept(setId, 'Wrong')).toBe(true);
  expect(await erase('ed WRONG')).toMatchObject({ erasedResultName: { bib: 5, dryRun: false } });
  expect([await shown(), await erasedNames(setId), await isKept(setId, 'Wrong')]).toEqual([
    before,
    ['5 Ed Wrong'],
    false,
  ]);
  expect(JSON.stringify(await audit())).not.toMatch(/wrong/i);
  // The name that the bib has now is the name of its runner.
  expect(await erase('Right Gil')).toMatchObject({ erasedResultName: { bib: 5 } });
  expect(await shown()).toEqual([
    { bib: 5, name: null },
    { bib: 6, name: 'Flo Other' },
  ]);
});

test('a file is imported after it was tried, by the hash of that answer; a row that cannot be taken is named with its line', async () => {
  const { about, importCsv, list, audit } = await openSet();
  expect(await about('importResults', { csv })).toMatchObject({ refused: { reason: 'import-not-tried' } });
  const { importedResults: tried } = await about('importResults', { csv, dryRun: true });
  expect(tried).toMatchObject({ applied: 2, seq: 0, dryRun: true, columns: { sex: 'gender' } });
  expect(tried.sample[0]).toEqual({
    line: 2,
    change: { bib: 1, name: 'Ada', gender: 'f', chipMs: 3_600_000 },
  });
  expect((await list())[0].seq).toBe(0);
  expect(await about('importResults', { csv: `${csv}\n5,Di,f,58:00`, hash: tried.hash })).toMatchObject({
    refused: { reason: 'import-not-tried' },
  });
  expect((await about('importResults', { csv, hash: tried.hash })).importedResults).toMatchObject({
    applied: 2,
    unchanged: 0,
    refusedRows: 2,
    refused: [
      { line: 4, bib: 3, reason: 'time-out-of-range' },
      { line: 5, bib: 4, reason: 'unknown-bib' },
    ],
    seq: 2,
  });
  expect(await importCsv(csv)).toMatchObject({ applied: 0, unchanged: 2, seq: 2 });
  expect(await about('importResults', { csv: 'a,b\n1,2' })).toMatchObject({
    refused: {
      reason: 'import-unreadable',
      detail: expect.stringContaining('no column has the bibs'),
      present: { columns: { a: null, b: null } },
    },
  });
  expect((await audit()).map(([action, { applied }]) => [action, applied])).toEqual([
    ['result-set-saved', undefined],
    ['results-imported', 2],
  ]);
});

test('what comes in about others does not stop an import; a value that it would replace without having shown it does', async () => {
  const { about, importCsv } = await openSet();
  await importCsv('bib,name,chip\n1,Ada,1:00:00\n2,Bo,\n3,Cy,');
  const file = 'bib,chip\n1,59:00\n2,58:00';
  const look = async () => (await about('importResults', { csv: file, dryRun: true })).importedResults.hash;
  const correct = (bib: number, chip: string) => about('correctResult', { bib, chip, reason: 'It came in.' });
  const hash = await look();
  await correct(3, '57:00');
  // The same came in by another way.
  await correct(2, '58:00');
  expect((await about('importResults', { csv: file, hash, dryRun: true })).importedResults.hash).toBe(hash);
  await correct(2, '58:30');
  expect(await about('importResults', { csv: file, hash })).toMatchObject({ refused: { reason: 'import-not-tried' } });
  const second = await look();
  expect((await about('importResults', { csv: file, hash: second })).importedResults).toMatchObject({ applied: 2 });
});

test('a correction says why, and the audit keeps it; what cannot be is refused', async () => {
  const { about, importCsv, audit } = await openSet();
  await importCsv(csv);
  const wrong = { bib: 1, reason: 'The chip of another.' };
  expect(await about('correctResult', { bib: 1, chip: '58:00' })).toMatchObject({
    refused: { reason: 'not-as-expected' },
  });
  expect(await about('correctResult', { ...wrong, chip: '58:00', dryRun: true })).toMatchObject({
    correctedResult: { isChanged: true, seq: 2 },
  });
  expect(await about('correctResult', { ...wrong, chip: '58:00' })).toMatchObject({ correctedResult: { seq: 3 } });
  expect(await about('correctResult', { ...wrong, chip: 'PT58M0.0S' })).toMatchObject({
    correctedResult: { isChanged: false },
  });
  expect(await about('correctResult', { ...wrong, chip: '1h02m03s' })).toMatchObject({
    refused: {
      errors: [
        expect.objectContaining({
          field: 'correctResult.chip',
          message: 'must be a time such as 1:23:45, 83:45.6 or PT1H23M45.6S',
        }),
      ],
    },
  });
  expect(await about('correctResult', { ...wrong, bib: 9, chip: '58:00' })).toMatchObject({
    refused: { reason: 'result-not-possible' },
  });
  expect((await audit()).at(-1)).toEqual([
    'result-corrected',
    expect.objectContaining({ bib: 1, reason: 'The chip of another.', fields: ['chipMs'], applied: 1 }),
  ]);
});

test('a director publishes what they have seen; a correction says to readers what it is', async () => {
  const { about, importCsv, list, audit } = await openSet();
  await importCsv(csv);
  expect(await about('publishResults', { kind: 'official', seq: 1 })).toMatchObject({
    refused: { reason: 'results-changed', present: { seq: 2 } },
  });
  expect(await about('publishResults', { kind: 'corrected', seq: 2 })).toMatchObject({
    refused: { errors: [{ field: 'publishResults.note' }] },
  });
  expect(await about('publishResults', { kind: 'official', seq: 2, dryRun: true })).toMatchObject({
    orderedResults: {
      difference: { changed: 2, moved: 0, finishers: { before: 0, after: 2 }, winners: { before: [], after: [2] } },
    },
  });
  expect((await list())[0].due).toBeNull();
  // The queue is away: the order is kept, and the minute job sends it.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await about('publishResults', { kind: 'official', seq: 2 })).toMatchObject({
    orderedResults: { kind: 'official', seq: 2 },
  });
  said.mockRestore();
  expect((await list())[0].due).toBe('official');
  expect(await about('publishResults', { kind: 'official', seq: 2 })).toMatchObject({
    refused: { reason: 'results-underway' },
  });
  expect((await audit()).at(-1)).toEqual(['results-published', expect.objectContaining({ kind: 'official', seq: 2 })]);
});

test('what was published is listed, the newest first, and a new version says what it changes of the last one', async () => {
  const { raceId, eventId, setId, about, importCsv, list } = await openSet();
  await importCsv(csv);
  const publish = (number: number, kind: string, seq: number) =>
    postgres().query(
      `INSERT INTO result_version (set_id, number, kind, seq, manifest, entered, finishers, note, at)
       VALUES ($1, $2, $3, $4, $5, 2, 2, 'As told.', now())`,
      [setId, number, kind, seq, kind === 'withdrawn' ? null : 'abc'],
    );
  await publish(1, 'official', 2);
  const difference = async (kind = 'corrected', seq = 3) =>
    (await about('publishResults', { kind, note: 'Bib 1.', seq, dryRun: true })).orderedResults.difference;
  const rules = { 'no list of a gender': { genders: [] }, 'those of before': {} };
  for (const [said, more] of Object.entries(rules)) {
    await direct({ saveResultSet: { raceId, eventId, name: 'All', ...more } });
    expect(await difference('corrected', 2)).toMatchObject({ changed: 0, moved: said === 'those of before' ? 0 : 2 });
  }
  await about('correctResult', { bib: 1, chip: '58:00', reason: 'The chip of another.' });
  const nobody = { count: 0, first: [] };
  expect(await difference()).toEqual({
    ...{ changed: 1, moved: 2 },
    finishers: { before: 2, after: 2 },
    winners: { before: [2], after: [1] },
    ...{ open: nobody, outdated: nobody, withoutSpot: nobody },
  });
  // A start list takes all times away, and what follows it brings them back.
  expect(await difference('start-list')).toEqual({
    ...{ changed: 2, moved: 0 },
    finishers: { before: 2, after: 0 },
    winners: { before: [2], after: [] },
    ...{ outdated: nobody, withoutSpot: nobody },
  });
  await publish(2, 'start-list', 3);
  expect(await difference('start-list')).toMatchObject({ changed: 0, finishers: { before: 0, after: 0 } });
  expect(await difference()).toMatchObject({ changed: 2, finishers: { before: 0, after: 2 } });
  await publish(3, 'withdrawn', 3);
  // Readers see nobody now.
  expect(await difference()).toMatchObject({ changed: 2, winners: { before: [], after: [1] } });
  expect((await about('resultVersions', {})).resultVersions).toEqual([
    { number: 3, kind: 'withdrawn', seq: 3, entered: 2, finishers: 2, note: 'As told.', at: expect.any(String) },
    expect.objectContaining({ number: 2, kind: 'start-list', seq: 3 }),
    expect.objectContaining({ number: 1, kind: 'official', seq: 2 }),
  ]);
  expect((await list())[0]).toMatchObject({ rules: { rankBy: 'chip', points: [] }, published: { number: 3 } });
});

test('no command reaches a set by way of another race', async () => {
  const { setId } = await openSet();
  const { raceId } = await openSet();
  const of = { raceId, setId };
  for (const order of [
    { buildStartList: of },
    { importResults: { ...of, csv, dryRun: true } },
    { correctResult: { ...of, bib: 1, reason: 'x', name: 'Ada' } },
    { publishResults: { ...of, kind: 'official', seq: 0 } },
    { resultVersions: of },
  ])
    expect(await direct(order)).toMatchObject({ refused: { reason: 'no-such-result-set' } });
});
