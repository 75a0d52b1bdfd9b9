import type { LineWish, Standing, StandingLine } from '../../../lambdas/line/orders/ports';
import { inNextMinute, steered } from '../../../lambdas/line/orders/steer';
import { gun } from '../a-line';

const before = gun - 600_000;
const aLine: StandingLine = {
  kind: 'opening',
  state: 'lobby',
  gun,
  atGun: undefined,
  enrolUntil: gun + 12_000,
  isListClosed: false,
  pace: 1,
  held: undefined,
};
const standing = (line?: Partial<StandingLine>, mode: Standing['mode'] = 'auto'): Standing => ({
  mode,
  line: line && { ...aLine, ...line },
  wasThere: false,
  isSelling: false,
});
const steer = (from: Standing, wish: LineWish, now = before) => steered(from, wish, now);
const hold = { kind: 'set', isHeld: true, reason: 'The bank is down.' } as const;

test('a line is held with a reason and goes on, and the same word again changes nothing', () => {
  for (const state of ['lobby', 'closing', 'drawing', 'calling'] as const) {
    const held = steer(standing({ state }), hold);
    expect(held).toEqual(standing({ state, held: 'The bank is down.' }));
    expect(steer(held as Standing, hold)).toEqual(held);
    expect(steer(held as Standing, { kind: 'set', isHeld: false })).toEqual(standing({ state }));
  }
});

test('a line that is held in the last seconds before its gun draws, although everybody fits', () => {
  const fits = standing({ atGun: 'open' });
  const held = standing({ atGun: 'draw', held: 'The bank is down.' });
  expect(steer(fits, hold, gun - 1_000)).toEqual(held);
  // Browsers have read by then that turns are drawn.
  expect(steer(held, { kind: 'set', isHeld: false }, gun - 500)).toEqual(standing({ atGun: 'draw' }));
  expect(steer(fits, { kind: 'set', pace: 0.5 }, gun - 1_000)).toEqual(standing({ atGun: 'open', pace: 0.5 }));
});

test('a line goes slower, and a hold stays while it does', () => {
  const held = { state: 'calling', held: 'Wait.' } as const;
  expect(steer(standing(held), { kind: 'set', pace: 0.5 })).toEqual(standing({ ...held, pace: 0.5 }));
});

test('a line that forms is drawn, or not, as its race says; in the last seconds that counts for the next one', () => {
  expect(steer(standing({}), { kind: 'set', mode: 'always' })).toEqual(standing({ atGun: 'draw' }, 'always'));
  expect(steer(standing({ atGun: 'draw' }, 'always'), { kind: 'set', mode: 'auto' })).toEqual(standing({}));
  expect(steer(standing({}), { kind: 'set', mode: 'always' }, gun - 9_000)).toEqual(standing({}, 'always'));
  expect(steer(standing({ state: 'calling' }), { kind: 'set', mode: 'always' })).toEqual(
    standing({ state: 'calling' }, 'always'),
  );
  expect(steer(standing(), { kind: 'set', mode: 'never' })).toEqual(standing(undefined, 'never'));
});

test('in the middle of a sale a line begins at once, without a draw, and the same word again changes nothing', () => {
  const selling = (line?: Partial<StandingLine>, mode: Standing['mode'] = 'auto') => ({
    ...standing(line, mode),
    isSelling: true,
  });
  const wish = { kind: 'set', mode: 'always' } as const;
  const now = gun + 600_000;
  const begun = selling({ kind: 'surge', state: 'calling', gun: now, enrolUntil: now }, 'always');
  for (const mode of ['auto', 'always', 'never'] as const)
    expect(steer(selling(undefined, mode), wish, now)).toEqual(begun);
  // A line that opened for everybody is replaced. One that goes on stays.
  expect(steer(selling({ state: 'open' }), wish, now)).toEqual(begun);
  expect(steer(selling({ state: 'calling' }), wish, now)).toEqual(selling({ state: 'calling' }, 'always'));
  expect(steer(begun, wish, now + 1_000)).toEqual(begun);
  // A word about something else begins none.
  expect(steer(selling(undefined, 'always'), { kind: 'set', pace: 0.5 }, now)).toEqual({ kind: 'no-line' });
  expect(steer(selling(), { kind: 'set', mode: 'auto' }, now)).toEqual(selling());
  expect(steer(selling(), { kind: 'set', mode: 'always', isHeld: true, reason: 'Wait.' }, now)).toEqual({
    ...begun,
    line: { ...begun.line, held: 'Wait.' },
  });
});

test('everybody may ask where a line is opened, and the race has no other line', () => {
  const held = { held: 'Wait.' };
  expect(steer(standing({ state: 'calling', ...held }), { kind: 'open' })).toEqual(
    standing({ state: 'open' }, 'never'),
  );
  expect(steer(standing({ ...held }), { kind: 'open' })).toEqual(standing({ state: 'open' }, 'never'));
  expect(steer(standing({ state: 'drawing' }), { kind: 'set', mode: 'never' })).toEqual(
    standing({ state: 'open' }, 'never'),
  );
  expect(steer(standing({ state: 'open' }), { kind: 'open' })).toEqual(standing({ state: 'open' }, 'never'));
});

test('the list of a draw stays open for a quarter of an hour at most, and never less than usual', () => {
  const until = (minutes: number, line: Partial<StandingLine> = {}) => {
    const answer = steer(standing(line), { kind: 'postpone', minutes });
    return 'kind' in answer ? answer.kind : ((answer.line?.enrolUntil ?? 0) - gun) / 1000;
  };
  expect([until(0), until(5), until(15), until(99)]).toEqual([12, 300, 900, 900]);
  expect(until(5, { state: 'closing' })).toBe(300);
  expect(until(5, { state: 'closing', isListClosed: true })).toBe('list-closed');
  expect(until(5, { state: 'drawing' })).toBe('list-closed');
  expect(until(5, { state: 'calling' })).toBe('list-closed');
  expect(until(5, { atGun: 'open' })).toBe('no-draw');
  expect(until(5, { kind: 'surge', state: 'calling' })).toBe('no-draw');
});

test.each<[string, LineWish]>([
  ['held', hold],
  ['slowed down', { kind: 'set', pace: 0.5 }],
  ['postponed', { kind: 'postpone', minutes: 5 }],
  ['opened', { kind: 'open' }],
])('a line that is not there cannot be %s', (_, wish) => {
  expect(steer(standing(), wish)).toEqual({ kind: 'no-line' });
  expect(steer({ ...standing(), wasThere: true }, wish)).toEqual({ kind: 'line-over' });
  if (wish.kind !== 'open') expect(steer(standing({ state: 'open' }), wish)).toEqual({ kind: 'line-over' });
});

test('as many are let in within a minute as wait, as find a spot, and as the pace lets through', () => {
  const of = (waiting: number, free: number) => [{ waiting, free }];
  expect(inNextMinute(of(1000, 800), 10, 1)).toBe(600);
  expect(inNextMinute(of(1000, 800), 10, 0.5)).toBe(300);
  expect(inNextMinute(of(1000, 200), 10, 1)).toBe(200);
  expect(inNextMinute(of(50, 800), 10, 1)).toBe(50);
  expect(inNextMinute(of(50, 800), undefined, 1)).toBeUndefined();
});
