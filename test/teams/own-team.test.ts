import { PostgresTeamRegister } from '../../lambdas/teams/postgres-own-teams';
import { openPlainWorld } from '../golden/plain-world';
import type { World } from '../quote/support/registering';
import { askUntil, makeRaceWithForm, openBrowser } from '../quote/support/runner';
import { directing } from '../support/directing';
import type { MadeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';
import { founding, holding, placesOf, teamForm, teamsOf } from './support/runners';

let world: World;
let aRace: () => MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(9, () => makeRaceWithForm(world.database.postgres, teamForm));
});
afterAll(() => world?.close());
const stored = (race: MadeRace) => teamsOf(world.database.postgres, race.raceId);

type Runner = Awaited<ReturnType<typeof holding>>;
const pathOf = ({ registrationId }: Runner) => `/api/registrations/${registrationId}/team`;
const show = (one: Runner) => one.send('GET', pathOf(one), undefined, one.hold);
const change = (one: Runner, wish: object) => one.send('PATCH', pathOf(one), wish, one.hold);
const typeOf = ({ body }: { body: { type?: string } }) => body.type;

/** A captain and a member. */
const aTeam = async (race: MadeRace, name = 'Old Mill Runners') => {
  const captain = await holding(world, race);
  await captain.register(founding(name));
  const [team] = await stored(race);
  if (!team) throw new Error('no team was founded');
  const join = { join: { id: team.id, code: team.code } };
  const member = await holding(world, race);
  await member.register(join);
  return { captain, member, team, join };
};

test('the captain sees code and members, a member only the team, and a runner without a team an empty answer', async () => {
  const race = aRace();
  const { captain, member, team } = await aTeam(race);
  const shown = { id: team.id, name: 'Old Mill Runners', kind: 'trio', size: 3, members: 2, isOpen: true };
  expect((await show(captain)).body.team).toEqual({
    ...shown,
    isCaptain: true,
    code: team.code,
    people: [
      { registrationId: captain.registrationId, name: expect.stringMatching(/^Ada\w+ L\.$/) },
      { registrationId: member.registrationId, name: expect.stringMatching(/^Ada\w+ L\.$/) },
    ],
  });
  expect((await show(member)).body.team).toEqual({ ...shown, isCaptain: false });
  const alone = await holding(world, race);
  await alone.register();
  expect(await show(alone)).toMatchObject({ status: 200, body: { registrationId: alone.registrationId } });
  expect((await show(alone)).body.team).toBeUndefined();
  // Another browser that learned the id, with a hold of its own.
  const stranger = openBrowser(world);
  expect((await stranger('GET', pathOf(captain), undefined, captain.hold)).status).toBe(403);
  expect((await stranger('PATCH', pathOf(captain), { newCode: true }, captain.hold)).status).toBe(403);
  expect((await alone.send('PATCH', pathOf(captain), { newCode: true }, alone.hold)).status).toBe(403);
});

test('the list has every team and no join code, is searched by a part of the name, and comes in pages of twenty', async () => {
  const race = aRace();
  const sql = world.database.postgres;
  const { captain, team } = await aTeam(race, 'Löwen');
  // Twenty-two more, as if others had founded them.
  for (let n = 10; n < 32; n++)
    await sql.query(
      `INSERT INTO team (id, race_id, event_id, kind, name, name_folded, pool_id, captain)
       SELECT gen_random_uuid(), race_id, event_id, 'club', $2, $2, pool_id, captain FROM team WHERE id = $1`,
      [team.id, `club ${n}`],
    );
  const send = openBrowser(world);
  const list = (query: string) =>
    send('GET', `/api/races/${race.raceId}/teams?event=${race.eventId}${query}`).then(({ body }) => body);
  const first = await list('');
  expect(first.teams).toHaveLength(20);
  const second = await list(`&after=${first.next}`);
  expect(second.teams.map(({ name }: { name: string }) => name)).toEqual(['club 30', 'club 31', 'Löwen']);
  expect(second.next).toBeUndefined();
  const found = await list('&q=L%C3%96W');
  expect(found.teams).toEqual([{ id: team.id, name: 'Löwen', kind: 'trio', size: 3, members: 2, isOpen: true }]);
  const one = (await send('GET', `/api/teams/${team.id}`)).body;
  expect(one).toEqual({ raceId: race.raceId, eventId: race.eventId, ...found.teams[0] });
  for (const told of [first, second, found, one]) {
    expect(JSON.stringify(told)).not.toContain(team.code);
    expect(JSON.stringify(told)).not.toContain(captain.registrationId);
  }
  expect((await send('GET', `/api/races/${race.raceId}/teams`)).status).toBe(404);
  expect((await send('GET', `/api/teams/${captain.registrationId}`)).status).toBe(404);
});

test('the captain renames and closes the team and makes another code; nobody else does', async () => {
  const race = aRace();
  const { captain, member, team, join } = await aTeam(race);
  const other = await holding(world, race);
  await other.register(founding('The Others'));
  for (const wish of [{ name: 'Mine' }, { isOpen: false }, { newCode: true }, { remove: captain.registrationId }])
    expect(typeOf(await change(member, wish))).toBe('/problems/not-captain');
  expect(typeOf(await change(captain, { remove: other.registrationId }))).toBe('/problems/not-found');
  expect(typeOf(await change(captain, { name: 'THE  others'.replace('  ', ' ') }))).toBe('/problems/team-name-taken');
  expect((await change(captain, { name: 'Mill' })).body.team).toMatchObject({ name: 'Mill', isOpen: true });
  expect((await change(captain, { isOpen: false })).body.team).toMatchObject({ isOpen: false });
  expect((await change(captain, { isOpen: true })).body.team).toMatchObject({ isOpen: true });
  const renewed = (await change(captain, { newCode: true })).body.team;
  expect(renewed.code).toMatch(/^[0-9A-F]{12}$/);
  expect(renewed.code).not.toBe(team.code);
  const late = await holding(world, race);
  await askUntil(
    () => late.quote(join),
    (answer) => typeOf(answer) === '/problems/team-code-wrong',
  );
  expect((await late.quote({ join: { id: team.id, code: renewed.code } })).status).toBe(200);
  expect((await change(captain, { name: 'A', isOpen: true })).status).toBe(422);
});

