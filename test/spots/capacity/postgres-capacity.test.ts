import { uuid7 } from '../../../lambdas/platform/uuid';
import { idOf, openChanges } from '../../support/races/changed-race';
import { ledgerOn } from '../../support/races/ledger';
import { makeRace, submissionFor } from '../../support/races/race';

const made = openChanges();

describe('the director changes the capacity', () => {
  test('more spots have new numbers, and those who wait get them first', async () => {
    const { race } = await made.paidRace(2);
    const [ada, bob] = [await made.joinAs(race, 'ada'), await made.joinAs(race, 'bob')];
    expect(await made.capacities.change(race.raceId, race.eventId, 3)).toMatchObject({
      kind: 'changed',
      capacity: 3,
      spots: 3,
    });
    expect([await made.placeOf(ada), await made.placeOf(bob)]).toEqual(['offered', 'waiting']);
    expect(await made.spotsOf(race)).toEqual([1, 2, 3]);
    expect(await made.deedsOn(race)).toEqual(['director capacity-changed', 'system offered']);
  });

  test('fewer: what nobody has goes now, what is held goes when it comes back, and no number is used again', async () => {
    const race = await makeRace(made.postgres, { spots: 16 });
    const cut = await ledgerOn(made.postgres).cut(race.eventId, undefined, 'spent');
    if (cut.kind !== 'block') throw new Error('expected a block');
    await made.record(race, submissionFor(race, cut.block, 0));
    expect(await made.capacities.change(race.raceId, race.eventId, 1)).toMatchObject({
      kind: 'changed',
      capacity: 1,
      spots: 2,
    });
    expect(await made.spotsOf(race)).toEqual([1, 2]);
    await made.query('UPDATE block SET closes_at = clock_timestamp() WHERE event_id = $1', [race.eventId]);
    await ledgerOn(made.postgres).reclaim(race.eventId);
    expect(await made.spotsOf(race)).toEqual([1]);
    await made.capacities.change(race.raceId, race.eventId, 2);
    expect(await made.spotsOf(race)).toEqual([1, 17]);
  });

  test('not fewer than are registered: they are told how many', async () => {
    const { race } = await made.paidRace(3);
    expect(await made.capacities.change(race.raceId, race.eventId, 2)).toEqual({ kind: 'taken', taken: 3 });
    expect(await made.capacities.change(race.raceId, uuid7(), 2)).toEqual({ kind: 'no-such-event' });
    expect(await made.deedsOn(race)).toEqual([]);
  });

  test('a cancellation in an event with too many spots brings nobody in', async () => {
    const race = await makeRace(made.postgres, { spots: 3 });
    const cut = async (left?: string) => {
      const answer = await ledgerOn(made.postgres).cut(race.eventId, left, 'spent');
      if (answer.kind !== 'block') throw new Error(`expected a block, got ${answer.kind}`);
      return answer.block;
    };
    const [a] = [await cut()];
    const b = await cut(a.id);
    const [first, second] = [submissionFor(race, a, 0), submissionFor(race, b, 0)];
    await made.record(race, first);
    await made.capacities.change(race.raceId, race.eventId, 1);
    await made.record(race, second);
    await made.query(`UPDATE payment SET state = 'captured' WHERE registration_id = ANY ($1)`, [
      [idOf(first), idOf(second)],
    ]);
    expect(await made.spotsOf(race)).toEqual([1, 2]);
    await made.changes.cancel(idOf(first), 'director', { percent: 0 });
    expect(await made.spotsOf(race)).toEqual([2]);
    expect(await made.sellable(race)).toEqual([]);
  });
});
