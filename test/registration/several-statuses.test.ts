import { personOf } from '../../lambdas/domain/person/person';
import { membersOf, type Submission } from '../../lambdas/domain/registration';
import { uuid7 } from '../../lambdas/platform/uuid';
import { recordRegistrations } from '../../lambdas/registration/record/record-registrations';
import { accessBy } from '../../lambdas/registration/show/access';
import { checkRegistered } from '../../lambdas/registration/show/check-registered';
import {
  MemcachedCheckLimit,
  MemcachedOutcomes,
  MemcachedRememberedRunners,
} from '../../lambdas/registration/show/memcached-outcomes';
import { PostgresPeople } from '../../lambdas/registration/show/postgres-people';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { groupFor } from '../support/races/group-submission';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { openStores } from '../support/stores';

const stores = openStores();
const outcomes = () => new MemcachedOutcomes(stores.memcached);
const remembered = () => new MemcachedRememberedRunners(stores.memcached);
const records = () => new PostgresRecords(stores.database.postgres);

/** Each gets any remaining spot. */
const registered = async (people = ['ada', 'bea', 'cem']) => {
  const race = await makeRace(stores.database.postgres, { spots: 5 });
  const submission = groupFor(race, { id: uuid7(), numbers: [9, 9, 9] }, [...people.keys()], { people });
  const record = recordRegistrations({
    registrations: registrationsOn(stores.database.postgres),
    waitingList: { join: () => Promise.reject(new Error('nobody joins')) },
    outcomes: outcomes(),
    remembered: remembered(),
    unpaid: { takeBack: async () => undefined },
    relay: async () => undefined,
    report: () => undefined,
    isPoison: () => false,
    now: () => new Date(),
  });
  await record({ submissions: [submission], sweeps: [], joins: [] });
  const [lead = '', first = '', second = ''] = membersOf(submission).map(({ registrationId }) => registrationId);
  return { race, submission, lead, first, second };
};
const settle = (registrationId: string, state: string) =>
  stores.database.postgres.query(
    `UPDATE payment SET state = $2, wanted = CASE WHEN $2 = 'refunded' THEN 'refund' ELSE wanted END,
       refund = CASE WHEN $2 = 'refunded' THEN 4500 END, refunded = CASE WHEN $2 = 'refunded' THEN 4500 ELSE 0 END
     WHERE registration_id = $1`,
    [registrationId, state],
  );

test('each has a status of their own, from cache and database alike; the one who paid is told for whom', async () => {
  const { lead, first, second } = await registered();
  for (const source of [outcomes(), records()]) {
    expect(await source.find(lead)).toMatchObject({
      outcome: 'confirmed',
      number: 1,
      payment: 'authorised',
      amount: 4500,
      companions: [
        { registrationId: first, firstName: 'bea', lastName: 'Test', number: 2 },
        { registrationId: second, firstName: 'cem', lastName: 'Test', number: 3 },
      ],
      entry: { firstName: 'ada' },
    });
    const status = await source.find(second);
    expect(status).toMatchObject({ outcome: 'confirmed', number: 3, amount: 4500, entry: { firstName: 'cem' } });
    expect(status).not.toHaveProperty('companions');
    expect(status).not.toHaveProperty('takenOver');
    expect(status).toHaveProperty('paidAs', lead);
    expect(await source.find(lead)).not.toHaveProperty('paidAs');
  }
});

test('what becomes of the payment is everybody’s', async () => {
  const { lead, first } = await registered();
  await outcomes().settled(lead, 'captured');
  await settle(lead, 'captured');
  for (const source of [outcomes(), records()])
    for (const id of [lead, first]) expect(await source.find(id)).toMatchObject({ payment: 'captured' });
  const unpaid = await registered();
  await outcomes().settled(unpaid.lead, 'failed');
  for (const id of [unpaid.lead, unpaid.first]) expect(await outcomes().find(id)).toMatchObject({ payment: 'failed' });
});

test('somebody who is in has paid, also when money went back for another of them', async () => {
  const { lead, first, second } = await registered();
  await outcomes().settled(lead, 'refunded');
  await settle(lead, 'captured');
  await settle(lead, 'refunded');
  await stores.database.postgres.query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled', refund = 4500 WHERE id = $1`,
    [second],
  );
  for (const source of [outcomes(), records()])
    for (const id of [lead, first]) expect(await source.find(id)).toMatchObject({ payment: 'captured' });
  expect(await records().find(second)).toMatchObject({ ended: 'cancelled', payment: 'refunded', refund: 4500 });
});

test('each of them is known to be registered, until the payment fails', async () => {
  const { race, submission, lead } = await registered();
  const known = () =>
    Promise.all(membersOf(submission).map(({ runner }) => remembered().isRegistered(race.eventId, personOf(runner))));
  expect(await known()).toEqual([true, true, true]);
  await outcomes().settled(lead, 'failed');
  expect(await known()).toEqual([false, false, false]);
});

describe('a hold for several', () => {
  const { hold } = groupFor({ raceId: 'harbour', eventId: 'ten' }, { id: 'b', numbers: [1, 2] }, [0, 1]);
  const ids = [hold.registrationId, hold.companions?.[0]?.registrationId ?? ''];
  const tokens = { readHold: async () => hold, readLink: async () => undefined };

  test('opens the registration of each of them, in its session, and no other', async () => {
    const open = (registrationId: string, sessionHash = 's') =>
      accessBy(tokens, { registrationId, token: 'hold', sessionHash });
    expect(await Promise.all(ids.map((id) => open(id)))).toEqual([
      { by: 'hold', sessionHash: 's', raceId: 'harbour' },
      { by: 'hold', sessionHash: 's', raceId: 'harbour' },
    ]);
    expect(await Promise.all(ids.map((id) => open(id, 'another browser')))).toEqual([undefined, undefined]);
    expect(await open(uuid7())).toBeUndefined();
  });

  test('may be asked for each of them whether they are in already, ten times', async () => {
    const { race, submission } = await registered(['dan', 'eve', 'fay']);
    const mine = submissionFor(race, { id: uuid7(), numbers: [0] }, 0).hold;
    const companion = uuid7();
    const check = checkRegistered({
      tokens: { readHold: async () => ({ ...mine, companions: [{ registrationId: companion, spot: 1 }] }) },
      limit: new MemcachedCheckLimit(stores.memcached),
      remembered: remembered(),
      people: new PostgresPeople(stores.database.postgres),
      report: () => undefined,
      now: () => new Date(),
    });
    const ask = (registrationId: string, { runner }: Pick<Submission, 'runner'>) =>
      check({ registrationId, hold: 'hold', sessionHash: mine.sessionHash, runner });
    const eve = { runner: submission.companions?.[0] ?? submission.runner };
    for (let time = 0; time < 10; time++)
      expect(await ask(companion, eve)).toEqual({ kind: 'checked', registered: 'yes' });
    expect(await ask(companion, eve)).toEqual({ kind: 'checked', registered: 'unknown' });
    expect(await ask(mine.registrationId, eve)).toEqual({ kind: 'checked', registered: 'yes' });
    expect(await ask(uuid7(), eve)).toEqual({ kind: 'hold-invalid' });
  });
});
