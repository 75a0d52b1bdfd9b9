import { PostgresBibs } from '../../lambdas/bibs/giving/postgres-bibs';
import { PostgresOwnBibs } from '../../lambdas/bibs/own/postgres-own-bibs';
import { moveBib } from '../../lambdas/ledger/seat-sql';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { countWithoutBib, readEntrants, readGone } from '../../lambdas/results/take/postgres-entrants';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { openStores } from '../support/stores';
import { endRegistration, type Race, raceWithPeople } from './support/race-with-people';

const stores = openStores();
const postgres = () => stores.database.postgres;
const bibs = () => new PostgresBibs({ postgres: postgres(), hash: sha256, random: Math.random });

const withRange = async (people: number, from = 101, to = 200): Promise<Race> => {
  const race = await raceWithPeople(postgres(), people);
  await bibs().saveRanges({ raceId: race.raceId, ranges: [{ eventId: race.eventId, from, to }], isDryRun: false });
  return race;
};
const assign = ({ raceId }: Race, isDryRun = false) => bibs().assign({ raceId, order: 'registered', isDryRun });
const numbersOf = async ({ ids }: Race) => {
  const rows = await postgres().query<{ id: string; number: number }>(
    'SELECT registration_id AS id, number FROM bib WHERE registration_id = ANY ($1::uuid[]) AND void_at IS NULL',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.number);
};
const end = (id: string | undefined) => endRegistration(postgres(), id);
const change = (registrationId = '', number?: number) => bibs().change({ registrationId, number, isDryRun: false });

test('a batch gives everybody one number, a second gives nobody another, and who comes late gets the next', async () => {
  const race = await withRange(3);
  expect(await assign(race, true)).toMatchObject({ given: 3, left: [], sample: [{ number: 101 }, {}, {}] });
  expect(await numbersOf(race)).toEqual([undefined, undefined, undefined]);
  await end(race.ids[2]);
  expect(await assign(race)).toMatchObject({ given: 2 });
  expect(await assign(race)).toMatchObject({ given: 0, left: [] });
  expect(await numbersOf(race)).toEqual([101, 102, undefined]);
  expect(await bibs().overview(race.raceId)).toEqual({
    seen: expect.stringMatching(/^[0-9a-f]{32}$/),
    ranges: [{ eventId: race.eventId, from: 101, to: 200, given: 2, void: 0 }],
    events: [{ eventId: race.eventId, name: 'Ten', runners: 2, given: 2 }],
    outside: 0,
    untold: 2,
    void: [],
    voids: 0,
  });
});

test('of two directors who change the same ranges the second one is told, and overwrites nothing', async () => {
  const race = await raceWithPeople(postgres(), 1);
  const { eventId, raceId } = race;
  const seenNow = async () => (await bibs().overview(raceId))?.seen;
  const [one, two] = [await seenNow(), await seenNow()];
  const save = (from: number, seen?: string, isDryRun = false) =>
    bibs().saveRanges({ raceId, ranges: [{ eventId, from, to: from + 9 }], seen, isDryRun });
  const rangesNow = async () => (await bibs().overview(raceId))?.ranges.map(({ from }) => from);
  expect(await save(101, one)).toEqual({ kind: 'saved' });
  expect(await save(201, two, true)).toEqual({ kind: 'changed' });
  expect(await save(201, two)).toEqual({ kind: 'changed' });
  expect(await rangesNow()).toEqual([101]);
  expect(await save(201, await seenNow())).toEqual({ kind: 'saved' });
  // A script says all ranges, whatever there were.
  expect(await save(301)).toEqual({ kind: 'saved' });
  expect(await rangesNow()).toEqual([301]);
});

