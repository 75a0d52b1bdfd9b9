import { nextLookSeconds } from '../../static/src/http/backoff';
import { saleStateAt } from '../../static/src/race/sale-state';
import { calendarDay, shortInstant, writeInstant, zoneName } from '../../static/src/time/dates';
import { clockFace, inWords, passedMark, secondsUntil } from '../../static/src/time/duration';
import { createServerClock } from '../../static/src/time/server-clock';
import { learnTime } from '../../static/src/time/ticker';
import { timeThere, whenThere } from '../../static/src/time/time-there';

const opening = '2027-03-01T09:00:00.000Z';
const at = (text: string) => Date.parse(text);

describe('the server’s clock', () => {
  let monotonic = 0;
  const open = () =>
    createServerClock(
      () => monotonic,
      () => 5,
    );

  test('is this machine’s until the server has spoken', () => {
    monotonic = 0;
    expect([open().now(), open().known()]).toEqual([5, false]);
  });

  test('does not follow a device whose clock is an hour wrong', () => {
    monotonic = 100;
    const clock = open();
    clock.learn(opening);
    monotonic = 1100;
    expect(clock.now()).toBe(at(opening) + 1000);
  });

  test('never runs ahead: a cached or slow answer does not set it back, a fresher one sets it forward', () => {
    monotonic = 0;
    const clock = open();
    clock.learn('2027-03-01T08:59:59.000Z');
    monotonic = 5000;
    clock.learn('2027-03-01T08:59:50.000Z');
    expect(clock.now()).toBe(at('2027-03-01T09:00:04.000Z'));
    clock.learn('2027-03-01T09:00:04.400Z');
    expect(clock.now()).toBe(at('2027-03-01T09:00:04.400Z'));
  });

  test('takes no nonsense', () => {
    const clock = open();
    clock.learn('soon');
    expect(clock.known()).toBe(false);
  });
});

test('a time is told with its day unless that is today where the race is', () => {
  learnTime('2127-03-01T23:30:00Z');
  const evening = '2127-03-01T22:59:59.500Z';
  expect(timeThere('2026-12-31T22:59:59Z', 'Europe/Berlin')).toBe('23:59:59');
  expect(whenThere(evening, 'UTC')).toBe('22:59:59');
  expect(whenThere(at('2127-03-02T00:10:00Z'), 'UTC')).toBe('2 March, 00:10');
  // It is past midnight there.
  expect([whenThere(evening, 'Europe/Berlin'), whenThere('2127-03-01T23:00:00Z', 'Europe/Berlin')]).toEqual([
    '1 March, 23:59',
    '00:00:00',
  ]);
});

test('the sale opens and closes at its instants, whatever the last answer said', () => {
  const closing = '2027-03-02T09:00:00.000Z';
  const door = (
    now: string,
    state?: 'early' | 'sold-out' | 'open' | 'closed',
    sale?: 'paused' | 'closed' | 'cancelled',
  ) => saleStateAt(state && { state, sale }, { opensAt: opening, closesAt: closing }, at(now));
  expect(door('2027-03-01T08:59:59.999Z', 'early')).toBe('early');
  expect(door(opening, 'early')).toBe('open');
  expect(door(opening)).toBe('open');
  expect(door('2027-03-01T09:05:00.000Z', 'sold-out')).toBe('sold-out');
  expect(door(closing, 'open')).toBe('closed');
  // What was paused before the opening does not open at its instant.
  expect(door('2027-03-01T08:59:59.999Z', 'early', 'paused')).toBe('early');
  expect(door(opening, 'early', 'paused')).toBe('paused');
  expect(door('2027-03-01T08:59:59.999Z', 'closed', 'closed')).toBe('closed');
  expect(door(opening, 'closed', 'cancelled')).toBe('cancelled');
  expect(saleStateAt('unknown', { opensAt: opening, closesAt: closing }, at(opening))).toBe('unknown');
});

test('looks every five seconds with jitter near the opening, every thirty long before it', () => {
  expect(nextLookSeconds(at(opening), at(opening) - 60_000, 0.5)).toBe(5.5);
  expect(nextLookSeconds(at(opening), at(opening) + 60_000, 0)).toBe(5);
  expect(nextLookSeconds(at(opening), at(opening) - 3_600_000, 0)).toBe(30);
});

test.each([
  [0, '0:00', '0 seconds'],
  [65, '1:05', '1 minute and 5 seconds'],
  [3600, '1:00:00', '1 hour'],
  [90_061, '25:01:01', '1 day and 1 hour'],
])('%i seconds on a clock face and in words', (seconds, face, words) => {
  expect([clockFace(seconds), inWords(seconds)]).toEqual([face, words]);
});

test('a second that has begun still counts', () => {
  expect([secondsUntil(1000, 1), secondsUntil(1000, 1000), secondsUntil(1000, 2000)]).toEqual([1, 0, 0]);
});

test('a mark is read aloud once, also when the tab slept over it', () => {
  expect(passedMark(301, 300, [300, 120, 60])).toBe(300);
  expect(passedMark(300, 299, [300, 120, 60])).toBeUndefined();
  expect(passedMark(400, 90, [300, 120, 60])).toBe(120);
});

describe('an instant', () => {
  test('is written in the race’s zone, named, with the reader’s own when it differs', () => {
    expect(writeInstant(opening, 'Europe/Berlin', 'America/New_York')).toEqual({
      there: 'Monday 1 March 2027 at 10:00, Berlin time',
      here: '04:00',
    });
  });

  test('says the reader’s day where it is another', () => {
    expect(writeInstant(opening, 'Europe/Berlin', 'Pacific/Honolulu').here).toBe('Sunday 28 February 2027 at 23:00');
  });

  test('is written once when the reader’s clock agrees', () => {
    expect(writeInstant(opening, 'Europe/Berlin', 'Europe/Paris')).toEqual({
      there: 'Monday 1 March 2027 at 10:00, Berlin time',
    });
  });

  test('names zones as people do', () => {
    expect([zoneName('America/New_York'), zoneName('UTC')]).toEqual(['New York time', 'UTC']);
    expect(shortInstant(opening, 'Europe/Berlin')).toBe('1 March, 10:00');
  });
});

test('the day of a race is the same everywhere', () => {
  expect(calendarDay('2027-03-14')).toMatch(/^Sunday,? 14 March 2027$/);
});
