import { membersOf, type Submission } from '../../lambdas/domain/registration';
import { uuid7 } from '../../lambdas/platform/uuid';
import { knownRegistrations } from '../../lambdas/registration/show/known-registrations';
import { MemcachedOutcomes, MemcachedOwners } from '../../lambdas/registration/show/memcached-outcomes';
import { PostgresOwners } from '../../lambdas/registration/show/postgres-people';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { statusesOf } from '../../lambdas/registration/show/status';
import { groupFor } from '../support/races/group-submission';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { openStores } from '../support/stores';

const stores = openStores();
const writer = () => registrationsOn(stores.database.postgres);
const nowhere = { id: uuid7(), numbers: [1, 2] };

const inSession = (sessionHash: string, submission: Submission): Submission => ({
  ...submission,
  hold: { ...submission.hold, sessionHash },
});
const sweepOf = ({ hold }: Submission, race: MadeRace, sessionHash?: string) => ({
  registrationId: hold.registrationId,
  ...race,
  amount: 4500,
  currency: 'EUR',
  sessionHash,
});
const ownerOf = async (registrationId: string) =>
  (await new PostgresRecords(stores.database.postgres).find(registrationId))?.sessionHash;
const idOf = ({ hold }: Submission) => hold.registrationId;

describe('a row says in which session it was made', () => {
  test('whether it is confirmed late, a duplicate, or refused', async () => {
    const race = await makeRace(stores.database.postgres, { spots: 1 });
    const [first, twin, last] = [
      inSession('one', submissionFor(race, nowhere, 0, { person: 'ada' })),
      inSession('two', submissionFor(race, nowhere, 0, { person: 'ada' })),
      inSession('three', submissionFor(race, nowhere, 0, { person: 'bea' })),
    ];
    for (const submission of [first, twin, last]) await writer().record(race.eventId, [submission]);
    const records = new PostgresRecords(stores.database.postgres);
    expect(await records.find(idOf(first))).toMatchObject({ outcome: 'confirmed', sessionHash: 'one' });
    expect(await records.find(idOf(twin))).toMatchObject({ outcome: 'duplicate', sessionHash: 'two' });
    expect(await records.find(idOf(last))).toMatchObject({ outcome: 'refused', sessionHash: 'three' });
  });

  test('of each of several who register together', async () => {
    const race = await makeRace(stores.database.postgres, { spots: 5 });
    const group = inSession('family', groupFor(race, nowhere, [0, 1]));
    await writer().recordGroup(group);
    for (const { registrationId } of membersOf(group)) expect(await ownerOf(registrationId)).toBe('family');
  });

  test('also where only a sweep wrote it; a submission of another session does not make it theirs', async () => {
    const race = await makeRace(stores.database.postgres, { spots: 5 });
    const victim = inSession('victim', submissionFor(race, nowhere, 0));
    await writer().sweep([sweepOf(victim, race, 'victim')]);
    expect(await ownerOf(idOf(victim))).toBe('victim');
    const thief = inSession('thief', submissionFor(race, nowhere, 0, { id: idOf(victim), person: 'thief' }));
    await writer().record(race.eventId, [thief]);
    const records = new PostgresRecords(stores.database.postgres);
    expect(await records.find(idOf(victim))).toMatchObject({ sessionHash: 'victim', entry: undefined });
    await writer().record(race.eventId, [victim]);
    expect(await records.find(idOf(victim))).toMatchObject({ entry: { firstName: victim.runner.firstName } });
  });

  test('a sweep that knew no session leaves the row to the submission that comes late', async () => {
    const race = await makeRace(stores.database.postgres, { spots: 5 });
    const late = inSession('late', submissionFor(race, nowhere, 0));
    await writer().sweep([sweepOf(late, race)]);
    expect(await ownerOf(idOf(late))).toBeUndefined();
    await writer().record(race.eventId, [late]);
    expect(await ownerOf(idOf(late))).toBe('late');
  });
});

describe('who asks for a spot under an id', () => {
  const hour = 3_600_000;
  const errors: unknown[] = [];
  const asked: (readonly string[])[] = [];
  const known = (at = Date.now(), cache = new MemcachedOwners(stores.memcached)) =>
    knownRegistrations({
      cache,
      database: {
        find: (ids) => {
          asked.push(ids);
          return new PostgresOwners(stores.database.postgres).find(ids);
        },
      },
      report: (error) => void errors.push(error),
      now: () => new Date(at),
    });
  const registered = async () => {
    const race = await makeRace(stores.database.postgres, { spots: 5 });
    const submission = inSession('victim', submissionFor(race, nowhere, 0));
    const { decisions } = await writer().record(race.eventId, [submission]);
    const decided = new Map(decisions.map((decision) => [decision.registrationId, decision]));
    await new MemcachedOutcomes(stores.memcached).put(statusesOf(submission, decided));
    return idOf(submission);
  };
  beforeEach(() => {
    asked.length = 0;
    errors.length = 0;
  });

  test('is not refused a new one, and the database is not asked about it', async () => {
    expect(await known().isAnyTaken([uuid7(), uuid7()], 'thief')).toBe(false);
    expect(asked).toEqual([]);
  });

  test('is refused what another session registered, as long as the cache knows it', async () => {
    const id = await registered();
    expect(await known().isAnyTaken([uuid7(), id], 'thief')).toBe(true);
    expect(await known().isAnyTaken([id], 'victim')).toBe(false);
    expect(asked).toEqual([]);
  });

  test.each([
    ['hours later', 2 * hour],
    ['by a clock that is behind', -hour],
  ])('the database tells where the cache may have forgotten: %s', async (_, later) => {
    const id = await registered();
    await stores.memcached.delete(`outcome:${id}`);
    const fresh = uuid7();
    expect(await known(Date.now() + later).isAnyTaken([id], 'thief')).toBe(true);
    expect(await known(Date.now() + later).isAnyTaken([id], 'victim')).toBe(false);
    expect(await known(Date.now() + later).isAnyTaken([fresh], 'thief')).toBe(false);
    expect(asked).toEqual([[id], [id], [fresh]]);
  });

  test('goes on when nobody can say: the row decides what opens', async () => {
    const away = { find: () => Promise.reject(new Error('cache away')) };
    expect(await known(Date.now(), away as never).isAnyTaken([await registered()], 'thief')).toBe(false);
    expect(errors).toHaveLength(1);
  });
});
