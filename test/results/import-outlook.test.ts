import { openResults } from '../../lambdas/functions/wiring/console/results';
import { uuid7 } from '../../lambdas/platform/uuid';
import { directing } from '../support/directing';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';

const stores = openStores();
/** Nobody listens there. */
const env = { PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/000000000000/publications' };
beforeAll(() => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' });
});

const aSet = async () => {
  const { postgres } = stores.database;
  const direct = async (order: object) => Object(await directing(openResults(env, postgres))(order));
  const { raceId, eventId } = await makeRace(postgres, { spots: 5 });
  const { setId } = (await direct({ saveResultSet: { raceId, eventId, name: 'All' } })).savedResultSet;
  const about = (name: string, content: object) => direct({ [name]: { raceId, setId, ...content } });
  const importCsv = async (csv: string) => {
    const { hash } = (await about('importResults', { csv, dryRun: true })).importedResults;
    return (await about('importResults', { csv, hash })).importedResults;
  };
  return { about, importCsv, raceId };
};

test('a file that gives bibs to others says so, and how many bibs are new: it may be of another ranking', async () => {
  const { about, importCsv } = await aSet();
  const file = ['bib,name', ...Array.from({ length: 30 }, (_, n) => `${n + 1},Runner ${String.fromCharCode(65 + n)}x`)];
  expect(await importCsv(file.join('\n'))).toMatchObject({ added: 30, renamedBibs: 0, renamed: [] });
  // The order to take a name out cannot leave for its queue, and says so.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await about('eraseResultName', { bib: 3, reason: 'They asked.' });
  said.mockRestore();
  const look = async (csv: string) => (await about('importResults', { csv, dryRun: true })).importedResults;
  const same = 'bib,name,chip\n1,"AX, Runner",1:00:00\n2,rünner bx,1:00:01\n3,Another,1:00:02\n40,New,1:00:03';
  expect(await look(same)).toMatchObject({
    ...{ applied: 4, added: 1, renamedBibs: 0, renamed: [], replacedValues: 2 },
    replaced: [
      { bib: 1, field: 'name', before: 'Runner Ax', after: 'AX, Runner' },
      { bib: 2, field: 'name', before: 'Runner Bx', after: 'rünner bx' },
    ],
  });
  const others = await look(file.map((row) => row.replace('Runner', 'Other')).join('\n'));
  expect(others).toMatchObject({ applied: 29, added: 0, renamedBibs: 29 });
  expect(others.renamed).toHaveLength(20);
  expect([others.replacedValues, others.replaced.length]).toEqual([29, 29]);
  await about('correctResult', { bib: 1, chip: '59:00', status: 'dsq', reason: 'A short cut.' });
  expect((await look('bib,chip,status\n1,59:30,finished')).replaced).toEqual([
    { bib: 1, field: 'chipMs', before: 3_540_000, after: 3_570_000 },
    { bib: 1, field: 'status', before: 'dsq', after: 'finished' },
  ]);
  expect(others.renamed[0]).toEqual({ bib: 1, before: 'Runner Ax', after: 'Other Ax' });
});

test('a file of several events says how many rows are of others, and one of another ranking says of which', async () => {
  const { about, raceId } = await aSet();
  const { postgres } = stores.database;
  await postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 9, 'Five', 5000, 5, 6)`,
    [uuid7(), raceId],
  );
  const look = (csv: string) => about('importResults', { csv, dryRun: true });
  const file = 'bib,name,Event,chip\n1,Ada,All,1:00:00\n2,Bo,5 km,20:00\n3,Cy,Ten mile walk,20:00\n4,Di,Five,20:00';
  expect(await look(file)).toMatchObject({
    importedResults: {
      ...{ applied: 1, refusedRows: 2, columns: { Event: 'event' } },
      refused: [3, 4].map((line) => ({ line, column: 'Event', reason: 'event' })),
      events: { others: [{ name: 'Five', rows: 1 }], names: expect.arrayContaining(['All', 'Five']) },
    },
  });
  expect(await look('bib,Event\n1,Five\n2,Five')).toMatchObject({
    refused: { detail: expect.stringContaining('none of its rows is of this ranking: column "Event" says "Five"') },
  });
  expect(await look('bib,Event\n1,A\n2,B')).toMatchObject({
    refused: {
      detail: expect.stringContaining('column "Event" says "A" or "B", and no event of this race is called so'),
      present: { columns: { Event: 'event' } },
    },
  });
});

test('who is born in a year counts as old as they become in the year of the race, in the age groups', async () => {
  const { about, importCsv, raceId } = await aSet();
  const { postgres } = stores.database;
  await postgres.query(`UPDATE race SET date = '2027-05-09' WHERE id = $1`, [raceId]);
  const csv = 'Startnr,Name,Jg,Netto\n1,Ada Runner,1987,1:00:00\n2,Bo Runner,88,1:00:01\n3,Cy Runner,2027,1:00:02';
  expect(await importCsv(csv)).toMatchObject({
    columns: { Jg: 'birthYear' },
    applied: 2,
    refused: [{ line: 4, reason: 'birth-year', column: 'Jg' }],
  });
  await about('correctResult', { bib: 2, age: 38, reason: 'By their passport.' });
  // It agrees with the year, and says more.
  expect(await importCsv('bib,YOB\n1,1987\n2,1988')).toMatchObject({ applied: 0, unchanged: 2 });
  const findAges = `
    SELECT r.bib, r.age FROM result r JOIN result_set s ON s.id = r.set_id WHERE s.race_id = $1 ORDER BY r.bib`;
  expect(await postgres.query(findAges, [raceId])).toEqual([
    { bib: 1, age: 40 },
    { bib: 2, age: 38 },
  ]);
});
