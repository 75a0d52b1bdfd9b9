import type { EventSale } from '../../../lambdas/domain/event-sale';
import { personOf } from '../../../lambdas/domain/person/person';
import type { Join } from '../../../lambdas/domain/waiting';
import { lockEvent } from '../../../lambdas/ledger/event-sql';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { counterKey, graceAfter } from '../../../lambdas/spots/blocks/block';
import { MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import { heldOf } from '../../../lambdas/spots/blocks/memcached-undealt';
import type { Counters } from '../../../lambdas/spots/blocks/ports';
import { changeSale } from '../../../lambdas/spots/sale/change-sale';
import { PostgresSales } from '../../../lambdas/spots/sale/postgres-sales';
import { PostgresConfirmations } from '../../../lambdas/spots/waiting-list/postgres-confirmations';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { givingWith, ledgerOn } from '../../support/races/ledger';
import { placeKeyOf } from '../../support/races/place-key';
import { type MadeRace, makeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { asking, joinConfirmed, waitingListOn } from '../../support/races/waiting-list';
import { openStores } from '../../support/stores';
import { until } from '../../support/until';
import { dealersOn, spotsOf } from '../blocks/dealers';

const stores = openStores();
const dealer = dealersOn(stores);
const query = <Row extends object>(text: string, values: readonly unknown[]) =>
  stores.database.postgres.query<Row>(text, values);

const told: string[] = [];
const changing = ({ counters = new MemcachedCounters(stores.memcached) as Pick<Counters, 'next'> } = {}) =>
  changeSale({
    sales: new PostgresSales(stores.database.postgres, givingWith()),
    counters,
    ledger: ledgerOn(stores.database.postgres),
    heldOf: heldOf(stores.memcached),
    raceChanged: async (raceId) => void told.push(raceId),
    report: () => undefined,
  });
const sell = ({ raceId }: MadeRace, sale: Exclude<EventSale, 'cancelled'>) =>
  changing()({ raceId, sale, isDryRun: false });
const sellable = async ({ eventId }: MadeRace) => {
  const [row] = await query<{ n: number }>(
    'SELECT count(*)::int AS n FROM spot WHERE event_id = $1 AND block IS NULL',
    [eventId],
  );
  return row?.n;
};
const wish = (name: string): Join => {
  const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
  return { placeId: uuid7(), person: personOf(runner), runner, size: 1 };
};
const join = (race: MadeRace, name: string) => joinConfirmed(stores.database.postgres, race.eventId, [wish(name)]);
const placesOf = async ({ eventId }: MadeRace) => {
  const rows = await query<{ at: string }>(
    `SELECT (runner ->> 'firstName') || ' ' || state AS at FROM waiting WHERE event_id = $1 ORDER BY position`,
    [eventId],
  );
  return rows.map(({ at }) => at);
};
const auditOf = ({ eventId }: MadeRace) =>
  query('SELECT actor, action, detail FROM audit WHERE event_id = $1 ORDER BY id', [eventId]);

test('the list of races is told of a pause, and not of a dry run', async () => {
  const { raceId } = await makeRace(stores.database.postgres, { spots: 4 });
  await changing()({ raceId, sale: 'paused', isDryRun: true });
  expect(told).not.toContain(raceId);
  await changing()({ raceId, sale: 'paused', isDryRun: false });
  expect(told).toContain(raceId);
});

test('once the sale is paused nobody is dealt a spot, runners who hold one pay, and what nobody had is sold when it goes on', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 80 });
  const [deal, other] = [dealer(), dealer()];
  // Two processes know the block, and one of them the block that is cut ahead of it.
  const held = [await deal(race.eventId), await other(race.eventId), await deal(race.eventId, undefined, 2)];
  const [first] = held;
  if (first?.kind !== 'dealt') throw new Error('a spot should be dealt');

  expect(await sell(race, 'paused')).toEqual({
    kind: 'changed',
    dealing: 0,
    events: [{ eventId: race.eventId, before: 'on', held: 4, waiting: 0, offered: 0 }],
  });
  for (const process of [deal, other, dealer()]) {
    expect(await process(race.eventId)).toEqual({ kind: 'paused' });
    expect(await process(race.eventId, undefined, 2)).toEqual({ kind: 'paused' });
  }
  expect(await sellable(race)).toBe(76);

  const paid = submissionFor(race, { id: first.block.id, numbers: first.spots }, 0);
  await registrationsOn(stores.database.postgres).record(race.eventId, [paid]);
  expect(await query('SELECT outcome, spot FROM registration WHERE event_id = $1', [race.eventId])).toEqual([
    { outcome: 'confirmed', spot: first.spots[0] },
  ]);

  await sell(race, 'on');
  // A refusal is remembered for a second.
  const next = await until(async () => {
    const dealt = await deal(race.eventId);
    return dealt.kind === 'dealt' && dealt;
  });
  expect(spotsOf(held)).not.toContain(next.spots[0]);
  expect(await auditOf(race)).toEqual([
    { actor: 'director', action: 'sale-changed', detail: { from: 'on', to: 'paused' } },
    { actor: 'director', action: 'sale-changed', detail: { from: 'paused', to: 'on' } },
  ]);
});

