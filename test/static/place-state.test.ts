import type { WaitingStatus } from '../../lambdas/api/messages/waiting-list';
import {
  isOverdue,
  newPlaceState,
  type PlaceState,
  reducePlace,
} from '../../static/src/waiting-list/place/place-state';
import { id, marathon, problem, start } from './flow/flow-support';

const place = { placeId: id, raceId: 'harbour', raceName: 'Harbour', eventId: marathon, eventName: 'Marathon' };
const processing: WaitingStatus = { placeId: id, status: 'processing', pollAfter: 2 };
const waiting: WaitingStatus = { ...place, status: 'waiting', ahead: 41, size: 1, confirmation: 'done', pollAfter: 60 };
const offered = (endsIn: number): WaitingStatus => ({
  ...place,
  status: 'offered',
  endsAt: new Date(start + endsIn).toISOString(),
  now: new Date(start).toISOString(),
  size: 1,
  runner: { firstName: 'Ada', lastName: 'Runner', email: 'ada@example.com', birthDate: '1990-05-17' },
});
const told = (status: WaitingStatus, sight: PlaceState = newPlaceState(start)) =>
  reducePlace(sight, { kind: 'told', status, now: start, random: 0 });

test.each([
  ['while it is processed', processing, 2000],
  ['while it waits, at the pace of the office', waiting, 60_000],
  ['of an offer every minute', offered(3_600_000), 60_000],
  ['of an offer when it ends', offered(20_000), 20_000],
  ['of an offer that has just ended', offered(-5000), 1000],
])('looks again %s', (_name, status, after) => {
  expect(told(status).lookAt).toBe(start + after);
});

test.each(['registered', 'expired', 'left', 'not-needed'] as const)('%s is the end: nobody looks again', (status) => {
  expect(told({ ...place, status })).not.toHaveProperty('lookAt');
});

test('a look that failed keeps what was seen, and waits longer each time', () => {
  const fail = (sight: PlaceState, random: number) =>
    reducePlace(sight, { kind: 'failed', failure: problem('busy', { retryAfter: 2 }), now: start, random });
  const once = fail(told(waiting), 1);
  expect(once).toMatchObject({ status: waiting, failures: 1, failure: { name: 'busy' }, lookAt: start + 3000 });
  expect(fail(once, 1).lookAt).toBe(start + 4000);
  expect(told(waiting, once)).not.toHaveProperty('failure');
});

test.each(['not-yours', 'not-found'] as const)('%s is not asked again', (name) => {
  const failure = problem(name);
  expect(reducePlace(newPlaceState(start), { kind: 'failed', failure, now: start, random: 0 })).not.toHaveProperty(
    'lookAt',
  );
});

test('an answer under way does not undo that the runner left', () => {
  const left = reducePlace(told(waiting), { kind: 'left' });
  expect(left).toEqual({ since: start, status: { ...place, status: 'left' }, failures: 0 });
  expect(told(waiting, left)).toBe(left);
});

test('a place that is still not on the list after a minute is most likely a second one', () => {
  const sight = told(processing);
  expect(isOverdue(sight, start + 59_999)).toBe(false);
  expect(isOverdue(sight, start + 60_000)).toBe(true);
  expect(isOverdue(told(waiting), start + 60_000)).toBe(false);
});
