import { joinTeams } from '../../lambdas/ledger/postgres-teams';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { PostgresTeamRegister } from '../../lambdas/teams/postgres-own-teams';
import { openPlainWorld } from '../golden/plain-world';
import { changesOf, settle, type World } from '../quote/support/registering';
import { askUntil, makeRaceWithForm } from '../quote/support/runner';
import { directing } from '../support/directing';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import type { MadeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';
import { founding, holding, teamsOf } from './support/runners';

const en = (text: string) => ({ en: text });
const relay = {
  language: 'en',
  questions: [],
  teams: {
    kinds: [
      {
        id: 'relay',
        label: en('Relay'),
        size: 3,
        legs: ['Lake', 'Mill', 'Town'].map((label) => ({ label: en(label) })),
      },
    ],
  },
};

let world: World;
let aRace: () => MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(7, () => makeRaceWithForm(world.database.postgres, relay));
});
afterAll(() => world?.close());

type Runner = Awaited<ReturnType<typeof holding>>;
const typeOf = ({ body }: { body: { type?: string } }) => body.type;
const errorsOf = ({ body }: { body: { faults?: { field: string; code: string }[] } }) =>
  body.faults?.map(({ field, code }) => `${field} ${code}`);

/** Who runs which leg, as it is stored. Registrations that ended run none. */
const legsOf = async (race: MadeRace) => {
  const rows = await world.database.postgres.query<{ id: string; leg: number }>(
    'SELECT id, leg FROM registration WHERE event_id = $1 AND live AND team_id IS NOT NULL',
    [race.eventId],
  );
  return Object.fromEntries(rows.map(({ id, leg }) => [id, leg]));
};

const aRelay = async (race: MadeRace, legs: readonly (number | undefined)[] = [2]) => {
  const captain = await holding(world, race, legs.length);
  await captain.register(founding('Millers', 'relay'), legs);
  const [team] = await teamsOf(world.database.postgres, race.raceId);
  if (!team) throw new Error('no team was founded');
  return { captain, team, join: { join: { id: team.id, code: team.code } } };
};
const change = (one: Runner, wish: object) =>
  one.send('PATCH', `/api/registrations/${one.registrationId}/team`, wish, one.hold);

test('each runs the leg that they want, or else the first one that is free', async () => {
  const race = aRace();
  const { captain, team, join } = await aRelay(race, [2, undefined]);
  const [first = '', second = ''] = captain.ids;
  expect(await legsOf(race)).toEqual({ [first]: 2, [second]: 1 });
  const send = captain.send;
  expect((await send('GET', `/api/teams/${team.id}`)).body).toMatchObject({ size: 3, takenLegs: [1, 2] });
  const ben = await holding(world, race);
  await ben.register(join);
  expect(await legsOf(race)).toMatchObject({ [ben.registrationId]: 3 });
  const shown = await ben.send('GET', `/api/registrations/${ben.registrationId}/team`, undefined, ben.hold);
  expect(shown.body.team).toMatchObject({ leg: 3, isCaptain: false });
  // What is stored of a person says nothing of it besides.
  const [{ runner } = { runner: {} }] = await world.database.postgres.query<{ runner: object }>(
    'SELECT runner FROM registration WHERE id = $1',
    [first],
  );
  expect(runner).not.toHaveProperty('leg');
});

test('a leg that is taken, that there is not, or that two want, is refused where it is written', async () => {
  const race = aRace();
  const { join } = await aRelay(race);
  const two = await holding(world, race, 2);
  expect(errorsOf(await two.quote(join, undefined, [2, 4]))).toEqual([
    'people.0.leg leg-taken',
    'people.1.leg no-such-leg',
  ]);
  expect(errorsOf(await two.quote(founding('A', 'relay'), undefined, [3, 3]))).toEqual(['people.1.leg twice']);
  expect((await two.quote(founding('A', 'relay'), undefined, [0, 9])).status).toBe(422);
  // Where all teams are relays, nobody runs alone.
  expect(errorsOf(await two.quote())).toEqual(['order.team missing']);
  expect((await two.quote(join, undefined, [3, 1])).status).toBe(200);
});

