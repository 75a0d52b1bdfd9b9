import { leaveWaitingList } from '../../lambdas/spots/leave-waiting-list';
import type { PlaceKey } from '../../lambdas/spots/ports';
import { showWaiting } from '../../lambdas/spots/show-waiting';

const hers = { placeId: 'p1', raceId: 'harbour', eventId: 'ten', personHash: 'ada', isMailed: false };

const setUp = () => {
  const asked: PlaceKey[] = [];
  const needs = {
    readTicket: async (token: string) => (token === 'hers' ? hers : undefined),
    records: { find: async (place: PlaceKey) => void asked.push(place) },
    places: { leave: async (place: PlaceKey) => asked.push(place) > 0 },
  };
  return { asked, show: showWaiting(needs), leave: leaveWaitingList(needs) };
};

test('who brings the ticket of a place sees it, and gives it up', async () => {
  const { asked, show, leave } = setUp();
  expect(await show('p1', 'hers')).toEqual({ kind: 'processing' });
  expect(await leave('p1', 'hers')).toBe(true);
  // With whose place it is: the database compares it with the row.
  expect(asked).toEqual([hers, hers]);
});

test('the ticket of one place opens no other, and what we did not sign opens none', async () => {
  const { asked, show, leave } = setUp();
  expect([await show('p2', 'hers'), await show('p1', 'forged')]).toEqual([
    { kind: 'not-yours' },
    { kind: 'not-yours' },
  ]);
  expect([await leave('p2', 'hers'), await leave('p1', 'forged')]).toEqual([false, false]);
  expect(asked).toEqual([]);
});
