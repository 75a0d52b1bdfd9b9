import { personOf } from '../../lambdas/domain/person/person';
import type { Submission } from '../../lambdas/domain/registration';
import { Cache } from '../../lambdas/platform/cache/cache';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { People } from '../../lambdas/registration/ports';
import { recordRegistrations } from '../../lambdas/registration/record/record-registrations';
import { checkRegistered } from '../../lambdas/registration/show/check-registered';
import {
  keyOfPerson,
  MemcachedCheckLimit,
  MemcachedOutcomes,
  MemcachedRememberedRunners,
} from '../../lambdas/registration/show/memcached-outcomes';
import { CachedPeople, PostgresPeople } from '../../lambdas/registration/show/postgres-people';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { openStores } from '../support/stores';

const stores = openStores();
let race: MadeRace;
beforeEach(async () => {
  race = await makeRace(stores.database.postgres, { spots: 5 });
});

/** Of no block: the writer gives any remaining spot for it. */
const submission = (changes: { id?: string; person?: string } = {}) =>
  submissionFor(race, { id: uuid7(), numbers: [0] }, 0, { person: `runner-${uuid7()}`, ...changes });

const write = async (one: Submission) => {
  const record = recordRegistrations({
    registrations: registrationsOn(stores.database.postgres),
    waitingList: { join: () => Promise.reject(new Error('nobody joins')) },
    outcomes: new MemcachedOutcomes(stores.memcached),
    remembered: new MemcachedRememberedRunners(stores.memcached),
    unpaid: { takeBack: async () => undefined },
    relay: async () => undefined,
    report: () => undefined,
    isPoison: () => false,
    now: () => new Date(),
  });
  await record({ submissions: [one], sweeps: [], joins: [] });
  const [row] = await stores.database.postgres.query<{ outcome: string }>(
    'SELECT outcome FROM registration WHERE id = $1',
    [one.hold.registrationId],
  );
  return row?.outcome;
};

const lagging: People = { isRegistered: async () => false };
const forgetFlag = ({ hold, runner }: Submission) =>
  stores.memcached.delete(`registered:${keyOfPerson(hold.eventId, personOf(runner))}`);

interface Surroundings {
  readonly people?: People;
  readonly memcached?: Memcached;
  readonly at?: number;
  readonly reported?: unknown[];
}

/** A runner with a hold who asks before they pay; by default with the data of their submission. */
const ask = async (
  { hold, runner }: Submission,
  { people, memcached = stores.memcached, at = Date.now(), reported = [] }: Surroundings = {},
  changes: { registrationId?: string; sessionHash?: string; token?: string } = {},
) => {
  const check = checkRegistered({
    tokens: { readHold: async (token) => (token === 'hold' ? hold : undefined) },
    limit: new MemcachedCheckLimit(memcached),
    remembered: new MemcachedRememberedRunners(memcached),
    people: new CachedPeople(new Cache(memcached), people ?? new PostgresPeople(stores.database.postgres)),
    report: (error) => void reported.push(error),
    now: () => new Date(at),
  });
  const { registrationId = hold.registrationId, sessionHash = hold.sessionHash, token = 'hold' } = changes;
  const answer = await check({ registrationId, hold: token, sessionHash, runner });
  return answer.kind === 'checked' ? answer.registered : answer.kind;
};

/** The same person, with another hold. */
const again = ({ runner }: Submission) => ({ ...submission(), runner });

test('somebody who is registered hears so before they pay a second time; nobody else does', async () => {
  const first = submission();
  expect(await ask(first)).toBe('no');
  expect(await write(first)).toBe('confirmed');
  expect(await ask(again(first))).toBe('yes');
  expect(await ask(submission())).toBe('no');
  // The check needs all identifying fields.
  const half = again(first);
  expect(await ask({ ...half, runner: { ...half.runner, birthDate: '1990-01-02' } })).toBe('no');
});

test('while the replica lags behind, the writer’s flag knows it', async () => {
  const first = submission();
  await write(first);
  expect(await ask(again(first), { people: lagging })).toBe('yes');
});

