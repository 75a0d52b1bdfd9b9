import { uuid7 } from '../../lambdas/platform/uuid';
import { judge, type Signed } from '../../lambdas/staff/rights';
import { openEmptiedDatabase } from '../support/postgres/emptied-database';
import { makeRace } from '../support/races/race';
import { openStaff } from './staff-world';

const database = openEmptiedDatabase();
let world: ReturnType<typeof openStaff>;
beforeEach(() => {
  world = openStaff(database.postgres);
});

const by = (staffId: string) => staffId;

test('the last owner of all races is neither removed, nor lowered, nor locked; one of two is', async () => {
  const { postgres } = database;
  const [first, second] = [await world.invite('owner'), await world.invite('owner')];
  for (const { staffId } of [first, second]) await world.byLink(staffId);
  const answers = await Promise.all([
    world.staff.removeRole(first.staffId, undefined, by(second.staffId)),
    world.staff.removeRole(second.staffId, undefined, by(first.staffId)),
  ]);
  expect([...answers].sort()).toEqual(['changed', 'last-owner']);
  const [left] = await postgres.query<{ staff_id: string }>(`SELECT staff_id FROM staff_role WHERE role = 'owner'`);
  const last = left?.staff_id ?? '';
  const email = last === first.staffId ? first.email : second.email;
  expect(await world.staff.setRole(last, { role: 'viewer', raceId: undefined }, by(last))).toBe('last-owner');
  expect(await world.staff.setState(last, 'locked', by(last))).toBe('last-owner');
  expect(await world.staff.setState(last, 'gone', by(last))).toBe('last-owner');
  const lowered = { staffId: uuid7(), email, name: 'Ada', role: 'desk', raceId: undefined, by: undefined } as const;
  expect(await world.staff.invite(lowered)).toEqual({ kind: 'last-owner' });
});

test('an owner who never signed in is no reason to let the last one go who did', async () => {
  const { staffId } = await world.invite('owner');
  await world.byLink(staffId);
  // The invitation may go to an address that nobody reads.
  const invited = await world.invite('owner');
  expect(await world.staff.removeRole(staffId, undefined, by(staffId))).toBe('last-owner');
  expect(await world.staff.setState(staffId, 'gone', by(staffId))).toBe('last-owner');
  expect(await world.staff.removeRole(invited.staffId, undefined, by(staffId))).toBe('changed');
  const next = await world.invite('owner');
  await world.byLink(next.staffId);
  expect(await world.staff.removeRole(staffId, undefined, by(staffId))).toBe('changed');
});

test('a role is one per race, is changed and removed, and leaves its audit', async () => {
  const { raceId } = await makeRace(database.postgres, { spots: 1 });
  const owner = await world.invite('owner');
  const { staffId } = await world.invite('desk', raceId);
  expect(await world.staff.setRole(staffId, { role: 'finance', raceId }, owner.staffId)).toBe('changed');
  expect(await world.staff.list(raceId)).toMatchObject([
    { staffId: owner.staffId, roles: [{ role: 'owner', raceId: undefined }] },
    { staffId, roles: [{ role: 'finance', raceId }] },
  ]);
  expect(await world.staff.setRole(staffId, { role: 'desk', raceId: 'no-race' }, owner.staffId)).toBe('no-such-race');
  expect(await world.staff.setRole(uuid7(), { role: 'desk', raceId }, owner.staffId)).toBe('not-found');
  expect(await world.staff.removeRole(staffId, raceId, owner.staffId)).toBe('changed');
  expect(await world.staff.removeRole(staffId, raceId, owner.staffId)).toBe('not-found');
  expect(await world.actions(owner.staffId)).toEqual(['role-given', 'role-given', 'role-removed']);
  expect(
    await world.staff.invite({
      staffId: uuid7(),
      email: 'b@example.com',
      name: 'B',
      role: 'desk',
      raceId: 'x',
      by: undefined,
    }),
  ).toEqual({ kind: 'no-such-race' });
});

