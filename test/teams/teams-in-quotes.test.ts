import { openPlainWorld } from '../golden/plain-world';
import { changesOf, settle, type World } from '../quote/support/registering';
import { askUntil, makeRaceWithForm } from '../quote/support/runner';
import type { MadeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';
import { founding, holding, placesOf, teamForm, teamsOf } from './support/runners';

let world: World;
let aRace: () => MadeRace;
let raceOfRefusals: MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(12, () => makeRaceWithForm(world.database.postgres, teamForm));
  raceOfRefusals = aRace();
});
afterAll(() => world?.close());
const teams = (race: MadeRace) => teamsOf(world.database.postgres, race.raceId);
const places = (race: MadeRace) => placesOf(world.database.postgres, race.raceId);
const typeOf = ({ body }: { body: { type?: string } }) => body.type;

/** A team of its captain alone. */
const aTeam = async (race: MadeRace, size = 1, kind = 'trio') => {
  const captain = await holding(world, race, size);
  await captain.register(founding('Old Mill Runners', kind));
  const [team] = await teams(race);
  if (!team) throw new Error('no team was founded');
  return { captain, team, join: { join: { id: team.id, code: team.code } } };
};

test('a team is founded with the registration of its captain, and people with the code join it', async () => {
  const race = aRace();
  const { captain, team } = await aTeam(race);
  expect(team).toMatchObject({ name: 'Old Mill Runners', captain: captain.registrationId, state: 'open' });
  expect(team.code).toMatch(/^[0-9A-F]{12}$/);
  expect(await places(race)).toEqual({ all: 3, free: 2, given: 1 });
  expect((await captain.show()).lines).toMatchObject([{ kind: 'entry' }, { kind: 'team', state: 'given', amount: 0 }]);

  const ben = await holding(world, race);
  // As somebody reads it aloud.
  const spoken = team.code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const quoted = await ben.quote({ join: { id: team.id, code: `${spoken.slice(0, 4)} ${spoken.slice(4)}` } });
  expect([quoted.status, quoted.body.total]).toEqual([200, 4500]);
  expect(quoted.body.lines).toMatchObject([{ kind: 'entry' }, { kind: 'team', ref: team.id, amount: 0 }]);
  // It is theirs until their hold ends.
  expect(await places(race)).toEqual({ all: 3, free: 1, given: 1 });
  expect((await ben.pay(quoted)).status).toBe(202);
  await settle(world);
  expect(await teams(race)).toMatchObject([{ members: [captain.registrationId, ben.registrationId] }]);
  expect(await places(race)).toEqual({ all: 3, free: 1, given: 2 });
  // A runner who registers without a team is in none.
  await (await holding(world, race)).register();
  expect(await teams(race)).toMatchObject([{ members: { length: 2 } }]);
});

test('the last place is one runner’s: the other is told that it is held, and then that the team is full', async () => {
  const race = aRace();
  const { join } = await aTeam(race, 2);
  const [ben, cem, pair] = [await holding(world, race), await holding(world, race), await holding(world, race, 2)];
  expect(await pair.quote(join)).toMatchObject({ status: 409, body: { type: '/problems/team-full', left: 1 } });
  const quoted = await ben.quote(join);
  expect(quoted.status).toBe(200);
  const held = await askUntil(
    () => cem.quote(join),
    (answer) => typeOf(answer) === '/problems/team-held',
  );
  expect(held).toMatchObject({ status: 409, body: { left: 0, retryAfter: 30 } });
  expect((await ben.pay(quoted)).status).toBe(202);
  await settle(world);
  const full = await askUntil(
    () => cem.quote(join),
    (answer) => typeOf(answer) === '/problems/team-full',
  );
  expect(full.body).toMatchObject({ left: 0 });
  expect((await cem.quote()).status).toBe(200);
});

test('a runner who changes their mind gives the place back at once, and one who pays the older quote goes without', async () => {
  const race = aRace();
  const { join } = await aTeam(race, 2);
  const [ben, cem] = [await holding(world, race), await holding(world, race)];
  const first = await ben.quote(join);
  expect((await ben.quote(undefined, first.body.quote)).status).toBe(200);
  await cem.register(join);
  expect((await ben.pay(first)).status).toBe(202);
  await settle(world);
  expect(await ben.show()).toMatchObject({
    status: 'confirmed',
    amount: 4500,
    lines: [{ kind: 'entry' }, { kind: 'team', state: 'short' }],
  });
  expect(await places(race)).toEqual({ all: 3, free: 0, given: 3 });
});

test('of two teams of one name the second gets a number, and nobody loses a spot for it', async () => {
  const race = aRace();
  const two = [await holding(world, race), await holding(world, race)];
  for (const one of two) {
    const quoted = await one.quote(founding(one === two[0] ? 'Mühle' : 'MÜHLE'));
    expect((await one.pay(quoted)).status).toBe(202);
  }
  await settle(world);
  for (let n = 0; n < 9; n++) await (await holding(world, race)).register(founding('mühle'));
  const names = (await teams(race)).map(({ name }) => name).sort();
  expect(names).toHaveLength(11);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(11);
  expect(names.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(['mühle', 'mühle (2)', 'mühle (9)']));
});

