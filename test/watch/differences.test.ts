import { uuid7 } from '../../lambdas/platform/uuid';
import { paidMove } from '../support/races/paid-move';
import { makePool } from '../support/units/pool';
import { cancelOneOf, enter, enterGroup } from './books';
import { openWatched } from './watched-system';

const watched = openWatched();

test('while everything agrees, nothing is found and nothing is touched', async () => {
  const block = await watched.openBlock([1, 2, 3]);
  await enter(watched.postgres, watched.race, 1, { block });
  await enter(watched.postgres, watched.race, 4, { payment: 'authorised', minutesAgo: 2 });
  await enter(watched.postgres, watched.race, 5, { minutesAgo: 5, isMailed: false });
  await enter(watched.postgres, watched.race, 0, { outcome: 'refused' });
  expect(await watched.watch()).toEqual({ findings: [], repaired: { payments: 0, mails: 0, counters: 0, counts: 0 } });
  expect(await watched.orders()).toEqual([]);
  expect((await watched.pass()).standing).toEqual({ left: 15, held: 2, registered: 3 });
});

test('spots that vanished, that nobody can ever get, and numbers about to be used twice', async () => {
  await watched.change('DELETE FROM spot WHERE event_id = $1 AND number = 7', [watched.race.eventId]);
  await watched.change('UPDATE spot SET block = $2 WHERE event_id = $1 AND number IN (8, 9)', [
    watched.race.eventId,
    uuid7(),
  ]);
  await watched.change('UPDATE event SET next_number = 20 WHERE id = $1', [watched.race.eventId]);
  const { findings } = await watched.watch();
  expect(findings.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'SpotsMissing 1',
    'SpotsStranded 2',
    'NumbersUnsafe 1',
  ]);
  expect(findings[1]).toMatchObject({ severity: 'broken', see: 'Spots do not add up' });
  expect(findings[1]?.samples).toEqual([watched.race.eventId]);
});

test('a spot of a block that was closed and not given back is stranded; one of an open block is not', async () => {
  const block = await watched.openBlock([1, 2]);
  expect(await watched.found()).toEqual([]);
  await watched.change('UPDATE block SET closed = true WHERE id = $1', [block]);
  expect(await watched.found()).toEqual(['SpotsStranded 2']);
});

test('an event with more runners than spots, and one with more spots for sale than it may sell', async () => {
  await Promise.all([1, 2, 3].map((number) => enter(watched.postgres, watched.race, number)));
  await watched.change('UPDATE event SET capacity = 2 WHERE id = $1', [watched.race.eventId]);
  expect(await watched.found()).toEqual(['SpotsToSpare 17', 'EventsOversold 1']);
});

test('spots above a lowered capacity are no fault while somebody has them', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => enter(watched.postgres, watched.race, index + 1)));
  await watched.change('DELETE FROM spot WHERE event_id = $1 AND block IS NULL', [watched.race.eventId]);
  expect(await watched.found()).toEqual([]);
});

test('a runner on a spot whose row says otherwise', async () => {
  await enter(watched.postgres, watched.race, 1);
  await watched.againstTheRules('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = 1', [
    watched.race.eventId,
  ]);
  expect(await watched.found()).toEqual(['RunnersWithoutSpot 1']);
});

test('a runner who is in although their money went back, and one whose money is gone although they are not', async () => {
  const free = await enter(watched.postgres, watched.race, 1);
  await watched.change(`UPDATE payment SET state = 'voided' WHERE registration_id = $1`, [free]);
  const robbed = await enter(watched.postgres, watched.race, 0, { outcome: 'refused' });
  await watched.change(`UPDATE payment SET wanted = 'capture', state = 'captured' WHERE registration_id = $1`, [
    robbed,
  ]);
  const { findings, repaired } = await watched.watch();
  expect(findings).toMatchObject([
    { name: 'RunnersWithoutMoney', count: 1, samples: [free] },
    { name: 'MoneyWithoutRunner', count: 1, samples: [robbed] },
  ]);
  // Only a person can say which of the two is wrong.
  expect([repaired.payments, await watched.orders()]).toEqual([0, []]);
});