test('an invitation is good once and for a week, and a newer one replaces it', async () => {
  const { email, staffId } = await world.invite('director');
  const first = await world.newestToken(staffId);
  const again = await world.staff.invite({
    staffId: uuid7(),
    email,
    name: 'Ada',
    role: 'director',
    raceId: undefined,
    by: undefined,
  });
  expect(again).toMatchObject({ kind: 'invited', staffId, outbox: [expect.any(String)] });
  expect(await world.use.openLink(first, '')).toBe('used');
  await database.postgres.query(`UPDATE staff SET enrol_until = now() - interval '1 second'`);
  const secret = await world.byLink(staffId);
  expect((await world.enrol(secret)).answer).toBe('not-now');
});

test('a reset ends passkeys and sessions, and opens the way to a new passkey', async () => {
  const { email, staffId } = await world.invite('owner');
  const secret = await world.byLink(staffId);
  const { authenticator } = await world.enrol(secret);
  expect(await world.staff.reset('nobody@example.com', undefined)).toBe('not-found');
  expect(await world.staff.reset(email, undefined)).toHaveLength(1);
  expect(await world.find(secret)).toBeUndefined();
  const response = authenticator.use({ challenge: await world.challengeOf('sign-in') });
  expect(await world.use.withPasskey(response, '')).toBe('refused');
  const renewed = await world.byLink(staffId);
  expect((await world.enrol(renewed)).answer).toBe('enrolled');
  expect(await world.actions(staffId)).toContain('passkeys-reset');
});

test('a removed person is signed out and has no role, and may be invited again; a locked one may not', async () => {
  const owner = await world.invite('owner');
  const { email, staffId } = await world.invite('desk');
  const secret = await world.byLink(staffId);
  expect(await world.staff.setState(staffId, 'gone', owner.staffId)).toBe('changed');
  expect(await world.find(secret)).toBeUndefined();
  expect(await world.staff.linkFor(email)).toBeUndefined();
  const again = { staffId: uuid7(), email, name: 'Ada', role: 'viewer', raceId: undefined, by: owner.staffId } as const;
  expect(await world.staff.invite(again)).toMatchObject({ kind: 'invited', staffId });
  expect(await world.signed(await world.byLink(staffId))).toMatchObject({ roles: [{ role: 'viewer' }] });
  await world.staff.setState(staffId, 'locked', owner.staffId);
  expect(await world.staff.invite(again)).toEqual({ kind: 'locked' });
});

test('who is unlocked is what they were before: active after they signed in, and invited when they never did', async () => {
  const owner = await world.invite('owner');
  await world.byLink(owner.staffId);
  const [came, never] = [await world.invite('owner'), await world.invite('owner')];
  await world.byLink(came.staffId);
  const stateOf = async (staffId: string) =>
    (await world.staff.list(undefined)).find((member) => member.staffId === staffId)?.state;
  const set = (staffId: string, state: 'active' | 'locked' | 'gone') =>
    world.staff.setState(staffId, state, owner.staffId);
  for (const { staffId } of [came, never]) {
    await set(staffId, 'locked');
    await set(staffId, 'locked');
    expect(await set(staffId, 'active')).toBe('changed');
  }
  expect([await stateOf(came.staffId), await stateOf(never.staffId)]).toEqual(['active', 'invited']);
  // Nor does somebody become active who was not locked.
  await set(never.staffId, 'active');
  expect(await stateOf(never.staffId)).toBe('invited');
  // So they are no reason to let the last owner go who signed in.
  await set(came.staffId, 'gone');
  expect(await set(owner.staffId, 'gone')).toBe('last-owner');
  expect([await set(came.staffId, 'active'), await stateOf(came.staffId)]).toEqual(['not-found', 'gone']);
});

test('somebody who was removed and has a passkey is invited by a mail, and signs in with the passkey then', async () => {
  const owner = await world.invite('owner');
  const { email, staffId } = await world.invite('director');
  const { authenticator } = await world.enrol(await world.byLink(staffId));
  const again = { staffId: uuid7(), email, name: 'Ada', role: 'desk', raceId: undefined, by: owner.staffId } as const;
  expect(await world.staff.invite(again)).toMatchObject({ kind: 'invited', outbox: [] });
  await world.staff.setState(staffId, 'gone', owner.staffId);
  expect(await world.staff.invite(again)).toMatchObject({ kind: 'invited', outbox: [expect.any(String)] });
  await world.byLink(staffId);
  const response = authenticator.use({ challenge: await world.challengeOf('sign-in') });
  expect(await world.use.withPasskey(response, '')).toHaveProperty('secret');
});