test('hundreds who ask while it is paused get spots before or are told so, and no spot is lost or dealt twice', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 400 });
  const processes = Array.from({ length: 6 }, () => dealer());
  const crowd = processes.flatMap((deal) => Array.from({ length: 50 }, () => deal(race.eventId)));
  const pausing = Promise.race(crowd).then(() => sell(race, 'paused'));
  const dealt = await Promise.all(crowd);
  await pausing;
  const spots = spotsOf(dealt);
  expect(new Set(spots).size).toBe(spots.length);
  expect(dealt.filter(({ kind }) => !['dealt', 'paused'].includes(kind))).toEqual([]);
  expect(await sellable(race)).toBe(400 - spots.length);
});

test('a pause waits for a cut that is under way, and stops its block, too', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 80 });
  const cutting = await stores.database.postgres.transaction(async (cut) => {
    await cut.query(lockEvent, [race.eventId]);
    const pausing = sell(race, 'paused');
    await untilOneWaits(stores.database.postgres);
    // As a cut does it.
    const id = uuid7();
    await cut.query(
      `INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, '{1,2}', now() + interval '5 minutes', now() + interval '20 minutes')`,
      [id, race.eventId],
    );
    await cut.query('UPDATE spot SET block = $1 WHERE event_id = $2 AND number <= 2', [id, race.eventId]);
    await cut.query('UPDATE event SET current_block = $1 WHERE id = $2', [id, race.eventId]);
    await new MemcachedCounters(stores.memcached).open(id);
    return { id, pausing };
  });
  expect(await cutting.pausing).toMatchObject({ dealing: 0 });
  expect(await new MemcachedCounters(stores.memcached).next(cutting.id)).toBeGreaterThan(2);
  expect(await sellable(race)).toBe(80);
  expect(await ledgerOn(stores.database.postgres).cut(race.eventId, undefined, 'spent')).toEqual({ kind: 'paused' });
});

test('a cache that does not answer stops no pause: the answer says what is still dealt, and the same order stops it', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 80 });
  const deal = dealer();
  await deal(race.eventId);
  const order = { raceId: race.raceId, sale: 'paused', isDryRun: false } as const;
  const silent = { next: () => Promise.reject(new Error('no answer')) };
  expect(await changing({ counters: silent })(order)).toMatchObject({
    dealing: 1,
    events: [{ before: 'on', held: 1 }],
  });
  expect(await deal(race.eventId)).toMatchObject({ kind: 'dealt' });
  expect(await changing()(order)).toMatchObject({ dealing: 0, events: [{ before: 'paused', held: 2 }] });
  expect(await deal(race.eventId)).toEqual({ kind: 'paused' });
  expect(await changing()(order)).toMatchObject({ dealing: 0, events: [{ held: 2 }] });
  expect([await sellable(race), (await auditOf(race)).length]).toEqual([78, 1]);
});

test('a block that lost its counter is dealt from no more, and ends', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 80 });
  await dealer()(race.eventId);
  expect(
    await changing({ counters: { next: async () => undefined } })({ ...race, sale: 'closed', isDryRun: false }),
  ).toMatchObject({ dealing: 0 });
  const [block] = await query<{ ends: boolean }>(
    `SELECT closes_at < now() + interval '12 minutes' AS ends FROM block WHERE event_id = $1`,
    [race.eventId],
  );
  expect(block?.ends).toBe(true);
});

test('spots of a block that lost its counter come back, and are not said to be held', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 80 });
  const [alone, together] = [dealer(), dealer()];
  await alone(race.eventId);
  const [block] = await query<{ id: string }>('SELECT id FROM block WHERE event_id = $1', [race.eventId]);
  await stores.memcached.delete(counterKey(block?.id ?? ''));
  const held = async (isDryRun: boolean) => {
    const answer = await changing()({ raceId: race.raceId, sale: 'paused', isDryRun });
    return answer.kind === 'changed' && answer.events.map((event) => event.held);
  };
  expect(await held(true)).toEqual([0]);
  // It asks for a block of its own, of which it holds one spot.
  await together(race.eventId);
  expect([await held(true), await held(false), await held(true)]).toEqual([[1], [1], [1]]);
});

