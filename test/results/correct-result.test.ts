import { openResults } from '../../lambdas/functions/wiring/console/results';
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
  const correct = (content: object) => about('correctResult', { bib: 1, reason: 'The chip of another.', ...content });
  const look = async (content: object) => (await correct({ ...content, dryRun: true })).correctedResult;
  return { importCsv, correct, look };
};

test('before a correction is made, it says whose result it is and what it replaces', async () => {
  const { importCsv, look } = await aSet();
  await importCsv('bib,name,sex,chip\n1,Ada Runner,f,1:00:00\n2,Bo,m,59:00');
  expect(await look({ chip: '58:00', status: 'finished', gender: 'm', age: 30 })).toMatchObject({
    ...{ isChanged: true, name: 'Ada Runner' },
    replaced: [
      { bib: 1, field: 'chipMs', before: 3_600_000, after: 3_480_000 },
      { bib: 1, field: 'gender', before: 'f', after: 'm' },
    ],
  });
  expect(await look({ bib: 5, name: 'Cy', status: 'dns' })).toMatchObject({ isChanged: true, replaced: [] });
  expect(await look({ chip: '1:00:00' })).toMatchObject({ isChanged: false, replaced: [] });
});

test('of two directors who correct a bib at once, the second is told, and so is one whom a file overtakes', async () => {
  const { importCsv, correct, look } = await aSet();
  await importCsv('bib,name,chip\n1,Ada Runner,1:00:00\n2,Bo,59:00');
  const changed = { refused: { reason: 'result-changed' } };
  const [first, second] = [{ chip: '58:00' }, { chip: '57:00' }];
  const [one, other] = [await look(first), await look(second)];
  expect(await correct({ ...first, hash: one.hash })).toMatchObject({ correctedResult: { isChanged: true } });
  expect(await correct({ ...second, hash: other.hash })).toMatchObject(changed);
  const again = await look(second);
  expect(again.replaced).toEqual([{ bib: 1, field: 'chipMs', before: 3_480_000, after: 3_420_000 }]);
  // What others say of the bib stays, and stops nobody.
  await correct({ status: 'dsq' });
  expect(await correct({ ...second, hash: again.hash })).toMatchObject({ correctedResult: { isChanged: true } });
  const third = await look(first);
  await importCsv('bib,chip\n1,56:00');
  expect(await correct({ ...first, hash: third.hash })).toMatchObject(changed);
  // The bib is somebody else's now.
  const fourth = await look({ penalty: '1:00' });
  await importCsv('bib,name\n1,Eve Other');
  expect(await correct({ penalty: '1:00', hash: fourth.hash })).toMatchObject(changed);
  // Nobody needs to look first.
  const done = await correct({ penalty: '1:00' });
  expect(done).toMatchObject({ correctedResult: { isChanged: true } });
  // Answers to commands are kept, and names are not to be in them.
  expect(JSON.stringify(done)).not.toMatch(/Other/);
});
