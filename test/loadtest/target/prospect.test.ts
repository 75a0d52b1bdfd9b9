import type { AvailabilityMessage } from '../../../lambdas/api/messages/races';
import { prospectOf } from '../../../loadtest/target/prospect';
import { serve } from '../support/small-server';

type Event = AvailabilityMessage['events'][number];

const [marathon, ten] = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'] as const;
const event = (eventId: string, spotsLeft: number, state: Event['state'] = 'open'): Event => ({
  eventId,
  spotsLeft,
  state,
});

const raceWith = async (...events: readonly Event[]) => {
  const body = JSON.stringify({ raceId: 'harbour', now: '2026-11-21T22:00:00.000Z', events });
  return (await serve((_, response) => response.end(body))).url;
};

test('a race nobody has been to: everything can be had', async () =>
  expect(await prospectOf(await raceWith(event(marathon, 500), event(ten, 200)), 'harbour', 700)).toEqual({
    capacity: 700,
    heldByOthers: 0,
  }));

test('a race in use: what is sold out is not counted, what others hold may come back', async () =>
  expect(await prospectOf(await raceWith(event(marathon, 40), event(ten, 0, 'sold-out')), 'harbour', 55)).toEqual({
    capacity: 40,
    heldByOthers: 15,
  }));

test('a crowd for one event finds only what is left of it', async () =>
  expect(await prospectOf(await raceWith(event(marathon, 40), event(ten, 7)), 'harbour', 47, ten)).toEqual({
    capacity: 7,
    heldByOthers: 0,
  }));

test('a race that has nothing left is refused, with what the page says', async () => {
  const url = await raceWith(event(marathon, 0, 'sold-out'), event(ten, 0, 'waiting-list'));
  await expect(prospectOf(url, 'harbour', 0)).rejects.toThrow('the page says "sold-out, waiting-list"');
});

test('an event that is not there is refused', async () => {
  await expect(prospectOf(await raceWith(event(marathon, 1)), 'harbour', 1, ten)).rejects.toThrow(`no event ${ten}`);
});