const dispute = (id: string, registrationId: string, dueInHours: number, status = 'needs_response') =>
  watched.change(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
     VALUES ($1, $2, 4500, 'EUR', 'fraudulent', $3, clock_timestamp() + make_interval(hours => $4), false, clock_timestamp())`,
    [id, registrationId, status, dueInHours],
  );

test('a dispute rings two days before its evidence is due, until a director has decided', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await dispute('dp_later', id, 49);
  await dispute('dp_sent', id, 1, 'under_review');
  expect(await watched.found()).toEqual([]);
  await dispute('dp_now', id, 47);
  expect((await watched.watch()).findings).toMatchObject([
    { name: 'DisputesDue', severity: 'late', count: 1, samples: ['dp_now'], see: 'Disputes' },
  ]);
  await watched.change(`UPDATE dispute SET decided = 'keep' WHERE id = 'dp_now'`, []);
  expect(await watched.found()).toEqual([]);
});

test('a spot whose payment was given back at the processor rings, until a director has decided', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await dispute('pi_1', id, 1, 'refunded');
  const see = 'Payments that were given back by hand';
  expect((await watched.watch()).findings).toMatchObject([
    { name: 'PaymentsGivenBack', severity: 'broken', count: 1, samples: [id], see },
  ]);
  await watched.change(`UPDATE dispute SET decided = 'keep'`, []);
  expect(await watched.found()).toEqual([]);
});

test('a refund that waits for a dispute is not late, and is ordered again once the dispute is won', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await watched.change(`UPDATE payment SET wanted = 'refund', refund = 3600 WHERE registration_id = $1`, [id]);
  await watched.change(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`,
    [id],
  );
  await watched.change('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = 1', [watched.race.eventId]);
  await dispute('dp_1', id, 200);
  expect(await watched.found()).toEqual([]);
  await watched.change(`UPDATE dispute SET status = 'won' WHERE id = 'dp_1'`, []);
  const { findings, repaired } = await watched.watch();
  expect(findings).toMatchObject([{ name: 'PaymentsStuck', count: 1, samples: [id] }]);
  expect(repaired.payments).toBe(1);
});

/** A race that was cancelled so many minutes ago, and its job. */
const cancelledFor = (minutes: number, state = 'running') =>
  watched.change(
    `INSERT INTO job (id, race_id, kind, refund_percent, total, state, made_at)
     VALUES ($1, $2, 'cancel-race', 100, 3, $3, clock_timestamp() - make_interval(mins => $4))`,
    [uuid7(), watched.race.raceId, state, minutes],
  );

test('a cancelled race rings when nobody was given their money back for a quarter of an hour', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await cancelledFor(14);
  expect(await watched.found()).toEqual([]);
  await watched.change(`UPDATE job SET made_at = made_at - interval '2 minutes'`);
  expect((await watched.watch()).findings).toMatchObject([
    {
      name: 'CancellationsStalled',
      severity: 'late',
      count: 1,
      samples: [watched.race.raceId],
      see: 'Refunds of a cancelled race stall',
    },
  ]);
  const set = (state: string) => watched.change('UPDATE job SET state = $1', [state]);
  await set('done');
  expect(await watched.found()).toEqual([]);
  await set('waiting');
  expect(await watched.found()).toEqual(['CancellationsStalled 1']);
  const cancelledBy = (actor: string) =>
    watched.change(
      `INSERT INTO audit (actor, action, event_id, detail, at) VALUES ($2, 'cancelled', $1, '{}', clock_timestamp() - interval '14 minutes')`,
      [watched.race.eventId, actor],
    );
  await cancelledBy('runner');
  expect(await watched.found()).toEqual(['CancellationsStalled 1']);
  // The bank disputes the payment of who is left: nothing can be given back, and `DisputesDue` says when to answer.
  await dispute('dp_storm', id, 4000);
  expect(await watched.found()).toEqual([]);
  // The bank has decided, and a director has nothing more to say: the job can end it.
  await watched.change(`UPDATE dispute SET status = 'lost', decided = 'keep'`);
  expect(await watched.found()).toEqual(['CancellationsStalled 1']);
  await watched.change('DELETE FROM dispute');
  // It goes on.
  await cancelledBy('director');
  expect(await watched.found()).toEqual([]);
});

test('a job that a director stopped rings after a day, and one that they resumed not for the time before', async () => {
  await cancelledFor(1439, 'stopped');
  expect(await watched.found()).toEqual([]);
  await watched.change(`UPDATE job SET made_at = made_at - interval '2 minutes'`);
  // Nobody is left whom it could give anything.
  expect(await watched.found()).toEqual([]);
  await enter(watched.postgres, watched.race, 1);
  expect(await watched.found()).toEqual(['CancellationsStalled 1']);
  await watched.change(`UPDATE job SET state = 'waiting', resumed_at = clock_timestamp() - interval '14 minutes'`);
  expect(await watched.found()).toEqual([]);
  await watched.change(`UPDATE job SET resumed_at = clock_timestamp() - interval '16 minutes'`);
  expect(await watched.found()).toEqual(['CancellationsStalled 1']);
});