test('a race says that it gives bibs as soon as it has a range, and a plain race says nothing', async () => {
  const race = await raceWithPeople(postgres(), 1);
  const found = () => new PostgresRaces(postgres()).find(race.raceId);
  expect(await found()).not.toHaveProperty('givesBibs');
  const ranges = [{ eventId: race.eventId, from: 101, to: 200 }];
  await bibs().saveRanges({ raceId: race.raceId, ranges, isDryRun: true });
  expect(await found()).not.toHaveProperty('givesBibs');
  await bibs().saveRanges({ raceId: race.raceId, ranges, isDryRun: false });
  expect(await found()).toHaveProperty('givesBibs', true);
  // Somebody has a bib, although there is no range any more.
  await assign(race);
  await bibs().saveRanges({ raceId: race.raceId, ranges: [], isDryRun: false });
  expect(await found()).toHaveProperty('givesBibs', true);
});

test('batches and single numbers that are given at once never share one', async () => {
  const race = await withRange(12);
  await Promise.all([assign(race), assign(race), ...race.ids.map((id) => change(id)), change(race.ids[0], 105)]);
  const numbers = await numbersOf(race);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(12);
});

test('the number of somebody who has no spot any more, or another number, is given to nobody else until it is freed', async () => {
  const race = await withRange(4, 101, 104);
  await change(race.ids[0]);
  await change(race.ids[1]);
  await end(race.ids[0]);
  expect(await change(race.ids[1], 500)).toEqual({ kind: 'changed', number: 500, before: 102, isChanged: true });
  expect(await change(race.ids[2], 101)).toEqual({ kind: 'taken', by: race.ids[0], had: true });
  expect(await change(race.ids[2], 500)).toEqual({ kind: 'taken', by: race.ids[1], had: false });
  expect(await assign(race)).toMatchObject({ given: 2 });
  expect(await numbersOf(race)).toEqual([101, 500, 103, 104]);
  expect(await bibs().overview(race.raceId)).toMatchObject({
    ranges: [{ given: 2, void: 2 }],
    outside: 1,
    void: [
      { number: 101, why: 'ended' },
      { number: 102, why: 'replaced' },
    ],
  });
  const release = { raceId: race.raceId, number: 102, mayReuse: true, reason: 'never printed' };
  expect(await bibs().release({ ...release, isDryRun: true })).toMatchObject({ kind: 'released' });
  expect(await bibs().release({ ...release, isDryRun: false })).toMatchObject({ kind: 'released' });
  expect(await bibs().release({ ...release, isDryRun: false })).toEqual({ kind: 'nobodys' });
  expect(await change(race.ids[2], 102)).toMatchObject({ kind: 'changed' });
});

test('two people change numbers, and a number that nobody with a spot has is not swapped', async () => {
  const race = await withRange(3);
  await assign(race);
  const swap = (numbers: readonly [number, number], isDryRun = false) =>
    bibs().swap({ raceId: race.raceId, numbers, isDryRun });
  expect(await swap([101, 102], true)).toEqual({ kind: 'swapped', registrationIds: [race.ids[0], race.ids[1]] });
  await swap([101, 102]);
  expect(await numbersOf(race)).toEqual([102, 101, 103]);
  expect(await swap([101, 900])).toEqual({ kind: 'nobodys', number: 900 });
  await end(race.ids[2]);
  expect(await swap([103, 101])).toEqual({ kind: 'nobodys', number: 103 });
});

test('a number goes on with the spot, also while it is swapped', async () => {
  const race = await withRange(3);
  await assign(race);
  const [from = '', , to = ''] = race.ids;
  await postgres().query('DELETE FROM bib WHERE registration_id = $1', [to]);
  let swapping: Promise<unknown> | undefined;
  await postgres().transaction(async (sql) => {
    await sql.query('SELECT FROM registration WHERE id = $1 FOR NO KEY UPDATE', [from]);
    swapping = bibs().swap({ raceId: race.raceId, numbers: [101, 102], isDryRun: false });
    await untilOneWaits(postgres());
    await sql.query(moveBib, [from, to]);
  });
  expect(await swapping).toMatchObject({ kind: 'swapped' });
  expect((await numbersOf(race)).filter((one) => one !== undefined)).toHaveLength(2);
  expect((await numbersOf(race))[2]).toBeDefined();
});

