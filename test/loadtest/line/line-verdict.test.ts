import { lineVerdict } from '../../../loadtest/line/line-verdict';
import type { Ask, LineRun, Told, Waited } from '../../../loadtest/line/waited';
import { readOptions } from '../../../loadtest/options';
import type { Outcome } from '../../../loadtest/people/outcome';

const gun = Date.parse('2027-03-01T10:00:00Z');
const at = (seconds: number) => gun + seconds * 1000;

const confirmed: Outcome = { kind: 'confirmed', registrationId: 'r', eventId: 'e', number: 1, total: 8900 };
const asks = (seconds: number, refusal = ''): Ask => ({ at: at(seconds), answeredAt: at(seconds + 0.1), refusal });
const told = (seconds: number, from: number, to: number): Told => ({ at: at(seconds), from, to });

/** Somebody of the draw who was called 20 s after the gun with turns below 0.1, or 10 s later with turns below 0.2. */
const somebody = (turn: number, more: Partial<Waited> = {}): Waited => ({
  wave: 0,
  turn,
  looks: 3,
  told: [told(18, 0, 20)],
  asks: [asks(turn < 0.1 ? 22 : 32)],
  isAway: false,
  outcome: confirmed,
  ...more,
});

/** 200 spots for 1,000 passes: every turn below 0.2 was called, and has a spot. Ten passes are a bot's. */
const waited: readonly Waited[] = Array.from({ length: 1000 }, (_, n) =>
  somebody(n / 1000, {
    ...(n % 100 === 5 && { bot: 0 }),
    ...(n >= 200 && { asks: [], told: [], outcome: { kind: 'sold-out' } }),
  }),
);
const fair: LineRun = {
  gun,
  endedAt: at(120),
  waited,
  turnedAway: [],
  calls: [
    [at(20), 0.1],
    [at(30), 0.2],
  ],
  seen: [
    [at(19), 0],
    [at(21), 0.1],
    [at(31), 0.2],
  ],
  draw: { isRight: true, said: '' },
  books: { rows: 200, charges: 200 },
};
const broken = (run: Partial<LineRun>, spots = 200) =>
  lineVerdict({ ...fair, ...run }, { spots })
    .filter(({ holds }) => !holds)
    .map(({ name, actual }) => `${name}: ${actual}`);
const withPeople = (turns: readonly number[], change: Partial<Waited>) => ({
  waited: waited.map((one) => (one.turn !== undefined && turns.includes(one.turn) ? { ...one, ...change } : one)),
});
/** So many turns that were called, each a thousandth. */
const first = (many: number) => Array.from({ length: many }, (_, n) => n / 1000);
const ofBots = (isBot: (n: number) => boolean) => ({
  waited: waited.map(({ bot: _, ...one }, n) => (isBot(n) ? { ...one, bot: 0 } : one)),
});

test('a fair line is clean', () => expect(broken({})).toEqual([]));

