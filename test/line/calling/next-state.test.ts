import { longestEnrolmentMs, nextState } from '../../../lambdas/line/calling/next-state';
import type { ActiveLine } from '../../../lambdas/line/calling/ports';
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
const at = (after: number, changes: Partial<ActiveLine> = {}, free = 2000, areAllCalled = false, issued = 0) => {
  const now = gun + after;
  return nextState({ ...line, ...changes }, { now, lastAt: now - 3_000, free, rateMax: 100, areAllCalled, issued });
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
test('the list is closed when few still enrol, and after a minute in any case', () => {
  expect(at(11_999, closing).work).toBeUndefined();
  expect(at(12_000, closing).work).toEqual({ kind: 'close', lineId: 'line' });
  expect(at(12_000, { ...closing, passesBefore: 900 }).work).toBeUndefined();
  expect(at(60_000, { ...closing, passesBefore: 900 }).work).toEqual({ kind: 'close', lineId: 'line' });
});

test('the list waits for passes that people have and that are not recorded, for a minute', () => {
  const issued = (n: number, after: number) => at(after, closing, 2000, false, n).work;
  expect(issued(1001, 12_000)).toBeUndefined();
  expect(issued(1001, 59_999)).toBeUndefined();
  expect(issued(1000, 12_000)).toEqual({ kind: 'close', lineId: 'line' });
  expect(issued(1001, 60_000)).toEqual({ kind: 'close', lineId: 'line' });
});

test('a list that a director postponed waits for them, too', () => {
  const issued = (n: number, after: number) =>
    at(after, { ...closing, enrolUntil: gun + 300_000 }, 2000, false, n).work;
  expect(issued(1001, 300_000)).toBeUndefined();
  expect(issued(1000, 300_000)).toEqual({ kind: 'close', lineId: 'line' });
  expect(issued(1001, 340_000)).toEqual({ kind: 'close', lineId: 'line' });
});

test('what a crash left of the passes comes again before their list is closed at the latest', () => {
  const { visibilitySeconds, windowSeconds } = eventSources['line-passes'];
  // The last ones enrol ten seconds after the gun.
  expect(10 + visibilitySeconds + windowSeconds).toBeLessThan(longestEnrolmentMs / 1000 - 5);
  expect(visibilitySeconds + windowSeconds).toBeLessThan(recordedAfterEndSeconds);
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

test('a director who postpones the draw keeps the list open', () =>
  expect(at(60_000, { ...closing, enrolUntil: gun + 300_000 }).work).toBeUndefined());

test('a beacon that is overdue is asked for again', () => {
  const drawing = { state: 'drawing', atGun: 'draw', roundAt: gun + 20_000 } as const;
  expect(at(22_000, drawing).work).toBeUndefined();
  expect(at(24_000, drawing).work).toEqual({ kind: 'close', lineId: 'line' });
});

const calling = { state: 'calling', atGun: 'draw' } as const;
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