test('of two who pay for one leg at once each runs a leg of their own, and both are in the team', async () => {
  const race = aRace();
  const { captain, team, join } = await aRelay(race);
  const [ben, cem] = [await holding(world, race), await holding(world, race)];
  const quotes = await Promise.all([ben, cem].map((one) => one.quote(join, undefined, [3])));
  for (const [n, one] of [ben, cem].entries()) expect((await one.pay(quotes[n] as never)).status).toBe(202);
  await settle(world);
  const legs = await legsOf(race);
  expect(legs[captain.registrationId]).toBe(2);
  expect([legs[ben.registrationId], legs[cem.registrationId]].sort()).toEqual([1, 3]);

  // The same by two writers, of whom the second comes while the first has not committed.
  const { postgres } = world.database;
  await postgres.query('UPDATE registration SET leg = NULL WHERE id = ANY ($1::uuid[])', [
    [ben.registrationId, cem.registrationId],
  ]);
  const enter = (sql: Sql, { registrationId }: Runner) => joinTeams(sql, [{ registrationId, team: team.id, leg: 1 }]);
  let second: Promise<void> | undefined;
  await postgres.transaction(async (sql) => {
    await enter(sql, ben);
    second = postgres.transaction((other) => enter(other, cem));
    await untilOneWaits(postgres);
  });
  await second;
  expect(await legsOf(race)).toMatchObject({ [ben.registrationId]: 1, [cem.registrationId]: 3 });
  const twice = postgres.query('UPDATE registration SET leg = 1 WHERE id = $1', [cem.registrationId]);
  await expect(twice).rejects.toMatchObject({ code: '23505' });
});

test('a runner who leaves or cancels frees their leg, and with the spot the leg goes to another runner', async () => {
  const race = aRace();
  const { captain, join } = await aRelay(race, [1, 3]);
  const [, second = ''] = captain.ids;
  expect((await change(captain, { remove: second })).status).toBe(200);
  const ben = await holding(world, race);
  await askUntil(
    () => ben.quote(join, undefined, [3]),
    ({ status }) => status === 200,
  );
  await ben.register(join, [3]);
  expect(await legsOf(race)).toEqual({ [captain.registrationId]: 1, [ben.registrationId]: 3 });
  await world.database.postgres.query(
    `UPDATE race SET transfer_until = clock_timestamp() + interval '1 day' WHERE id = $1`,
    [race.raceId],
  );
  const transferId = ben.registrationId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const changes = changesOf(world);
  await changes.offerTransfer(ben.registrationId, {
    transferId,
    recipient: { firstName: 'Eve', email: 'eve@example.com' },
  });
  const eve = { firstName: 'Eve', lastName: 'Byron', email: 'eve@example.com', birthDate: '1990-01-01' };
  expect((await changes.acceptTransfer(transferId, eve, 'w1', { form: 1, signatures: [] })).kind).toBe('accepted');
  expect(await legsOf(race)).toEqual({ [captain.registrationId]: 1, [transferId]: 3 });
  expect((await changes.cancel(transferId, 'director', { percent: 100 })).kind).toBe('cancelled');
  const cem = await holding(world, race);
  await askUntil(
    () => cem.quote(join, undefined, [3]),
    ({ status }) => status === 200,
  );
});

test('the captain says who runs what: two change legs, and at no moment one leg is run by two', async () => {
  const race = aRace();
  const { captain } = await aRelay(race, [1, 2]);
  const [first = '', second = ''] = captain.ids;
  const answer = await change(captain, { registrationId: second, leg: 1 });
  expect([answer.status, answer.body.team.leg]).toEqual([200, 2]);
  expect(answer.body.team.people).toMatchObject([
    { registrationId: first, leg: 2 },
    { registrationId: second, leg: 1 },
  ]);
  await Promise.all([1, 2, 3, 1, 3].map((leg) => change(captain, { registrationId: first, leg })));
  expect(new Set(Object.values(await legsOf(race))).size).toBe(2);
  expect(errorsOf(await change(captain, { registrationId: first, leg: 4 }))).toEqual(['leg no-such-leg']);
  expect(typeOf(await change(captain, { registrationId: race.eventId, leg: 1 }))).toBe('/problems/not-found');
  // Of no other relay.
  const other = await holding(world, race);
  await other.register(founding('Others', 'relay'), [1]);
  for (const wish of [{ registrationId: other.registrationId, leg: 3 }, { remove: other.registrationId }])
    expect(typeOf(await change(captain, wish))).toBe('/problems/not-found');
  expect((await legsOf(race))[other.registrationId]).toBe(1);
});

test('a director says who runs what, after a look at it, and no leg is run by two', async () => {
  const race = aRace();
  const { captain, team } = await aRelay(race, [1, 2]);
  const [first = '', second = ''] = captain.ids;
  const direct = directing({ teams: new PostgresTeamRegister(world.database.postgres) });
  const order = (leg: number, more: object = {}) =>
    direct({ changeLeg: { raceId: race.raceId, teamId: team.id, registrationId: second, leg, ...more } });
  expect(await order(1, { dryRun: true })).toMatchObject({
    changedTeam: { member: { registrationId: second, leg: 2, isCaptain: false }, dryRun: true },
  });
  expect(await legsOf(race)).toEqual({ [first]: 1, [second]: 2 });
  await order(1);
  expect(await legsOf(race)).toEqual({ [first]: 2, [second]: 1 });
  await order(3);
  expect(await legsOf(race)).toEqual({ [first]: 2, [second]: 3 });
  expect(await order(4)).toMatchObject({ refused: { reason: 'no-such-leg' } });
  expect(await order(1, { registrationId: team.id })).toMatchObject({ refused: { reason: 'no-such-member' } });
});