test('a "no" that is remembered does not outlive the confirmation', async () => {
  const first = submission();
  const asking = again(first);
  expect(await ask(asking)).toBe('no');
  await write(first);
  expect(await ask(asking)).toBe('yes');
});

test('with the flag lost, the replica knows it', async () => {
  const first = submission();
  await write(first);
  await forgetFlag(first);
  expect(await ask(again(first))).toBe('yes');
});

test('with the flag lost and the replica behind, they are let through, and the database still says duplicate', async () => {
  const first = submission();
  await write(first);
  await forgetFlag(first);
  const second = again(first);
  expect(await ask(second, { people: lagging })).toBe('no');
  expect(await write(second)).toBe('duplicate');
});

test('with a flag that is wrong, who goes on all the same is registered by the database', async () => {
  const somebody = submission();
  const { hold, runner } = somebody;
  await new MemcachedRememberedRunners(stores.memcached).seated([
    { eventId: hold.eventId, person: personOf(runner), registrationId: uuid7() },
  ]);
  expect(await ask(somebody)).toBe('yes');
  expect(await write(somebody)).toBe('confirmed');
});

test('somebody who gave their spot back, or could not pay, is free to register again', async () => {
  const remembered = new MemcachedRememberedRunners(stores.memcached);
  const ends = [
    (id: string) => remembered.ended(id),
    (id: string) => new MemcachedOutcomes(stores.memcached).settled(id, 'failed'),
  ];
  for (const end of ends) {
    const first = submission();
    await write(first);
    await end(first.hold.registrationId);
    expect(await ask(again(first), { people: lagging })).toBe('no');
    await new MemcachedOutcomes(stores.memcached).settled(first.hold.registrationId, 'captured');
  }
  const paid = submission();
  await write(paid);
  await new MemcachedOutcomes(stores.memcached).settled(paid.hold.registrationId, 'captured');
  expect(await ask(again(paid), { people: lagging })).toBe('yes');
});

test('one hold is answered ten times, another one from the beginning', async () => {
  const first = submission();
  await write(first);
  const asking = again(first);
  const answers: string[] = [];
  for (let time = 0; time < 12; time++) answers.push(await ask(asking));
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 'yes'), 'unknown', 'unknown']);
  expect(await ask(again(first))).toBe('yes');
});

test('without a hold that is valid here and now nobody is told anything', async () => {
  const first = submission();
  await write(first);
  const asking = again(first);
  expect([
    await ask(asking, {}, { token: 'forged' }),
    await ask(asking, {}, { sessionHash: 'another browser' }),
    await ask(asking, {}, { registrationId: first.hold.registrationId }),
    await ask(asking, { at: asking.hold.expiresAt + 1 }),
  ]).toEqual(['hold-invalid', 'hold-invalid', 'hold-invalid', 'hold-expired']);
  expect(await stores.memcached.get(`checks:${asking.hold.registrationId}`)).toBeUndefined();
});

test('while cache or replica are away nobody knows, and they go on', async () => {
  const away = openMemcached('memcached://127.0.0.1:1');
  const reported: unknown[] = [];
  const broken: People = { isRegistered: () => Promise.reject(new Error('the replica is away')) };
  expect(await ask(submission(), { memcached: away, reported })).toBe('unknown');
  expect(await ask(submission(), { people: broken, reported })).toBe('unknown');
  expect(reported).toHaveLength(2);
  away.close();
});

test('what lies in the cache names nobody', async () => {
  const words: string[] = [];
  const listening: Memcached = {
    ...stores.memcached,
    set: async (key, value) => void words.push(key, value.toString()),
    get: async (key) => void words.push(key),
  };
  const { hold, runner } = submission({ person: 'Zebedee' });
  const remembered = new MemcachedRememberedRunners(listening);
  await remembered.seated([{ eventId: hold.eventId, person: personOf(runner), registrationId: hold.registrationId }]);
  await remembered.isRegistered(hold.eventId, personOf(runner));
  expect(words).toHaveLength(3);
  expect(words.join(' ')).not.toMatch(/zebedee|1990/i);
});
