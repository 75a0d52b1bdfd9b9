import { openResults } from '../../lambdas/functions/wiring/console/results';
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

const openSet = async () => {
  const { raceId, eventId } = await makeRace(postgres(), { spots: 5 });
  const { savedResultSet } = await direct({ saveResultSet: { raceId, eventId, name: 'All' } });
  const { setId } = savedResultSet;
  const about = (name: string, content: object = {}) => direct({ [name]: { raceId, setId, ...content } });
  const entries = () =>
    postgres().query('SELECT bib, name, gender, age, club FROM result WHERE set_id = $1 ORDER BY bib', [setId]);
  const register = registerIn(postgres(), eventId);
  return { raceId, eventId, setId, about, entries, register };
};

test('a start list that is taken again leaves what a director has corrected of a runner, and takes what has changed of others', async () => {
  const { about, entries, register } = await openSet();
  const [ada] = [await register(1, { firstName: 'Adda', lastName: 'Lovelace', gender: 'male' })];
  const bo = await register(2, { firstName: 'Bo', lastName: 'Li' });
  await about('buildStartList');
  const reason = 'They told us at the desk.';
  await about('correctResult', { bib: 1, name: 'Ada Lovelace', gender: 'f', reason });
  await about('correctResult', { bib: 1, gender: 'x', reason, dryRun: true });
  await postgres().query(
    `UPDATE registration SET runner = runner || '{"lastName": "Lee", "gender": "male"}' WHERE id = $1`,
    [bo],
  );
  expect(await about('buildStartList')).toMatchObject({ builtStartList: { applied: 1, unchanged: 1 } });
  expect(await entries()).toEqual([
    { bib: 1, name: 'Ada Lovelace', gender: 'f', age: null, club: null },
    { bib: 2, name: 'Bo Lee', gender: 'm', age: null, club: null },
  ]);
  // A correction was about the runner, and not about whoever has the bib after them.
  await postgres().query(
    `UPDATE registration SET live = false, ended = 'transferred', spot = NULL, block = NULL WHERE id = $1`,
    [ada],
  );
  await register(1, { firstName: 'Cy', lastName: 'Twombly' });
  await about('buildStartList');
  expect((await entries())[0]).toEqual({ bib: 1, name: 'Cy Twombly', gender: null, age: null, club: null });
});

test('before results are published, a director learns which bibs the start list has wrong, and who has no status', async () => {
  const { about, register, raceId, setId } = await openSet();
  const outlook = async (kind = 'official') => {
    const [{ seq }] = (await direct({ resultSets: { raceId } })).resultSets;
    const { orderedResults } = await about('publishResults', { kind, seq, dryRun: true });
    const { open, outdated, withoutSpot } = orderedResults.difference;
    return { open: open?.first, outdated: outdated.first, withoutSpot: withoutSpot.first };
  };
  const gives = (ended: string, id: string) =>
    postgres().query(`UPDATE registration SET live = false, ended = $2, spot = NULL, block = NULL WHERE id = $1`, [
      id,
      ended,
    ]);
  const [one, two, three] = [
    await register(1, { firstName: 'Ada', lastName: 'Lovelace' }),
    await register(2, { firstName: 'Bo', lastName: 'Li' }),
    await register(3, { firstName: 'Cy', lastName: 'Twombly' }),
  ];
  // Without a start list, the file alone says who ran.
  await postgres().query(`INSERT INTO result (set_id, bib, name, status) VALUES ($1, 9, 'Di', 'dnf')`, [setId]);
  expect(await outlook()).toEqual({ open: [], outdated: [], withoutSpot: [] });
  await about('buildStartList');
  expect(await outlook()).toEqual({ open: [1, 2, 3], outdated: [], withoutSpot: [] });
  expect(await outlook('preliminary')).toEqual({ open: undefined, outdated: [], withoutSpot: [] });
  await about('correctResult', { bib: 1, gun: '40:00', reason: 'By hand.' });
  await gives('cancelled', one);
  await gives('transferred', two);
  await register(2, { firstName: 'Eve', lastName: 'Ray' });
  await register(4, { firstName: 'Flo', lastName: 'Joy' });
  expect(await outlook()).toEqual({ open: [2, 3], outdated: [2, 4], withoutSpot: [1] });
  // Who did not start may have deferred since.
  await about('correctResult', { bib: 3, status: 'dns', reason: 'Deferred.' });
  await gives('deferred', three);
  await about('buildStartList');
  expect(await outlook()).toEqual({ open: [2, 4], outdated: [], withoutSpot: [1] });
});