test('a file is applied as it was tried, and is refused once a number that it replaces is another', async () => {
  const race = await withRange(3);
  await assign(race);
  const [one, two, three] = race.ids;
  const csv = `registration,bib\n${one},102\n${two},101\n${three},7\n${uuid7()},8\n`;
  const send = (hash?: string, isDryRun = false) => bibs().importFile({ raceId: race.raceId, csv, hash, isDryRun });
  const tried = await send(undefined, true);
  expect(tried).toMatchObject({ changed: 3, unchanged: 0, refused: [{ line: 5, number: 8, reason: 'unknown' }] });
  const hash = tried.kind === 'imported' ? tried.hash : '';
  expect(await numbersOf(race)).toEqual([101, 102, 103]);
  await change(three, 9);
  expect(await send(hash)).toEqual({ kind: 'not-tried' });
  const again = await send(undefined, true);
  await send(again.kind === 'imported' ? again.hash : '');
  expect(await numbersOf(race)).toEqual([102, 101, 7]);
});

test('a start list has the bibs of a race that gives them, and counts who has none; otherwise it has the spots', async () => {
  const race = await raceWithPeople(postgres(), 2);
  const setId = uuid7();
  await postgres().query(
    `INSERT INTO result_set (id, race_id, event_id, position, name, rank_by, gun_places, rounding, genders, age_groups, points)
     VALUES ($1, $2, $3, 1, 'Ten', 'gun', 0, 'tenths', '[]', '[]', '[]')`,
    [setId, race.raceId, race.eventId],
  );
  const listed = async () => (await readEntrants(postgres(), setId)).map(({ bib }) => bib);
  expect(await listed()).toEqual([1, 2]);
  await change(race.ids[1], 40);
  expect(await listed()).toEqual([40]);
  expect(await countWithoutBib(postgres(), setId)).toBe(1);
  await postgres().query(
    `INSERT INTO result (set_id, bib, name, name_withheld, status, registration_id, penalty_ms, splits)
     SELECT $1, b, 'Ada', false, 'entered', $2, 0, NULL FROM unnest(ARRAY[2, 40]) AS b`,
    [setId, race.ids[1]],
  );
  expect(await readGone(postgres(), setId)).toEqual([2]);
});

test('what cannot have a number says so', async () => {
  const race = await raceWithPeople(postgres(), 1);
  expect(await change(uuid7())).toEqual({ kind: 'not-found' });
  expect(await change(race.ids[0])).toEqual({ kind: 'no-range' });
  expect(await assign(race)).toEqual({ kind: 'no-ranges' });
  const save = (eventId: string) =>
    bibs().saveRanges({ raceId: race.raceId, ranges: [{ eventId, from: 1, to: 1 }], isDryRun: false });
  expect(await save(uuid7())).toEqual({ kind: 'no-such-event', range: 0 });
  expect(await bibs().saveRanges({ raceId: 'no-race', ranges: [], isDryRun: false })).toEqual({ kind: 'no-such-race' });
  await save(race.eventId);
  await change(race.ids[0]);
  await end(race.ids[0]);
  expect(await change(race.ids[0], 5)).toEqual({ kind: 'ended' });
});

test('who runs is told that the race gives bibs, and who has a ticket keeps its number', async () => {
  const { eventId, ids } = await withRange(1);
  const own = () => new PostgresOwnBibs(postgres()).find(ids[0] ?? '', { by: 'link', version: 0 });
  expect(await own()).toMatchObject({ raceGivesBibs: true });
  await postgres().query(`UPDATE event SET kind = 'ticket', distance = 0 WHERE id = $1`, [eventId]);
  expect(await own()).toMatchObject({ raceGivesBibs: false });
});
