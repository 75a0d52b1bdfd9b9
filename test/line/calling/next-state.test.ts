import { longestEnrolmentMs, nextState, onTheirWayMs } from '../../../lambdas/line/calling/next-state';
import type { ActiveLine, Enrolment } from '../../../lambdas/line/calling/ports';
import { recordedAfterEndSeconds } from '../../../lambdas/line/draw/messages';
import { eventSources } from '../../../lib/event-sources';
import { gun } from '../a-line';

const line: ActiveLine = {
  id: 'line',
  raceId: 'harbour',
  kind: 'opening',
  state: 'lobby',
  gun,
  enrolUntil: gun + 12_000,
  atGun: undefined,
  roundAt: undefined,
  openedAt: undefined,
  pace: 1,
  isPaused: false,
  passesBefore: 1000,
  passes: 1000,
  waves: [[0, 1000, 1]],
  isSaleOver: false,
  holdSeconds: 600,
  events: [],
};
const goesOn: Enrolment = { endedAt: undefined, issued: 1000 };
const at = (
  after: number,
  changes: Partial<ActiveLine> = {},
  free = 2000,
  areAllCalled = false,
  enrolment: Enrolment = goesOn,
) => {
  const now = gun + after;
  return nextState({ ...line, ...changes }, { now, lastAt: now - 3_000, free, rateMax: 100, areAllCalled, enrolment });
};

test('five seconds before the gun it is decided whether everybody fits', () => {
  expect(at(-5_001)).toEqual({ state: 'lobby', atGun: undefined });
  expect(at(-5_000)).toEqual({ state: 'lobby', atGun: 'open' });
  // A third more may come than have a pass, and each tenth spot stays for groups.
  expect(at(-5_000, {}, 1444)).toMatchObject({ atGun: 'draw' });
  // They fit, and would take longer than twenty seconds to be let in.
  expect(at(-5_000, { passes: 2001 }, 90_000)).toMatchObject({ atGun: 'draw' });
});

test('nothing is decided of a gun that was fired', () =>
  expect(at(60_000, { state: 'calling', kind: 'surge' })).toEqual({ state: 'calling', atGun: undefined }));

test('what was decided stays', () => expect(at(-1_000, { atGun: 'draw' })).toMatchObject({ atGun: 'draw' }));

test('the gun closes the list of a draw, or opens the sale', () => {
  expect(at(-1, { atGun: 'draw' }).state).toBe('lobby');
  expect(at(0, { atGun: 'draw' }).state).toBe('closing');
  expect(at(0).state).toBe('open');
});

const closing = { state: 'closing', atGun: 'draw' } as const;
const calling = { state: 'calling', atGun: 'draw' } as const;
const close = { kind: 'close', lineId: 'line' };
/** A list at an instant, with as many passes issued, and an enrolment that ended. */
const list = (after: number, issued: number | undefined, ended?: number, changes: Partial<ActiveLine> = {}) => {
  const enrolment = { endedAt: ended === undefined ? undefined : gun + ended, issued };
  const { work, enrolment: becomes } = at(after, { ...closing, ...changes }, 2000, false, enrolment);
  return [becomes, work];
};

test('the enrolment ends when few still enrol, and after a minute in any case', () => {
  expect(list(11_999, 1000)).toEqual([undefined, undefined]);
  expect(list(12_000, 1000)).toEqual(['ends', undefined]);
  // Five in a thousand may be on their way.
  expect(list(12_000, 1005)).toEqual(['ends', undefined]);
  expect(list(12_000, 1006)).toEqual([undefined, undefined]);
  const many = { passesBefore: 994 };
  expect(list(59_999, 1000, undefined, many)).toEqual([undefined, undefined]);
  expect(list(60_000, 1006, undefined, many)).toEqual(['ends', undefined]);
  // Once it has ended, nobody makes it go on by coming.
  expect(list(15_000, 1000, 12_000, many)).toEqual([undefined, close]);
});

test('the list is closed once every pass that was issued before the end of the enrolment is recorded', () => {
  expect(list(15_000, 1001, 12_000)).toEqual([undefined, undefined]);
  expect(list(15_000, 1000, 12_000)).toEqual([undefined, close]);
  expect(list(51_999, 1001, 12_000)).toEqual([undefined, undefined]);
  expect(list(52_000, 1001, 12_000)).toEqual([undefined, close]);
});