describe('the verdict is red when', () => {
  test('the line called back, in its proof or in what was read', () => {
    const name = 'order: times that the line called back: 1';
    expect(broken({ calls: [...fair.calls, [at(40), 0.15]] })).toEqual([name]);
    expect(broken({ seen: [...fair.seen, [at(40), 0.1]] })).toEqual([name]);
  });

  test('somebody holds a spot before their turn', () => {
    const name = 'order: holds before their turn was called: 1';
    expect(broken(withPeople([0.15], { asks: [asks(29)] }))).toEqual([name]);
    expect(broken(withPeople([0.6], { asks: [asks(40)] }))).toEqual([name]);
  });

  test('somebody was sent back after a later turn was let in', () =>
    expect(broken(withPeople([0.03], { asks: [asks(26, 'not-your-turn'), asks(28)] }))).toEqual([
      'order: people sent back after a later turn was let in: 1',
      'people whose turn was called, and whom the line refused: 1',
    ]));

  test('the line refused somebody whom it had called', () => {
    const name = 'people whose turn was called, and whom the line refused: 1';
    expect(broken(withPeople([0.05], { asks: [asks(24, 'not-your-turn'), asks(26)] }))).toEqual([name]);
    expect(broken(withPeople([0.05], { asks: [asks(24, 'join-line'), asks(26)] }))).toEqual([name]);
    // What was called a moment ago is not known everywhere.
    expect(broken(withPeople([0.05], { asks: [asks(22, 'not-your-turn'), asks(24)] }))).toEqual([]);
  });

  test('more asked in vain than is promised for so many spots', () => {
    const inVain = { asks: [asks(31, 'all-held'), asks(50)] };
    expect(broken(withPeople(first(10), inVain))).toEqual([]);
    expect(broken(withPeople(first(11), inVain))).toEqual(['asked in vain: 11']);
    const promised = 'asked in vain: 3';
    expect(broken(withPeople(first(2), inVain), 2_000)).not.toContain('asked in vain: 2');
    expect(broken(withPeople(first(3), inVain), 2_000)).toContain(promised);
    expect(broken(withPeople(first(1), inVain), 50_000)).toContain('asked in vain: 1');
    // The line waits for nobody for longer than a minute.
    expect(broken(withPeople(first(11), { asks: [asks(81, 'all-held'), asks(90)] }))).toEqual([]);
  });

  test('somebody was called and got nothing, and a spot is left', () => {
    const run = { ...withPeople([0.05], { outcome: { kind: 'all-held' } }), books: { rows: 199, charges: 199 } };
    expect(broken(run)).toEqual([
      'called and not served while spots were left: 1',
      'spots registered, never more than there are: 199',
    ]);
  });

  test('ranges were not kept, or nobody was told one', () => {
    expect(broken(withPeople(first(20), { told: [told(18, 5, 20)] }))).toEqual(['ranges kept: 90.0 % of 200']);
    expect(broken(withPeople(first(20), { told: [told(18, 0, 1)] }))).toEqual(['ranges kept: 90.0 % of 200']);
    const neverCalled = Array.from({ length: 20 }, (_, n) => (n + 500) / 1000);
    expect(broken(withPeople(neverCalled, { told: [told(40, 0, 60)] }))).toEqual(['ranges kept: 90.9 % of 220']);
    // The sale ended before it was known.
    expect(broken(withPeople(neverCalled, { told: [told(40, 0, 90)] }))).toEqual([]);
    expect(broken({ waited: waited.map((one) => ({ ...one, told: [] })) })).toEqual(['ranges kept: none was told']);
  });

  test('a range that was told before time jumped was broken before it, and not by the jump', () => {
    // Those below 0.1 are called before the jump, those below 0.2 by it, and 500 to 519 after everybody knows of it.
    const jump = { from: at(25), until: at(40) };
    const share = (change: Partial<Waited>, turns = first(200)) => broken({ ...withPeople(turns, change), jump })[0];
    expect(share({ told: [told(18, 0, 20)] })).toBeUndefined();
    expect(share({ told: [told(18, 10, 20)] })).toBe('ranges kept: 0.0 % of 100');
    expect(share({ told: [told(18, 0, 5)] })).toBe('ranges kept: 50.0 % of 200');
    expect(share({ told: [told(26, 20, 30)] })).toBe('ranges kept: none was told');
    const later = Array.from({ length: 20 }, (_, n) => (n + 500) / 1000);
    expect(share({ told: [told(41, 0, 60)] }, later)).toBe('ranges kept: 83.3 % of 120');
  });

  test('the draw cannot be checked', () =>
    expect(broken({ draw: { isRight: false, said: 'WRONG' } })).toEqual(['the draw, as anybody checks it: WRONG']));

  test('a bot has more passes in the draw than one address may, or is drawn more often than chance has it', () => {
    const evenly = (n: number) => n % 5 === 0 || n === 999;
    expect(broken(ofBots(evenly))).toEqual(['passes in the draw of the bot that has most: 201']);
    expect(broken(ofBots((n) => n % 5 === 0))).toEqual([]);
    expect(broken(ofBots((n) => n < 20))).toEqual(['passes of bots that the draw called: 20']);
  });

  test('the books are not what people were told', () => {
    expect(broken({ books: { rows: 201, charges: 201 } })).toEqual([
      'spots registered, never more than there are: 201',
      'registrations, each told to somebody: 201',
    ]);
    expect(broken({ books: { rows: 200, charges: 199 } })).toEqual(['cards charged: 199']);
  });

  test('somebody saw an error, with a pass or before they had one', () => {
    expect(broken(withPeople([0.5], { outcome: { kind: 'error', detail: 'a page without a line' } }))).toEqual([
      'people who saw an error: 1, the first: a page without a line',
    ]);
    expect(broken({ turnedAway: ['no answer within 20 s'] })).toEqual([
      'people who saw an error: 1, the first: no answer within 20 s',
    ]);
  });
});

test('the options of a run with a line are read, and none of another one', () => {
  expect(
    readOptions('--line --line-people 500 --line-spots 100 --minutes 4 --processes 3'.split(' '))?.line,
  ).toMatchObject({
    people: 500,
    spots: 100,
    minutes: 4,
    bots: 3,
    processes: 3,
  });
  expect(readOptions(['--line'])?.line).toMatchObject({ people: 6_000, processes: 1 });
  expect(readOptions([])?.line).toBeUndefined();
  expect(() => readOptions(['--line', '--line-away', '2'])).toThrow('--line-away: must be 0.9 at most.');
});