test('a cancelled member frees the place, the captain’s role passes to the longest one, and an empty team closes', async () => {
  const race = aRace();
  const { captain, team, join } = await aTeam(race);
  const [ben, cem] = [await holding(world, race), await holding(world, race)];
  await ben.register(join);
  await cem.register(join);
  const cancel = (registrationId: string) => changesOf(world).cancel(registrationId, 'director', { percent: 100 });
  expect((await cancel(captain.registrationId)).kind).toBe('cancelled');
  expect(await teams(race)).toMatchObject([
    { captain: ben.registrationId, members: [ben.registrationId, cem.registrationId], state: 'open' },
  ]);
  expect(await places(race)).toEqual({ all: 3, free: 1, given: 2 });
  const late = await holding(world, race);
  const quoted = await late.quote(join);
  for (const one of [cem, ben]) expect((await cancel(one.registrationId)).kind).toBe('cancelled');
  expect(await teams(race)).toMatchObject([{ captain: null, members: [], state: 'closed' }]);
  // Whose quote was signed before has the place that it promises, and is the captain.
  expect((await late.pay(quoted)).status).toBe(202);
  await settle(world);
  expect(await teams(race)).toMatchObject([{ id: team.id, captain: late.registrationId, state: 'closed' }]);
  const dan = await holding(world, race);
  await askUntil(
    () => dan.quote(join),
    (answer) => typeOf(answer) === '/problems/team-closed',
  );
});

test('a place in a team goes with the spot to another runner', async () => {
  const race = aRace();
  const { captain, team } = await aTeam(race);
  const sql = world.database.postgres;
  await sql.query(`UPDATE race SET transfer_until = clock_timestamp() + interval '1 day' WHERE id = $1`, [race.raceId]);
  const transferId = captain.registrationId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const recipient = { firstName: 'Eve', email: 'eve@example.com' };
  expect((await changesOf(world).offerTransfer(captain.registrationId, { transferId, recipient })).kind).toBe(
    'offered',
  );
  const eve = { firstName: 'Eve', lastName: 'Byron', email: 'eve@example.com', birthDate: '1990-01-01' };
  expect((await changesOf(world).acceptTransfer(transferId, eve, 'w1', { form: 1, signatures: [] })).kind).toBe(
    'accepted',
  );
  expect(await teams(race)).toMatchObject([{ id: team.id, captain: transferId, members: [transferId] }]);
  expect(await places(race)).toEqual({ all: 3, free: 2, given: 1 });
});

test.each([
  ['of another kind', { create: { kind: 'old', name: 'A' } }, 422],
  ['without a name', { create: { kind: 'trio', name: ' ' } }, 422],
  ['with an unseen name', { create: { kind: 'trio', name: '\u202egnol' } }, 422],
  ['both', { create: { kind: 'trio', name: 'A' }, join: { id: 'x', code: 'y' } }, 422],
])('a team %s is refused where it is written', async (_, wish, status) => {
  const race = raceOfRefusals;
  const ann = await holding(world, race);
  const answer = await ann.quote(wish);
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([status, expect.stringMatching(/^order\.team/)]);
});

test('more people than a team may have found none', async () => {
  const race = aRace();
  const four = await holding(world, race, 4);
  const answer = await four.quote(founding('Too many'));
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'order.team' }] } });
  expect((await four.quote(founding('Twelve', 'club'))).status).toBe(200);
});

test('the code of another team or event opens nothing, and ten wrong ones are the last of a session', async () => {
  const race = aRace();
  const other = aRace();
  const { team } = await aTeam(race);
  const foreign = await aTeam(other);
  const ann = await holding(world, race);
  const wrong = { join: { id: team.id, code: 'FFFF-0000-FFFF' } };
  expect(await ann.quote(wrong)).toMatchObject({ status: 409, body: { type: '/problems/team-code-wrong' } });
  expect(JSON.stringify((await ann.quote(wrong)).body)).not.toContain(team.code);
  expect(typeOf(await ann.quote(foreign.join))).toBe('/problems/team-code-wrong');
  expect(typeOf(await ann.quote({ join: { id: ann.registrationId, code: team.code } }))).toBe(
    '/problems/team-code-wrong',
  );
  // The right one counts for nothing.
  expect((await ann.quote({ join: { id: team.id, code: team.code } })).status).toBe(200);
  for (let n = 0; n < 6; n++) expect(typeOf(await ann.quote(wrong))).toBe('/problems/team-code-wrong');
  const answers = await Promise.all([1, 2, 3].map(() => ann.quote(wrong)));
  expect(answers.map(typeOf)).toEqual(Array(3).fill('/problems/too-many-tries'));
  // Nor is the right one looked up.
  expect(await ann.quote({ join: { id: team.id, code: team.code } })).toMatchObject({ status: 429 });
  expect((await ann.quote()).status).toBe(200);
});