test('a list waits as long for passes on their way when the cache has forgotten how many there are, or is away', () => {
  for (const issued of [0, 994, undefined]) {
    expect(list(51_999, issued, 12_000)).toEqual([undefined, undefined]);
    expect(list(52_000, issued, 12_000)).toEqual([undefined, close]);
  }
  // Of a few the count was lost with the function that would have counted them.
  expect(list(15_000, 995, 12_000)).toEqual([undefined, close]);
  // The end of the enrolment cannot be told.
  expect(list(99_999, undefined)).toEqual(['ends', undefined]);
  expect(list(100_000, undefined)).toEqual(['ends', close]);
});

test('a director who postpones the draw lets people enrol again, and the list then waits as any other does', () => {
  const postponed = { enrolUntil: gun + 300_000 };
  expect(list(20_000, 1001, 12_000, postponed)).toEqual(['goes-on', undefined]);
  expect(list(60_000, 1000, undefined, postponed)).toEqual([undefined, undefined]);
  expect(list(300_000, 1000, undefined, postponed)).toEqual(['ends', undefined]);
  expect(list(303_000, 1001, 300_000, postponed)).toEqual([undefined, undefined]);
  expect(list(303_000, 1000, 300_000, postponed)).toEqual([undefined, close]);
  expect(list(340_000, 1001, 300_000, postponed)).toEqual([undefined, close]);
});

test('what a crash left of the passes comes again before their list is closed at the latest', () => {
  const { visibilitySeconds, windowSeconds } = eventSources['line-passes'];
  expect(visibilitySeconds + windowSeconds).toBeLessThan(onTheirWayMs / 1000);
  expect(visibilitySeconds + windowSeconds).toBeLessThan(recordedAfterEndSeconds);
  // The last ones enrol ten seconds after the gun.
  expect(longestEnrolmentMs).toBeGreaterThan(10_000);
});

test('a draw that nobody makes is given up after five minutes, and the sale goes on', () => {
  expect(at(359_999, closing).state).toBe('closing');
  expect(at(360_000, closing).state).toBe('open');
  // A list that is kept open by a director is not lost.
  expect(at(360_000, { ...closing, enrolUntil: gun + 900_000 }).state).toBe('closing');
  const drawing = { state: 'drawing', atGun: 'draw', roundAt: gun + 20_000 } as const;
  expect(at(319_999, drawing).state).toBe('drawing');
  expect(at(320_000, drawing).state).toBe('open');
});

test('a line that a director holds does not open by itself', () => {
  const drawing = { state: 'drawing', atGun: 'draw', roundAt: gun + 20_000 } as const;
  const held = { isPaused: true };
  expect(at(900_000, { ...closing, ...held }).state).toBe('closing');
  expect(at(900_000, { ...drawing, ...held }).state).toBe('drawing');
  expect(at(900_000, { ...calling, ...held }, 2000, true).state).toBe('calling');
  for (const was of [closing, drawing, calling]) expect(at(900_000, was, 2000, true).state).toBe('open');
});

test('a beacon that is overdue is asked for again', () => {
  const drawing = { state: 'drawing', atGun: 'draw', roundAt: gun + 20_000 } as const;
  expect(at(22_000, drawing).work).toBeUndefined();
  expect(at(24_000, drawing).work).toEqual({ kind: 'close', lineId: 'line' });
});

test('the line opens when all are called and few still come', () => {
  expect(at(60_000, calling, 2000, true).state).toBe('open');
  expect(at(59_999, calling, 2000, true).state).toBe('calling');
  expect(at(60_000, calling).state).toBe('calling');
  const stillCome = [0, 1, 2].map((n) => [32 + n, 1000, 1] as const);
  expect(at(90_000, { ...calling, waves: stillCome }, 2000, true).state).toBe('calling');
});

test('a line that is open tells so for five minutes, and a sale that is over ends it at once', () => {
  const open = { state: 'open', atGun: 'open', openedAt: gun } as const;
  expect(at(299_999, open).state).toBe('open');
  expect(at(300_000, open)).toMatchObject({ state: 'over', work: { kind: 'over' } });
  expect(at(100_000, { ...calling, isSaleOver: true })).toMatchObject({ state: 'over', work: { kind: 'over' } });
});
