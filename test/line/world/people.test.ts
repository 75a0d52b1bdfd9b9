import { type Crowd, runCrowd } from './people';

// What happens at the end of a sale hangs on when people look, so it is seen with single people only.
const three = (world: Partial<Crowd> = {}) => [1, 2, 3].map((seed) => runCrowd({ ...world, seed }));
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const inVain = (world: Partial<Crowd>) => mean(three(world).map((one) => one.inVain / one.asked));

test.each<[string, Partial<Crowd>, number]>([
  ['2,000 spots, and everybody looks as the page does', { eager: 0, back: 0 }, 0.0015],
  ['bots that look every second, and people who come back late', {}, 0.0015],
  ['groups', { parties: [0.7, 0.2, 0.06, 0.04] }, 0.0015],
  ['a system that deals a second after somebody asked', { dealt: 1, eager: 0 }, 0.0015],
])('with %s, hardly anybody who is called finds none', (_, world, bound) => expect(inVain(world)).toBeLessThan(bound));

test('the sale does not stand still at its end', () => {
  for (const { dealtBy } of three({ eager: 0 })) {
    expect(dealtBy(0.95)).toBeLessThan(160);
    expect(dealtBy(0.99)).toBeLessThan(260);
    expect(dealtBy(1)).toBeDefined();
  }
});

const everybodyFits = { honest: 20_000, eager: 0, spots: 20_000, away: 0, thinks: [15, 60], slow: [1, 4] } as const;
test('no more ask than the system bears, where people think for long before they ask', () => {
  const { mostAsks } = runCrowd(everybodyFits);
  expect(mostAsks).toBeLessThan(200 * 1.2);
});

test('a crowd of which nobody has asked yet does not look every few seconds', () => {
  const { mostLooks } = runCrowd({ ...everybodyFits, slow: [0.05, 0.2], rateMax: 80, seconds: 120 });
  expect(mostLooks).toBeLessThan(2_000);
});

test('people look about once for each halving of their wait, and not every few seconds', () => {
  const { looks, kept, told } = runCrowd({ ...everybodyFits, slow: [0.05, 0.2], rateMax: 107 });
  expect(looks).toBeLessThan(15);
  expect(kept / told).toBeGreaterThan(0.99);
});

test.each<[string, Partial<Crowd>, number]>([
  ['of a race where everybody who holds a spot pays', {}, 0.98],
  ['of a race where one in ten lets the hold run out', { finish: 0.9, hold: 300, seconds: 900 }, 0.96],
])('ranges that people are told %s come true', (_, world, bound) => {
  for (const { told, kept } of three(world)) {
    expect(told).toBeGreaterThan(4_000);
    expect(kept / told).toBeGreaterThan(bound);
  }
});

const fewSpots = { honest: 3_000, eager: 100, spots: 1_000, away: 0.1, hold: 180, seconds: 900 };
test.each<[string, Partial<Crowd>]>([
  ['twice, where everybody pays', { losses: [0.1, 0.5] }],
  ['late in the sale', { losses: [0.8] }],
  ['in the middle of it, where one in ten does not pay', { finish: 0.9, losses: [0.5] }],
])('ranges come true of a race whose cache is emptied %s', (_, world) => {
  const courses = three({ ...fewSpots, ...world });
  const sum = (of: 'told' | 'kept') => courses.reduce((all, one) => all + one[of], 0);
  expect(sum('told')).toBeGreaterThan(4_000);
  expect(sum('kept') / sum('told')).toBeGreaterThan(0.93);
});