test('a block that was cut for one group is held whole, and of one that is dealt no more only what was dealt', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 80 });
  await dealer()(race.eventId);
  const held = async () => {
    const answer = await changing()({ raceId: race.raceId, sale: 'paused', isDryRun: true });
    return answer.kind === 'changed' && answer.events.map((event) => event.held);
  };
  await query(`UPDATE block SET deal_until = clock_timestamp() - interval '1 second' WHERE event_id = $1`, [
    race.eventId,
  ]);
  expect(await held()).toEqual([1]);
  // It has no counter: nobody is dealt a number of it but the group.
  await query(
    `UPDATE block SET closes_at = deal_until + make_interval(secs => hold_seconds + ${graceAfter.spent}) WHERE event_id = $1`,
    [race.eventId],
  );
  const [block] = await query<{ size: number }>('SELECT cardinality(numbers) AS size FROM block WHERE event_id = $1', [
    race.eventId,
  ]);
  expect(await held()).toEqual([block?.size]);
});

test('while it is paused nothing is offered or asked, what was offered stays, and the list is served first when it goes on', async () => {
  const race = await makeRace(stores.database.postgres, { spots: 2 });
  const { postgres } = stores.database;
  const deal = dealer();
  await Promise.all([deal(race.eventId), deal(race.eventId)]);
  await join(race, 'ada');
  await join(race, 'bea');
  const ledger = ledgerOn(postgres);
  const endBlock = async (which: string) => {
    await query(
      `UPDATE block SET closes_at = clock_timestamp() WHERE event_id = $1 AND NOT closed AND owner IS NULL AND numbers @> $2`,
      [race.eventId, which],
    );
    await ledger.reclaim(race.eventId);
  };
  await endBlock('{1}');
  const offeredToAda = await placesOf(race);
  await sell(race, 'paused');
  await endBlock('{2}');
  expect([offeredToAda, await placesOf(race), await sellable(race)]).toEqual([
    ['ada offered', 'bea waiting'],
    ['ada offered', 'bea waiting'],
    1,
  ]);
  const [ada] = await query<{ id: string; person: string }>(
    `SELECT id, person FROM waiting WHERE event_id = $1 AND state = 'offered'`,
    [race.eventId],
  );
  const key = placeKeyOf(race.eventId, { placeId: ada?.id ?? '', person: ada?.person ?? '' });
  expect(await new PostgresPlaces(postgres, givingWith()).offered(key)).toMatchObject({ block: { numbers: [1] } });

  // Who has not confirmed gets no offer, so a plan that says who gets what is free does not count them.
  await waitingListOn(postgres).join(race.eventId, [wish('cara')]);
  const look = { raceId: race.raceId, sale: 'on', isDryRun: true } as const;
  expect(await changing()(look)).toMatchObject({ events: [{ before: 'paused', held: 0, waiting: 1, offered: 1 }] });
  await sell(race, 'on');
  expect(await placesOf(race)).toEqual(['ada offered', 'bea offered', 'cara waiting']);
});

test('somebody who asks for a place while it is paused stands in line, and nobody is asked to confirm; once it is closed nobody joins', async () => {
  const { postgres } = stores.database;
  const race = await makeRace(postgres, { spots: 1 });
  await dealer()(race.eventId);
  await sell(race, 'paused');
  await join(race, 'ada');
  await query('UPDATE waiting SET confirmed_at = NULL WHERE event_id = $1', [race.eventId]);
  const confirmations = new PostgresConfirmations(postgres, asking);
  expect([await confirmations.due(), await confirmations.ask(race.eventId)]).toEqual([
    expect.not.arrayContaining([race.eventId]),
    0,
  ]);
  await sell(race, 'closed');
  await waitingListOn(postgres).join(race.eventId, [wish('bea')]);
  expect(await placesOf(race)).toEqual(['ada waiting', 'bea not-needed']);
  await sell(race, 'on');
  expect(await confirmations.ask(race.eventId)).toBe(1);
});

test('a dry run changes nothing; one event of a race is paused alone; an event of another race is not found', async () => {
  const { postgres } = stores.database;
  const [race, foreign] = [await makeRace(postgres, { spots: 8 }), await makeRace(postgres, { spots: 8 })];
  const second = uuid7();
  await query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Five', 5000, 1, 2)`,
    [second, race.raceId],
  );
  const deal = dealer();
  await deal(race.eventId);
  const { raceId, eventId } = race;
  const order = { raceId, sale: 'paused', isDryRun: false } as const;
  expect(await changing()({ ...order, isDryRun: true })).toMatchObject({
    events: [
      { eventId, before: 'on', held: 1 },
      { eventId: second, held: 0 },
    ],
  });
  expect([await deal(eventId), await auditOf(race)]).toEqual([expect.objectContaining({ kind: 'dealt' }), []]);
  await changing()({ ...order, eventId: second });
  expect(await deal(eventId)).toMatchObject({ kind: 'dealt' });
  expect(await query('SELECT sale FROM event WHERE race_id = $1 ORDER BY position', [raceId])).toEqual([
    { sale: 'on' },
    { sale: 'paused' },
  ]);
  expect(await changing()({ ...order, eventId: foreign.eventId })).toEqual({ kind: 'no-such-event' });
  expect(await changing()({ ...order, raceId: 'no-such-race' })).toEqual({ kind: 'no-such-race' });
});
