import { entryOf } from '../../lambdas/platform/cache/entry';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { uuid7 } from '../../lambdas/platform/uuid';
import { counterKey } from '../../lambdas/spots/blocks/block';
import { differenceNames } from '../../lambdas/watch/differences';
import { registrationsOn } from '../support/races/registrations';
import { cancelOneOf, enter, enterGroup } from './books';
import { openWatched } from './watched-system';

const watched = openWatched();

test('a payment that nobody settled is ordered again, word for word, and not again the next minute', async () => {
  const id = await enter(watched.postgres, watched.race, 1, { payment: 'authorised', minutesAgo: 6 });
  const { findings, repaired } = await watched.watch();
  expect(findings).toMatchObject([{ name: 'PaymentsStuck', severity: 'late', count: 1, samples: [id] }]);
  expect(repaired.payments).toBe(1);
  const order = {
    registrationId: id,
    ...watched.race,
    action: 'capture',
    authorisation: `pi_${id}`,
    amount: 4500,
    currency: 'EUR',
  };
  expect(await watched.orders()).toEqual([{ queue: 'payments', message_group: watched.race.raceId, body: order }]);

  expect(await watched.found()).toEqual(['PaymentsStuck 1']);
  expect(await watched.orders()).toHaveLength(1);
});

test.each(['fee', 'move'] as const)(
  'the payment for a %s that nobody let go is ordered again as it was made: with another purpose it would be another payment',
  async (purpose) => {
    const registrationId = uuid7();
    await registrationsOn(watched.postgres).sweep([
      { registrationId, ...watched.race, amount: 1000, currency: 'EUR', purpose },
    ]);
    const [first] = await watched.orders();
    await watched.change('DELETE FROM outbox');
    await watched.againstTheRules(
      `UPDATE registration SET recorded_at = clock_timestamp() - interval '6 minutes' WHERE id = $1`,
      [registrationId],
    );
    expect(await watched.found()).toEqual(['PaymentsStuck 1']);
    expect(first?.body).toMatchObject({ action: 'void', authorisation: null, purpose });
    expect((await watched.orders()).map(({ body }) => body)).toEqual([first?.body]);
  },
);

test('a refund that nobody carried out is ordered again; one that was asked for just now is not', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await watched.change(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`,
    [id],
  );
  await watched.change(`UPDATE spot SET block = NULL WHERE event_id = $1`, [watched.race.eventId]);
  await watched.change(`UPDATE payment SET wanted = 'refund', refund = 4000 WHERE registration_id = $1`, [id]);
  await watched.change(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail) VALUES ('runner', 'cancelled', $1, $2, '{}')`,
    [watched.race.eventId, id],
  );
  expect(await watched.found()).toEqual([]);

  await watched.againstTheRules(
    `UPDATE audit SET at = clock_timestamp() - interval '6 minutes' WHERE registration_id = $1`,
    [id],
  );
  expect(await watched.found()).toEqual(['PaymentsStuck 1']);
  expect((await watched.orders()).map(({ body }) => body)).toEqual([
    {
      registrationId: id,
      ...watched.race,
      action: 'refund',
      authorisation: `pi_${id}`,
      amount: 4000,
      currency: 'EUR',
    },
  ]);
});

test('of a payment for several the order that is on its way is repeated, not one for what was added since', async () => {
  const ids = await enterGroup(watched.postgres, watched.race, [1, 2, 3, 4]);
  const [lead] = ids;
  await cancelOneOf(watched.postgres, watched.race, ids, 1, { minutesAgo: 9 });
  await watched.change('UPDATE payment SET refunded = 3600, state = $2 WHERE registration_id = $1', [lead, 'refunded']);
  expect(await watched.found()).toEqual([]);
  await cancelOneOf(watched.postgres, watched.race, ids, 2, { minutesAgo: 8 });
  await cancelOneOf(watched.postgres, watched.race, ids, 3, { minutesAgo: 7 });
  expect(await watched.found()).toEqual(['PaymentsStuck 1']);
  expect((await watched.orders()).map(({ body }) => body)).toMatchObject([
    { registrationId: lead, action: 'refund', before: 3600, amount: 7200 },
  ]);
});

test('while somebody of them has just asked for their money, nothing of it is late', async () => {
  const ids = await enterGroup(watched.postgres, watched.race, [1, 2, 3]);
  await cancelOneOf(watched.postgres, watched.race, ids, 2, { minutesAgo: 9 });
  await cancelOneOf(watched.postgres, watched.race, ids, 3, { minutesAgo: 2 });
  expect(await watched.found()).toEqual([]);
});