describe('invitations are mails to addresses that an owner names, so', () => {
  const wish = (raceId: string | undefined, by: string | undefined, email = `${uuid7()}@example.com`) =>
    ({ staffId: uuid7(), email, name: 'Ada', role: 'desk', raceId, by }) as const;

  test('one person gets five of them within a day', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const owner = await world.invite('owner');
    const of = wish(raceId, owner.staffId);
    for (let n = 0; n < 5; n++) expect(await world.staff.invite(of)).toMatchObject({ kind: 'invited' });
    expect(await world.staff.invite(of)).toEqual({ kind: 'too-many' });
    expect(await world.staff.invite(wish(raceId, owner.staffId))).toMatchObject({ kind: 'invited' });
    await database.postgres.query(`UPDATE staff_link SET expires_at = expires_at - interval '1 day'`);
    expect(await world.staff.invite(of)).toMatchObject({ kind: 'invited' });
  });

  test('a race sends two hundred of them within a day, whoever orders them, and keeps nobody of another race waiting', async () => {
    const [{ raceId }, other] = [
      await makeRace(database.postgres, { spots: 1 }),
      await makeRace(database.postgres, { spots: 1 }),
    ];
    const [owner, colleague] = [await world.invite('owner'), await world.invite('owner')];
    await database.postgres.query(
      `INSERT INTO audit (actor, action, race_id, staff_id, detail)
       SELECT 'staff', 'role-given', $1, $2, '{}' FROM generate_series(1, 199)`,
      [raceId, owner.staffId],
    );
    expect(await world.staff.invite(wish(raceId, colleague.staffId))).toMatchObject({ kind: 'invited' });
    const late = wish(raceId, colleague.staffId);
    expect(await world.staff.invite(late)).toEqual({ kind: 'too-many' });
    expect(await database.postgres.query('SELECT FROM staff WHERE email = $1', [late.email])).toEqual([]);
    expect(await world.staff.invite(wish(other.raceId, owner.staffId))).toMatchObject({ kind: 'invited' });
    expect(await world.staff.invite(wish(undefined, owner.staffId))).toMatchObject({ kind: 'invited' });
    // Whoever may invoke the function is asked by nobody.
    expect(await world.staff.invite(wish(raceId, undefined))).toMatchObject({ kind: 'invited' });
  });
});

describe('what somebody may do', () => {
  const signed = (over: Partial<Signed>): Signed => ({
    staffId: uuid7(),
    name: 'Ada',
    email: 'ada@example.com',
    level: 'passkey',
    isConfirmed: false,
    roles: [],
    passkeys: 1,
    mayEnrol: false,
    ...over,
  });
  const race = 'harbour';

  test.each(['owner', 'director', 'finance'] as const)('a %s uses a passkey before anything else', (role) => {
    const roles = [{ role, raceId: race }];
    const demand = { roles: [role], race };
    expect(judge(signed({ level: 'link', roles }), demand)).toBe('passkey-first');
    expect(judge(signed({ roles }), demand)).toBe('permitted');
  });

  test.each(['desk', 'viewer'] as const)('a %s may sign in by a link alone', (role) =>
    expect(judge(signed({ level: 'link', roles: [{ role, raceId: race }] }), { roles: [role], race })).toBe(
      'permitted',
    ),
  );

  test('is bounded by the race, the role, and the time since their passkey was used', () => {
    const one = signed({ roles: [{ role: 'director', raceId: race }] });
    expect(judge(one, { roles: ['director'], race: 'another' })).toBe('no-such-race');
    expect(judge(one, { roles: ['owner'], race })).toBe('not-permitted');
    expect(judge(one, { roles: ['director'], race: undefined })).toBe('not-permitted');
    expect(judge(one, { roles: ['director'], race: 'any' })).toBe('permitted');
    expect(judge(one, { roles: ['director'], race, confirmed: true })).toBe('confirm-again');
    const all = signed({ isConfirmed: true, roles: [{ role: 'owner', raceId: undefined }] });
    expect(judge(all, { roles: ['owner'], race: 'another', confirmed: true })).toBe('permitted');
    expect(judge(signed({}), { roles: ['owner'], race: 'any' })).toBe('not-permitted');
  });
});