test('money that was reserved four days ago and never taken is broken, not only late', async () => {
  await enter(watched.postgres, watched.race, 1, { payment: 'authorised', minutesAgo: 4 });
  expect(await watched.found()).toEqual([]);
  const id = await enter(watched.postgres, watched.race, 2, { payment: 'authorised', minutesAgo: 4 * 1440 + 1 });
  expect((await watched.watch()).findings).toContainEqual({
    name: 'AuthorisationsExpiring',
    severity: 'broken',
    count: 1,
    samples: [id],
    see: 'Authorisations expire',
  });
});

test('a refund that the bank sent back rings until somebody has paid it by hand', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await watched.change(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`,
    [id],
  );
  await watched.change(`UPDATE spot SET block = NULL WHERE event_id = $1`, [watched.race.eventId]);
  await watched.change(
    `UPDATE payment SET wanted = 'refund', refund = 4000, refunded = 4000, state = 'refunded', refund_failed = 'lost_or_stolen_card' WHERE registration_id = $1`,
    [id],
  );
  expect((await watched.watch()).findings).toMatchObject([
    { name: 'RefundsFailed', severity: 'broken', count: 1, samples: [id], see: 'Refunds that came back' },
  ]);
  await watched.change('UPDATE payment SET refund_paid_at = now() WHERE registration_id = $1', [id]);
  expect(await watched.found()).toEqual([]);
});

test('a runner who keeps a dearer spot, though the difference could not be charged, until a director has decided', async () => {
  const id = await enter(watched.postgres, watched.race, 1, { block: await watched.openBlock([1]) });
  const payment = await paidMove(watched.postgres, id, 'failed');
  await watched.change(`UPDATE payment SET unpaid = 'due' WHERE registration_id = $1`, [payment]);
  const see = 'Charges that failed after a move or a transfer';
  expect((await watched.watch()).findings).toMatchObject([
    { name: 'ChargesUnpaid', severity: 'broken', count: 1, samples: [id], see },
  ]);
  await watched.change(`UPDATE payment SET unpaid = 'waived' WHERE registration_id = $1`, [payment]);
  expect(await watched.found()).toEqual([]);
});

test('a runner without any payment at all is a runner without money', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await watched.change('DELETE FROM payment WHERE registration_id = $1', [id]);
  expect(await watched.found()).toEqual(['RunnersWithoutMoney 1']);
});

test('a spot that was passed on is paid for by the runner before', async () => {
  const before = await enter(watched.postgres, watched.race, 1);
  const after = uuid7();
  await watched.change(
    `WITH old AS (
       UPDATE registration r SET live = false, spot = NULL, block = NULL, ended = 'transferred'
       FROM registration was WHERE was.id = r.id AND r.id = $1 RETURNING was.event_id, was.spot, was.block
     )
     INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, paid_as)
     SELECT $2, event_id, 'grace', 'confirmed', true, spot, block, spot, 'transfer', $1 FROM old`,
    [before, after],
  );
  expect(await watched.found()).toEqual([]);
});

test('a mail nobody knows the fate of is told until the next copy is ordered', async () => {
  const id = await enter(watched.postgres, watched.race, 1);
  await watched.change(`UPDATE mail SET state = 'unknown', updated_at = clock_timestamp() - interval '2 hours'`);
  expect(await watched.found()).toEqual(['MailsUnknown 1']);
  await watched.change(
    `INSERT INTO mail (registration_id, template, generation, recipient, state) VALUES ($1, 'confirmation', 2, 'a@example.com', 'claimed')`,
    [id],
  );
  expect(await watched.found()).toEqual([]);
});

test('so is one whose sender died, though nobody has sent another since who would have noticed', async () => {
  await enter(watched.postgres, watched.race, 1);
  await watched.change(`UPDATE mail SET state = 'claimed', claimed_at = clock_timestamp() - interval '50 minutes'`);
  expect(await watched.found()).toEqual([]);
  await watched.change(`UPDATE mail SET claimed_at = clock_timestamp() - interval '70 minutes'`);
  expect(await watched.found()).toEqual(['MailsUnknown 1']);
});

test('messages nobody sent, a block nobody closed, and people nobody offers the free spots to', async () => {
  await watched.change(
    `INSERT INTO outbox (id, queue, body, created_at) VALUES ($1, 'mail', '{}', clock_timestamp() - interval '3 minutes')`,
    [uuid7()],
  );
  const block = await watched.openBlock([1]);
  await watched.change(
    `UPDATE block SET deal_until = clock_timestamp() - interval '20 minutes', closes_at = clock_timestamp() - interval '4 minutes' WHERE id = $1`,
    [block],
  );
  await watched.change(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state, asked_at, confirmed_at)
     SELECT m.id, $2, m.person, '{}', 1, 'waiting', at, CASE WHEN m.person = 'grace' THEN at END
     FROM (SELECT clock_timestamp() - interval '3 minutes' AS at) t,
          (VALUES ($1::uuid, 'grace'), ($3::uuid, 'somebody who never confirmed')) AS m (id, person)`,
    [uuid7(), watched.race.eventId, uuid7()],
  );
  expect(await watched.found()).toEqual(['OutboxLeft 1', 'BlocksOverdue 1', 'WaitingInVain 1']);
});

