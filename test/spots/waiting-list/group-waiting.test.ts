import { countSpots } from '../../../lambdas/spots/availability/postgres-spot-counts';
import { PostgresCapacities } from '../../../lambdas/spots/capacity/postgres-capacity';
import { PostgresWaitingRecords } from '../../../lambdas/spots/waiting-list/postgres-waiting-records';
import { openFamilies, wish } from '../../support/races/families';
import { givingWith } from '../../support/races/ledger';
import { placeKeyOf } from '../../support/races/place-key';
import { makeRace } from '../../support/races/race';

const { postgres, query, ledger, places, fullRace, join, cancel, endOffer, list, sellable } = openFamilies();

test('a family is offered as many spots as it wants, at once, and one mail is ordered', async () => {
  const { race } = await fullRace(5);
  const family = wish('family', 3);
  await join(race, family);
  await cancel(race, 2, 4, 5);
  expect(await ledger().due()).toContain(race.eventId);
  await ledger().reclaim(race.eventId);
  expect(await list(race)).toEqual(['family offered 2,4,5']);
  const offered = await places().offered(placeKeyOf(race.eventId, family));
  expect(offered).toMatchObject({ person: family.person, block: { eventId: race.eventId, numbers: [2, 4, 5] } });
  expect(await query('SELECT 1 FROM spot WHERE block = $1', [offered?.block.id])).toHaveLength(3);
  const mails = await query(`SELECT body FROM outbox WHERE body ->> 'registrationId' = $1`, [family.placeId]);
  expect(mails).toHaveLength(1);
  const [entry] = await query<{ detail: unknown }>(`SELECT detail FROM audit WHERE detail ->> 'place' = $1`, [
    family.placeId,
  ]);
  expect(entry?.detail).toEqual({ place: family.placeId, spots: [2, 4, 5], block: offered?.block.id });
  expect(await new PostgresWaitingRecords(postgres()).find(placeKeyOf(race.eventId, family))).toMatchObject({
    size: 3,
  });
});

test('too little for a family goes to who comes behind it, and it keeps its place', async () => {
  const { race } = await fullRace(6);
  await join(race, wish('four', 4), wish('one', 1), wish('two', 2), wish('three', 3));
  await cancel(race, 1, 2);
  await ledger().reclaim(race.eventId);
  // One spot is left, and nobody on the list is served by one.
  expect(await list(race)).toEqual(['four waiting', 'one offered 1', 'two waiting', 'three waiting']);
  await cancel(race, 3, 4, 5);
  await ledger().reclaim(race.eventId);
  expect(await list(race)).toEqual(['four offered 2,3,4,5', 'one offered 1', 'two waiting', 'three waiting']);
});

test('who reads the mail of a place says that fewer wait, keeps the position, and is offered at once what is enough', async () => {
  const { race } = await fullRace(6);
  // Anybody may have said how many they are, in their name.
  const [ada, bea] = [wish('ada', 4), wish('bea', 1)];
  await join(race, ada, bea);
  const confirm = (size?: number) => places().confirm(placeKeyOf(race.eventId, ada), size);
  const shown = () => new PostgresWaitingRecords(postgres()).find(placeKeyOf(race.eventId, ada));
  // A larger group would take what those behind it wait for.
  expect([await confirm(8), await confirm(4), await confirm()]).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect(await shown()).toMatchObject({ size: 4, ahead: 0 });
  expect([await confirm(2), await confirm(2)]).toEqual(['confirmed', 'confirmed']);
  expect(await shown()).toMatchObject({ size: 2, ahead: 0 });
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  expect(await list(race)).toEqual(['ada waiting', 'bea offered 1']);
  await cancel(race, 2);
  await ledger().reclaim(race.eventId);
  expect(await confirm(1)).toBe('confirmed');
  expect(await list(race)).toEqual(['ada offered 2', 'bea offered 1']);
  // What is offered stays together.
  expect([await confirm(1), (await shown())?.size]).toEqual(['confirmed', 1]);
  const audit = await query<{ detail: object }>(
    `SELECT detail FROM audit WHERE action = 'waiting-group-smaller' AND detail ->> 'placeId' = $1 ORDER BY id`,
    [ada.placeId],
  );
  expect(audit.map(({ detail }) => detail)).toEqual([
    { placeId: ada.placeId, from: 4, to: 2 },
    { placeId: ada.placeId, from: 2, to: 1 },
  ]);
});

test('a group is offered all of its spots, also when it says afterwards that it is smaller', async () => {
  const { race } = await fullRace(3);
  const ada = wish('ada', 3);
  await join(race, ada);
  await cancel(race, 1, 2, 3);
  await ledger().reclaim(race.eventId);
  expect(await places().confirm(placeKeyOf(race.eventId, ada), 1)).toBe('confirmed');
  expect(await list(race)).toEqual(['ada offered 1,2,3']);
});

