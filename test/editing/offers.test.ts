import { personOf } from '../../lambdas/domain/person/person';
import type { Plan } from '../../lambdas/editing/plan';
import type { RaceDocument } from '../../lambdas/editing/race-document';
import { nobodyIsTold } from '../../lambdas/functions/wiring/console/direct';
import { openEditing } from '../../lambdas/functions/wiring/console/editing';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openChanges } from '../support/races/changed-race';
import { joinConfirmed } from '../support/races/waiting-list';

const made = openChanges();

/** The plan of a change, once it is published. */
const published = async (raceId: string, change: (document: RaceDocument) => RaceDocument): Promise<Plan> => {
  const { editRace } = openEditing({ MAIL_LANES: 3 }, made.postgres, { get: async () => undefined }, nobodyIsTold);
  const shown = await editRace.show(raceId);
  if (!shown?.document) throw new Error('the race is not published');
  const { id: _, ...content } = change(shown.document);
  const saved = await editRace.saveDraft(raceId, shown, { content: { ...content }, base: undefined, step: undefined });
  const planned = await editRace.plan(raceId, false);
  if (saved.kind !== 'saved' || planned.kind !== 'planned') throw new Error(`${saved.kind}, ${planned.kind}`);
  expect((await editRace.publish(raceId, planned, planned.planHash, false)).kind).toBe('published');
  return planned.plan;
};

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

  const { mails } = await published(raceId, ({ events, ...document }) => ({
    ...document,
    events: events.map((event) => ({ ...event, capacity: event.capacity + 4 })),
  }));
  const offered = await made.query<{ size: number }>(
    `SELECT size FROM waiting WHERE event_id = $1 AND state = 'offered' ORDER BY position`,
    [eventId],
  );
  return { planned: mails.map(({ count }) => count), offered: offered.map(({ size }) => size) };
};

test('a raised capacity makes as many offers as the plan says', async () => {
  expect(await offersFor([1, 1, 1, 1, 1])).toEqual({ planned: [4], offered: [1, 1, 1, 1] });
  expect(await offersFor([3, 2, 2, 1])).toEqual({ planned: [2], offered: [3, 1] });
  expect(await offersFor([2, 1, 1, 1])).toEqual({ planned: [3], offered: [2, 1, 1] });
  expect(await offersFor([8, 5])).toEqual({ planned: [], offered: [] });
  expect(await offersFor([1, 1], { sale: 'paused' })).toEqual({ planned: [], offered: [] });
});

test('offers that last longer than registration end with it, as the plan says', async () => {
  const { race } = await made.paidRace(2);
  const [long, short] = [await made.joinAs(race, 'ada'), await made.joinAs(race, 'bea')];
  await made.capacities.change(race.raceId, race.eventId, 4);
  const times = () =>
    made.query<{ id: string; lasts: number; closes: number }>(
      `SELECT w.id, round(extract(epoch FROM b.deal_until - now()) / 60)::int AS lasts,
              round(extract(epoch FROM b.closes_at - b.deal_until))::int AS closes
       FROM waiting w JOIN block b ON b.id = w.block WHERE w.event_id = $1 ORDER BY w.position`,
      [race.eventId],
    );
  const [before] = await times();
  if (!before) throw new Error('nobody has an offer');
  await made.query(
    `UPDATE block b SET deal_until = now() + interval '10 minutes', closes_at = now() + interval '10 minutes' + make_interval(secs => $2)
     FROM waiting w WHERE w.id = $1 AND b.id = w.block`,
    [short, before.closes],
  );
  await made.query(`UPDATE race SET closes_at = now() + interval '9 days' WHERE id = $1`, [race.raceId]);
  const closesAt = new Date(Date.now() + 1_800_000).toISOString();
  const { consequences } = await published(race.raceId, (document) => ({ ...document, closesAt }));
  expect(consequences).toEqual([{ kind: 'offers-end-earlier', count: 1, until: closesAt }]);
  expect(await times()).toEqual([
    { id: long, lasts: 30, closes: before.closes },
    { id: short, lasts: 10, closes: before.closes },
  ]);
});
