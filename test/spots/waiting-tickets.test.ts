import { leaveWaitingList } from '../../lambdas/spots/leave-waiting-list';
import { showWaiting } from '../../lambdas/spots/show-waiting';

const setUp = () => {
  const asked: string[] = [];
  const needs = {
    readTicket: async (token: string) =>
      token === 'hers' ? { placeId: 'p1', raceId: 'harbour', eventId: 'ten' } : undefined,
    records: { find: async (placeId: string) => void asked.push(placeId) },
    places: { leave: async (placeId: string) => asked.push(placeId) > 0 },
  };
  return { asked, show: showWaiting(needs), leave: leaveWaitingList(needs) };
};

test('who brings the ticket of a place sees it, and gives it up', async () => {
  const { asked, show, leave } = setUp();
  expect(await show('p1', 'hers')).toEqual({ kind: 'processing' });
  expect(await leave('p1', 'hers')).toBe(true);
  expect(asked).toEqual(['p1', 'p1']);
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