test('a member who is removed, or leaves, keeps the spot; the place is free, and the captain’s role passes on', async () => {
  const race = aRace();
  const { captain, member, team, join } = await aTeam(race);
  expect((await change(captain, { remove: member.registrationId })).body.team).toMatchObject({ members: 1 });
  expect(await member.show()).toMatchObject({ status: 'confirmed', lines: [{}, { kind: 'team', state: 'returned' }] });
  expect(await placesOf(world.database.postgres, race.raceId)).toEqual({ all: 3, free: 2, given: 1 });
  const third = await holding(world, race);
  await third.register(join);
  const left = await change(captain, { remove: captain.registrationId });
  expect([left.status, left.body.team]).toEqual([200, undefined]);
  expect(await stored(race)).toMatchObject([{ id: team.id, captain: third.registrationId }]);
  expect((await show(third)).body.team).toMatchObject({ isCaptain: true, code: team.code });
  expect((await change(third, { remove: third.registrationId })).status).toBe(200);
  expect(await stored(race)).toMatchObject([{ captain: null, state: 'closed', members: [] }]);
});

test('two who leave at once leave no captain who is not in the team', async () => {
  const race = aRace();
  const { captain, member, join } = await aTeam(race);
  const third = await holding(world, race);
  await third.register(join);
  await Promise.all([captain, member].map((one) => change(one, { remove: one.registrationId })));
  expect(await stored(race)).toMatchObject([{ captain: third.registrationId, members: [third.registrationId] }]);
});

test('a director renames and closes a team, after a look at what it was', async () => {
  const race = aRace();
  const { team } = await aTeam(race, 'Rude Name');
  const direct = directing({ teams: new PostgresTeamRegister(world.database.postgres) });
  const before = { name: 'Rude Name', isOpen: true };
  expect(
    await direct({ renameTeam: { raceId: race.raceId, teamId: team.id, name: 'Kind Name', dryRun: true } }),
  ).toEqual({
    changedTeam: { teamId: team.id, before, dryRun: true },
  });
  expect(await stored(race)).toMatchObject([{ name: 'Rude Name' }]);
  await direct({ renameTeam: { raceId: race.raceId, teamId: team.id, name: 'Kind Name' } });
  await direct({ closeTeam: { raceId: race.raceId, teamId: team.id } });
  expect(await stored(race)).toMatchObject([{ name: 'Kind Name', state: 'closed' }]);
  await direct({ closeTeam: { raceId: race.raceId, teamId: team.id, isOpen: true } });
  expect(await stored(race)).toMatchObject([{ state: 'open' }]);
  for (const wrong of [
    { raceId: race.raceId, teamId: race.eventId },
    { raceId: aRace().raceId, teamId: team.id },
  ])
    expect(await direct({ closeTeam: wrong })).toMatchObject({ refused: { reason: 'no-such-team' } });
});

test('a director sees who is in a team and removes somebody, who keeps the spot', async () => {
  const race = aRace();
  const { captain, member, team, join } = await aTeam(race);
  const direct = directing({ teams: new PostgresTeamRegister(world.database.postgres) });
  const at = { raceId: race.raceId, teamId: team.id };
  const answer = await direct({ teamMembers: at });
  const members = 'members' in answer ? answer.members : [];
  expect(members).toEqual([
    { registrationId: captain.registrationId, name: expect.stringMatching(/^Ada\w+ L\.$/), isCaptain: true },
    { registrationId: member.registrationId, name: expect.stringMatching(/^Ada\w+ L\.$/), isCaptain: false },
  ]);
  const remove = (one: Runner, more: object = {}) =>
    direct({ removeMember: { ...at, registrationId: one.registrationId, ...more } });
  expect(await remove(captain, { dryRun: true })).toEqual({
    changedTeam: {
      teamId: team.id,
      before: { name: team.name, isOpen: true },
      member: members[0],
      dryRun: true,
    },
  });
  expect(await stored(race)).toMatchObject([{ captain: captain.registrationId, members: { length: 2 } }]);
  await remove(captain);
  expect(await captain.show()).toMatchObject({ status: 'confirmed' });
  expect(await stored(race)).toMatchObject([{ captain: member.registrationId, members: [member.registrationId] }]);
  expect(await placesOf(world.database.postgres, race.raceId)).toEqual({ all: 3, free: 2, given: 1 });
  // Their place is another's at once.
  await (await holding(world, race)).register(join);
  expect(await remove(captain)).toMatchObject({ refused: { reason: 'no-such-member' } });
  for (const wrong of [{ teamId: race.eventId }, { raceId: aRace().raceId }])
    for (const name of ['teamMembers', 'removeMember'])
      expect(
        await direct({ [name]: { ...at, ...wrong, ...(name === 'removeMember' && { registrationId: team.id }) } }),
      ).toMatchObject({ refused: { reason: 'no-such-team' } });
});
