import { uuid7 } from '../../../lambdas/platform/uuid';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { openFamilies, wish } from '../../support/races/families';
import { groupFor } from '../../support/races/group-submission';
import { placeKeyOf } from '../../support/races/place-key';
import { registrationsOn } from '../../support/races/registrations';

const { postgres, query, ledger, places, fullRace, join, give, cancel, list, sellable } = openFamilies();

test('a family takes up what is offered to it, all of it; nobody else does', async () => {
  const { race } = await fullRace(4);
  const family = wish('family', 3);
  await join(race, family);
  await cancel(race, 1, 2, 3);
  await ledger().reclaim(race.eventId);
  const offered = await places().offered(placeKeyOf(race.eventId, family));
  if (!offered) throw new Error('nothing was offered');
  const registrations = registrationsOn(postgres());
  const thieves = groupFor(race, offered.block, [0, 1, 2]);
  const stolen = await registrations.recordGroup(thieves);
  expect(stolen.decisions).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }, { outcome: 'refused' }]);
  const theirs = groupFor(race, offered.block, [0, 1, 2], { people: ['family', 'bea', 'cem'] });
  const taken = await registrations.recordGroup(theirs);
  expect(taken.decisions).toMatchObject([1, 2, 3].map((number) => ({ outcome: 'confirmed', number })));
  expect((await list(race)).filter((line) => line.startsWith('family'))).toEqual(['family registered']);
  expect(await places().offered(placeKeyOf(race.eventId, family))).toBeUndefined();
});

test('a spot that somebody takes this moment is not counted: the family is not offered one too few', async () => {
  const { race } = await fullRace(4);
  await join(race, wish('three', 3), wish('two', 2));
  await cancel(race, 1, 2, 3);
  await postgres().transaction(async (writer) => {
    await writer.query('SELECT FROM spot WHERE event_id = $1 AND number = 2 FOR UPDATE', [race.eventId]);
    await give(race);
  });
  expect(await list(race)).toEqual(['three waiting', 'two offered 1,3']);
  await give(race);
  expect(await sellable(race)).toEqual([2]);
});

test('somebody who got in elsewhere this moment is offered nothing, and what would have been theirs serves another', async () => {
  const { race } = await fullRace(3);
  const three = wish('three', 3);
  await join(race, three, wish('two', 2));
  await cancel(race, 1, 2, 3);
  const given = await postgres().transaction(async (writer) => {
    await writer.query(`UPDATE waiting SET state = 'registered' WHERE id = $1`, [three.placeId]);
    const giving = give(race);
    await untilOneWaits(postgres());
    return { giving };
  });
  await given.giving;
  expect(await list(race)).toEqual(['three registered', 'two offered 1,2']);
});

test('an offer of fewer spots than are wanted cannot be written down', async () => {
  const { race } = await fullRace(3);
  const three = wish('three', 3);
  await join(race, three);
  const tooFew = uuid7();
  await query(
    `INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at)
     VALUES ($1, $2, $3, '{1,2}', clock_timestamp() + interval '1 hour', clock_timestamp() + interval '2 hours')`,
    [tooFew, race.eventId, three.person],
  );
  await expect(
    query(`UPDATE waiting SET state = 'offered', block = $2 WHERE id = $1`, [three.placeId, tooFew]),
  ).rejects.toMatchObject({ code: '23503' });
});

test('many families and many spots that come back while four jobs give them away: nobody gets a part', async () => {
  const { race } = await fullRace(30);
  const sizes = Array.from({ length: 20 }, (_, n) => 1 + ((n * 5) % 8));
  await join(race, ...sizes.map((size, n) => wish(`family-${n}`, size)));
  for (let spot = 1; spot <= 30; spot += 3) {
    await cancel(race, spot, spot + 1, spot + 2);
    await Promise.all(Array.from({ length: 4 }, () => ledger().reclaim(race.eventId)));
  }
  const offers = await query<{ size: number; numbers: number[]; spots: number[] }>(
    `SELECT w.size, b.numbers, (SELECT array_agg(number ORDER BY number) FROM spot WHERE block = b.id) AS spots
     FROM waiting w JOIN block b ON b.id = w.block WHERE w.event_id = $1`,
    [race.eventId],
  );
  expect(offers.length).toBeGreaterThan(3);
  for (const { size, numbers, spots } of offers) {
    expect(numbers).toHaveLength(size);
    expect(spots).toEqual(numbers);
  }
  const given = offers.flatMap(({ numbers }) => numbers);
  expect(new Set(given).size).toBe(given.length);
  const left = await sellable(race);
  expect(given.length + left.length).toBe(30);
  const waiting = await query<{ size: number }>(`SELECT size FROM waiting WHERE event_id = $1 AND state = 'waiting'`, [
    race.eventId,
  ]);
  expect(Math.min(...waiting.map(({ size }) => size))).toBeGreaterThan(left.length);
});