test('a family waits in vain once as many spots are free as it wants, not before', async () => {
  await watched.change('DELETE FROM spot WHERE event_id = $1 AND number > 3', [watched.race.eventId]);
  await watched.change('UPDATE event SET capacity = 3 WHERE id = $1', [watched.race.eventId]);
  const waits = (person: string, size: number) =>
    watched.change(
      `INSERT INTO waiting (id, event_id, person, runner, rank, state, size, confirmed_at)
       VALUES ($1, $2, $3, '{}', 1, 'waiting', $4, clock_timestamp() - interval '3 minutes')`,
      [uuid7(), watched.race.eventId, person, size],
    );
  await waits('four', 4);
  expect(await watched.found()).toEqual([]);
  await waits('three', 3);
  expect(await watched.found()).toEqual(['WaitingInVain 1']);
});

test('several who were registered by one payment: nothing is found, also when the share of one goes back', async () => {
  const ids = await enterGroup(watched.postgres, watched.race, [1, 2, 3]);
  expect(await watched.found()).toEqual([]);
  await cancelOneOf(watched.postgres, watched.race, ids, 2);
  expect(await watched.found()).toEqual([]);
});

test('more goes back of such a payment than those may lose who are in: they have not paid', async () => {
  const ids = await enterGroup(watched.postgres, watched.race, [1, 2, 3]);
  await cancelOneOf(watched.postgres, watched.race, ids, 2, { refund: 4501 });
  expect(await watched.found()).toEqual(['RunnersWithoutMoney 2']);
});

describe('of the units of a pool', () => {
  const aPool = () => makePool(watched.postgres, watched.race.raceId, { units: 5 });

  test('those that vanished, and those that nobody can ever get', async () => {
    const pool = await aPool();
    expect(await watched.found()).toEqual([]);
    await watched.change('DELETE FROM unit WHERE pool_id = $1 AND number = 5', [pool]);
    await watched.change('UPDATE unit SET block = $2 WHERE pool_id = $1 AND number = 1', [pool, uuid7()]);
    expect(await watched.found()).toEqual(['UnitsMissing 1', 'UnitsStranded 1']);
  });

  test('more for sale than the stock; one that is somebody’s or claimed is in order', async () => {
    const [pool, given, block] = [await aPool(), uuid7(), uuid7()];
    const id = await enter(watched.postgres, watched.race, 1);
    await watched.change('UPDATE unit SET block = $2 WHERE pool_id = $1 AND number = 1', [pool, given]);
    await watched.change('UPDATE unit SET block = $2 WHERE pool_id = $1 AND number IN (2, 3)', [pool, block]);
    await watched.change(
      `INSERT INTO unit_block (id, pool_id, numbers, deal_until, closes_at, hold_seconds)
       VALUES ($2, $1, '{2,3}', now(), now() + interval '10 minutes', 600)`,
      [pool, block],
    );
    await watched.change(
      `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, pool_id, unit, block, state)
       VALUES ($1, 0, 'item', 'shirt-m', 0, 0, $2, 1, $3, 'given')`,
      [id, pool, given],
    );
    expect(await watched.found()).toEqual([]);
    await watched.change('UPDATE pool SET stock = 4 WHERE id = $1', [pool]);
    expect(await watched.found()).toEqual(['UnitsToSpare 1']);
  });
});