test('a mail that the lanes have passed by is ordered again; one that only waits its turn is not', async () => {
  const lost = await enter(watched.postgres, watched.race, 1, { minutesAgo: 40, isMailed: false });
  await enter(watched.postgres, watched.race, 2, { minutesAgo: 20, isMailed: false });
  await enter(watched.postgres, watched.race, 3, { minutesAgo: 24 });
  // What was settled 40 minutes ago was mailed a minute ago: the lanes move.
  const slow = await enter(watched.postgres, watched.race, 4, { minutesAgo: 40 });
  await watched.change('UPDATE mail SET claimed_at = clock_timestamp() WHERE registration_id = $1', [slow]);
  const { findings, repaired } = await watched.watch();
  expect(findings).toMatchObject([{ name: 'MailsMissing', count: 1, samples: [lost] }]);
  expect(repaired.mails).toBe(1);
  expect(await watched.orders()).toMatchObject([
    { queue: 'mail', body: { registrationId: lost, template: 'confirmation', generation: 1 } },
  ]);
});

test('once the lanes have stood still for a quarter of an hour, everybody without a mail is missing one', async () => {
  await enter(watched.postgres, watched.race, 1, { minutesAgo: 20 });
  await enter(watched.postgres, watched.race, 2, { minutesAgo: 18, isMailed: false });
  const refused = await enter(watched.postgres, watched.race, 0, {
    outcome: 'refused',
    minutesAgo: 19,
    isMailed: false,
  });
  expect(await watched.found()).toEqual(['MailsMissing 2']);
  expect((await watched.orders()).map(({ body }) => body)).toContainEqual({
    registrationId: refused,
    template: 'not-registered',
    generation: 1,
  });
});

test('where no mail was ever sent, none is missing: there is nobody to send it', async () => {
  await enter(watched.postgres, watched.race, 1, { isMailed: false });
  expect(await watched.found()).toEqual([]);
});

test('a counter that came back with old data is moved on, past everybody who is registered', async () => {
  const block = await watched.openBlock([1, 2, 3, 4, 5, 6]);
  await enter(watched.postgres, watched.race, 1, { block });
  await enter(watched.postgres, watched.race, 4, { block });
  await watched.memcached.set(counterKey(block), '1', 60);
  const { findings, repaired } = await watched.watch();
  expect(findings).toMatchObject([{ name: 'CountersBehind', count: 1, samples: [block] }]);
  expect(repaired.counters).toBe(1);
  expect(await watched.memcached.increment(counterKey(block))).toBe(5);
  expect(await watched.found()).toEqual([]);
});

test('a counter that is gone is not made again: it would deal every spot of its block once more', async () => {
  const block = await watched.openBlock([1, 2, 3]);
  await enter(watched.postgres, watched.race, 2, { block });
  expect(await watched.found()).toEqual([]);
  expect(await watched.memcached.get(counterKey(block))).toBeUndefined();
});

test('a shown count of spots that is too old, or was never ours, is forgotten', async () => {
  const key = `spots:${watched.race.raceId}`;
  await watched.memcached.set(key, entryOf(key, [], Date.now() - 1000).text, 60);
  expect(await watched.found()).toEqual([]);
  for (const wrong of [entryOf(key, [], Date.now() - 31_000).text, 'something else']) {
    await watched.memcached.set(key, wrong, 60);
    expect(await watched.found()).toEqual(['CountsStale 1']);
    expect(await watched.memcached.get(key)).toBeUndefined();
  }
});

test('whole races are read in one of ten passes; what was not looked for is not told to be zero', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await watched.change(`UPDATE payment SET state = 'voided' WHERE registration_id = $1`, [id]);
  await watched.memcached.delete('repeated:comparison');
  const [first, second] = [await watched.pass(), await watched.pass()];
  expect([...first.measured.keys()]).toEqual(differenceNames);
  expect(first.measured.get('RunnersWithoutMoney')?.count).toBe(1);
  expect(second.measured.has('RunnersWithoutMoney')).toBe(false);
  expect(second.measured.get('SpotsMissing')?.count).toBe(0);
});

test('without a cache the database is watched all the same, and what is stuck is ordered again', async () => {
  const away = openMemcached('memcached://127.0.0.1:1');
  await enter(watched.postgres, watched.race, 1, { payment: 'authorised', minutesAgo: 6 });
  const { findings, repaired } = await watched.watch(away);
  away.close();
  expect(findings.map(({ name }) => name)).toEqual(['PaymentsStuck']);
  expect(repaired.payments).toBe(1);
  expect(watched.reported).not.toEqual([]);
});
