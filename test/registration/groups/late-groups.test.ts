import { uuid7 } from '../../../lambdas/platform/uuid';
import { idOf, openGroupFixture, outcomes, personOfLead } from '../../support/races/group-fixture';
import { groupFor } from '../../support/races/group-submission';
import { submissionFor } from '../../support/races/race';

const {
  query,
  recordGroup,
  alone,
  cut,
  expire,
  join,
  raceInOneBlock,
  free,
  rowsOf,
  spotsOf,
  sellable,
  ordersOf,
  waitingIn,
} = openGroupFixture();

describe('whose spots are gone', () => {
  test('one of them: the others keep theirs, and exactly one more is taken', async () => {
    const { race, block } = await raceInOneBlock(8);
    await alone(submissionFor(race, block, 1));
    await free(race, [6, 7, 8]);
    const three = groupFor(race, block, [0, 1, 2]);
    expect(outcomes(await recordGroup(three))).toEqual(['confirmed 1', 'confirmed 6', 'confirmed 3']);
    expect((await rowsOf(three)).map(({ via }) => via)).toEqual(['block', 'late', 'block']);
    expect(await sellable(race)).toEqual([7, 8]);
    expect(await ordersOf(three)).toEqual(['capture 13500']);
  });

  test('all of them, taken back while the message was on its way: they get others', async () => {
    const { race, block } = await raceInOneBlock(8);
    await expire(race);
    await alone(submissionFor(race, await cut(race), 0));
    const three = groupFor(race, block, [0, 1, 2]);
    expect(outcomes(await recordGroup(three))).toEqual(['confirmed 2', 'confirmed 3', 'confirmed 4']);
    expect(await sellable(race)).toEqual([5, 6, 7, 8]);
  });

  test('a spot that somebody registers at this moment is not two people’s', async () => {
    const { race, block } = await raceInOneBlock(4);
    await free(race, [4]);
    const stranger = submissionFor(race, block, 1);
    const two = groupFor(race, block, [0, 1]);
    const both = await Promise.all([recordGroup(two), alone(stranger)]);
    expect(both.flatMap(outcomes).sort()).toEqual(['confirmed 1', 'confirmed 2', 'confirmed 4']);
  });

  test('an offer is of use to its owner and their companions, and to nobody else', async () => {
    const { race, block } = await raceInOneBlock(4);
    const ours = groupFor(race, block, [0, 1]);
    const theirs = groupFor(race, block, [0, 1]);
    await query('UPDATE block SET owner = $2 WHERE id = $1', [block.id, personOfLead(ours)]);
    expect(outcomes(await recordGroup(theirs))).toEqual(['refused', 'refused']);
    expect(outcomes(await recordGroup(ours))).toEqual(['confirmed 1', 'confirmed 2']);
  });

  test('a spot that is promised to somebody is not theirs: they wait while enough may come back, and leave no trace', async () => {
    const { race, block } = await raceInOneBlock(3);
    await free(race, [3]);
    const before = await spotsOf(race);
    const two = groupFor(race, { id: uuid7(), numbers: [1, 2] }, [0, 1]);
    expect(await recordGroup(two)).toEqual({ decisions: [], deferred: [idOf(two)], outbox: [] });
    expect(await spotsOf(race)).toEqual(before);
    expect(await rowsOf(two)).toEqual([]);
    expect(await ordersOf(two)).toEqual([]);
    expect(await waitingIn(race)).toEqual([]);
    expect(outcomes(await alone(submissionFor(race, block, 0)))).toEqual(['confirmed 1']);
    await expire(race);
    expect(outcomes(await recordGroup(two))).toEqual(['confirmed 2', 'confirmed 3']);
  });

  test('fewer than they are, and no more to come: nobody is taken in, and the lead waits first for all of them', async () => {
    const { race, block } = await raceInOneBlock(4);
    for (const n of [0, 1]) await alone(submissionFor(race, block, n));
    await free(race, [3]);
    const before = await spotsOf(race);
    const three = groupFor(race, block, [0, 1, 3]);
    expect(outcomes(await recordGroup(three))).toEqual(['refused', 'refused', 'refused']);
    expect(await spotsOf(race)).toEqual(before);
    expect(await ordersOf(three)).toEqual(['void 13500']);
    expect(await waitingIn(race)).toEqual([{ person: personOfLead(three), size: 3, rank: 0, state: 'waiting' }]);
    // The decision is final, whatever comes back.
    await query('INSERT INTO spot (event_id, number) VALUES ($1, 5), ($1, 6)', [race.eventId]);
    expect(outcomes(await recordGroup(three))).toEqual([1, 2, 3].map(() => 'refused as before'));
  });

  test('what comes back is of those who wait: they are not kept waiting for it', async () => {
    const { race } = await raceInOneBlock(2);
    await join(race, 'zoe');
    const two = groupFor(race, { id: uuid7(), numbers: [1, 2] }, [0, 1]);
    expect(outcomes(await recordGroup(two))).toEqual(['refused', 'refused']);
    expect(await waitingIn(race)).toMatchObject([
      { person: personOfLead(two), size: 2, rank: 0 },
      { size: 1, rank: 1 },
    ]);
  });
});