test('what is too little for everybody who waits is the public’s, and no work for the minute job', async () => {
  const { race, last } = await fullRace(5);
  await join(race, wish('four', 4));
  await cancel(race, 1, 2, 3);
  expect(await ledger().due()).not.toContain(race.eventId);
  expect(await ledger().cut(race.eventId, last, 'spent')).toMatchObject({ kind: 'block' });
  expect(await list(race)).toEqual(['four waiting']);
});

test('the page says what may be had: what is too little for those who wait is on sale', async () => {
  const { race } = await fullRace(5);
  const facts = async () => {
    const [count] = await countSpots(postgres(), [race.eventId]);
    return [count?.sellable, count?.waitedFor];
  };
  await join(race, wish('four', 4));
  expect(await facts()).toEqual([0, true]);
  await cancel(race, 1, 2, 3);
  expect(await facts()).toEqual([3, false]);
  await cancel(race, 4);
  expect(await facts()).toEqual([4, true]);
});

test('as soon as it is enough for somebody the public waits', async () => {
  const { race, last } = await fullRace(5);
  await join(race, wish('four', 4), wish('two', 2));
  await cancel(race, 1, 2);
  expect(await ledger().cut(race.eventId, last, 'spent')).toEqual({ kind: 'waiting' });
  expect(await ledger().due()).toContain(race.eventId);
});

test('a family that joins while too little is on sale keeps nobody from buying it', async () => {
  const race = await makeRace(postgres(), { spots: 3 });
  const [four, one] = [wish('four', 4), wish('one', 1)];
  await join(race, four, one);
  expect(await list(race)).toEqual(['four waiting', 'one not-needed']);
  await join(race, wish('three', 3));
  expect(await list(race)).toEqual(['four waiting', 'one not-needed', 'three not-needed']);
  expect(await ledger().cut(race.eventId, undefined, 'spent')).toMatchObject({ kind: 'block' });
});

test('somebody who comes behind a family that what is there will serve joins, too', async () => {
  const { race } = await fullRace(3);
  await join(race, wish('two', 2));
  await cancel(race, 1, 2);
  await join(race, wish('one', 1));
  expect(await list(race)).toEqual(['two waiting', 'one waiting']);
});

test('two hundred and fifty large groups do not hide one runner alone behind them', async () => {
  const { race } = await fullRace(7);
  await join(race, ...Array.from({ length: 250 }, (_, n) => wish(`group-${n}`, 6)), wish('alone', 1));
  await cancel(race, 1, 2, 3, 4, 5, 6, 7);
  await ledger().reclaim(race.eventId);
  const lines = await list(race);
  expect([lines[0], lines.at(-1)]).toEqual(['group-0 offered 1,2,3,4,5,6', 'alone offered 7']);
  expect(lines.slice(1, -1)).toEqual(Array.from({ length: 249 }, (_, n) => `group-${n + 1} waiting`));
});

test('an offer that a family did not take up gives back all its spots', async () => {
  const { race } = await fullRace(4);
  const [three, next, one] = [wish('three', 3), wish('next', 2), wish('one', 1)];
  await join(race, three, next, one);
  await cancel(race, 1, 2, 3);
  await ledger().reclaim(race.eventId);
  expect(await list(race)).toEqual(['three offered 1,2,3', 'next waiting', 'one waiting']);
  await endOffer(race, three);
  expect(await list(race)).toEqual(['three expired', 'next offered 1,2', 'one offered 3']);
  await endOffer(race, next);
  await endOffer(race, one);
  expect(await sellable(race)).toEqual([1, 2, 3]);
});

test('somebody who declines an offer for several leaves all of it to the next ones', async () => {
  const { race } = await fullRace(3);
  const three = wish('three', 3);
  await join(race, three, wish('four', 4), wish('two', 2));
  await cancel(race, 1, 2, 3);
  await ledger().reclaim(race.eventId);
  expect(await places().leave(placeKeyOf(race.eventId, three))).toBe('left');
  expect(await list(race)).toEqual(['three left', 'four waiting', 'two offered 1,2']);
  expect(await sellable(race)).toEqual([3]);
});

test('what a lowered capacity takes is not offered: then it is too little', async () => {
  const { race } = await fullRace(5);
  await join(race, wish('three', 3), wish('two', 2));
  await query('UPDATE event SET capacity = 4, is_over = true WHERE id = $1', [race.eventId]);
  await cancel(race, 1, 2, 3);
  await ledger().reclaim(race.eventId);
  expect(await list(race)).toEqual(['three waiting', 'two offered 1,2']);
  expect(await query('SELECT 1 FROM spot WHERE event_id = $1', [race.eventId])).toHaveLength(4);
});

test('more capacity is offered as one', async () => {
  const { race } = await fullRace(2);
  await join(race, wish('three', 3));
  const capacities = new PostgresCapacities(postgres(), givingWith());
  await capacities.change(race.raceId, race.eventId, 4);
  expect(await list(race)).toEqual(['three waiting']);
  await capacities.change(race.raceId, race.eventId, 5);
  expect(await list(race)).toEqual(['three offered 3,4,5']);
});
