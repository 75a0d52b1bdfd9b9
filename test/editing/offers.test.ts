import { personOf } from '../../lambdas/domain/person/person';
import { nobodyIsTold } from '../../lambdas/functions/wiring/console/direct';
import { openEditing } from '../../lambdas/functions/wiring/console/editing';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openChanges } from '../support/races/changed-race';
import { joinConfirmed } from '../support/races/waiting-list';

const made = openChanges();

/** A race that is full, where groups of these sizes wait: how many offers a plan for four more spots names, and who then gets one. */
const offersFor = async (sizes: readonly number[], { sale = 'on' } = {}) => {
  const { postgres } = made;
  const { race } = await made.paidRace(4);
  const { raceId, eventId } = race;
  for (const [n, size] of sizes.entries()) {
    const email = `waits-${n}@example.com`;
    const runner = { firstName: 'Ada', lastName: 'Byron', email, birthDate: '1990-01-01' };
    await joinConfirmed(postgres, eventId, [{ placeId: uuid7(), person: personOf(runner), runner, size }]);
  }
  await made.query('UPDATE event SET sale = $2 WHERE id = $1', [eventId, sale]);

  const { editRace } = openEditing({ MAIL_LANES: 3 }, postgres, { get: async () => undefined }, nobodyIsTold);
  const shown = await editRace.show(raceId);
  if (!shown?.document) throw new Error('the race is not published');
  const { id: _, events, ...content } = shown.document;
  const more = events.map((event) => ({ ...event, capacity: event.capacity + 4 }));
  const draft = { content: { ...content, events: more }, base: undefined, step: undefined };
  const saved = await editRace.saveDraft(raceId, shown, draft);
  const planned = await editRace.plan(raceId, false);
  if (saved.kind !== 'saved' || planned.kind !== 'planned') throw new Error(`${saved.kind}, ${planned.kind}`);
  const { plan } = planned;
  expect((await editRace.publish(raceId, planned, planned.planHash, false)).kind).toBe('published');
  const offered = await made.query<{ size: number }>(
    `SELECT size FROM waiting WHERE event_id = $1 AND state = 'offered' ORDER BY position`,
    [eventId],
  );
  return { planned: plan.mails.map(({ count }) => count), offered: offered.map(({ size }) => size) };
};

test('a raised capacity makes as many offers as the plan says', async () => {
  expect(await offersFor([1, 1, 1, 1, 1])).toEqual({ planned: [4], offered: [1, 1, 1, 1] });
  expect(await offersFor([3, 2, 2, 1])).toEqual({ planned: [2], offered: [3, 1] });
  expect(await offersFor([2, 1, 1, 1])).toEqual({ planned: [3], offered: [2, 1, 1] });
  expect(await offersFor([8, 5])).toEqual({ planned: [], offered: [] });
  expect(await offersFor([1, 1], { sale: 'paused' })).toEqual({ planned: [], offered: [] });
});
