import fc from 'fast-check';
import { curveOf } from '../../../lambdas/line/calling/curve';
import { type Called, type EventFacts, nextCalls } from '../../../lambdas/line/calling/next-calls';
import { turnAt } from '../../../lambdas/line/rules/waves';
import { calibrate } from './calibrate';
import { runCrowd } from './people';
import { type Control, run, theControl } from './world';

// Half a million people: what a second of a person costs does not depend on how many there are.
const large = run();
const small = run({ spots: 5_000 });

/** As in the run of the faults: nearly all who are called come. */
const few = { honest: 3_000, eager: 100, spots: 1_000, away: 0.1 };

test('of half a million before 50,000 spots, hardly anybody who is called finds none', () => {
  expect(large.inVain).toBeLessThan(0.005);
  expect(small.inVain).toBeLessThan(0.01);
});

test('the spots are sold as fast as holds run out', () => {
  expect(large.soldBy(0.5)).toBeLessThan(4 * 60);
  expect(large.soldBy(0.95)).toBeLessThan(15 * 60);
});

test('a small race whose spots are all called for at once goes on a minute later, when some did not come', () => {
  const { soldBy } = run({ waiting: 500, spots: 100, party: 1, finish: 1, rateMax: 200, seconds: 900 });
  expect(soldBy(0.95)).toBeLessThan(7 * 60);
});

test('people who look as the page does come soon after their call, so hardly anybody finds that the last spots are gone', () => {
  const { asked, inVain, told, kept } = runCrowd({ eager: 0, back: 0 });
  expect(inVain / asked).toBeLessThan(0.0015);
  expect(kept / told).toBeGreaterThan(0.98);
});

test('where each answer takes ten to twenty seconds, people who come late do not look as if they did not come', () => {
  const courses = [1, 2, 3].map((seed) => runCrowd({ seed, slow: [10, 20] }));
  const sum = (of: 'asked' | 'inVain') => courses.reduce((all, course) => all + course[of], 0);
  expect(sum('inVain') / sum('asked')).toBeLessThan(0.012);
});

test.each([
  ['slow answers', { slow: [10, 20] }],
  ['ticks that come late', { ticks: [5, 10] }],
  [
    'slow answers and late ticks, where most come and few spots are left for a second call',
    { ...few, slow: [1, 8], ticks: [2, 5] },
  ],
  ['few spots for a second call', few],
] as const)('what people are told of their wait comes true with %s', (_, world) => {
  const { told, kept } = runCrowd(world);
  expect(told).toBeGreaterThan(500);
  expect(kept / told).toBeGreaterThan(0.95);
});

test('no more ask than the system bears', () => expect(large.mostAsks).toBeLessThan(600 * 1.2));

test.each([
  ['with numbers that are two seconds old', { stale: 2 }, 0.026],
  ['when people take half a minute to come', { comesAfter: 30 }, 0.005],
  // A fast start says nothing of those who are called when the line has stood still: they look once a minute.
  ['when people come three times slower later on', { comesLater: 20 }, 0.005],
  ['when only one in three comes', { comes: () => 0.3 }, 0.005],
])('it is so %s', (_, world, bound) => expect(run({ ...world, seconds: 1200 }).inVain).toBeLessThan(bound));

test('what is called for is never more than what is free', () => {
  const calling = large.seconds.filter(({ called }, n) => called > (large.seconds[n - 1]?.called ?? 0));
  expect(calling.length).toBeGreaterThan(100);
  for (const { outstanding, free } of calling) expect(outstanding).toBeLessThanOrEqual(free);
});

test('somebody who is called stays called', () => {
  for (const [n, { called }] of large.seconds.entries())
    expect(called).toBeGreaterThanOrEqual(large.seconds[n - 1]?.called ?? 0);
});

test('while the writer is behind, fewer are called', () => {
  const course = run({ spots: 200_000, dip: [60, 360, 100], seconds: 600 });
  expect(Math.min(...course.seconds.slice(200, 360).map(({ rate }) => rate))).toBe(30);
});

test('what people are told of their wait comes true', () => {
  const { told, kept, unlikely, calledAllTheSame } = calibrate([large, small], 600);
  expect(told).toBeGreaterThan(5);
  expect(kept / told).toBeGreaterThan(0.95);
  expect(unlikely).toBeGreaterThan(10);
  expect(calledAllTheSame).toBe(0);
});

const callBy = (facts: EventFacts, calls: number): Called => ({
  eventId: facts.eventId,
  calledTo: turnAt(facts.waves, facts.calledTo * 500_000 + calls),
  called: 0,
  showUp: 1,
  due: 0,
  seatsPerAsk: 1,
  outstanding: 0,
});

// A bound that no wrong control breaks says nothing.
test.each<[string, Control]>([
  [
    'forgets who was called and is still on their way',
    (facts, load) => theControl({ ...facts, asks: [1e9], seats: 1.2e9 }, load),
  ],
  ['calls so many each second, whatever is free', (facts) => ({ rate: 600, event: callBy(facts, 600) })],
  [
    'believes that everybody comes at once',
    (facts, load) => {
      const history = facts.history.map(([at, ...reading]) => [at - 1e6, ...reading] as const);
      return theControl({ ...facts, history: [...history, [load.now - 1e3, facts.calledTo * 500_000, 0, 0, 0]] }, load);
    },
  ],
])('a control that %s lets many come in vain', (_, control) =>
  expect(run({ seconds: 1200 }, control).inVain).toBeGreaterThan(0.03),
);

const facts: EventFacts = {
  eventId: 'run',
  waves: [[2, 100, 1]],
  present: 2,
  calledTo: 0,
  free: 50,
  asks: [],
  seats: 0,
  inVain: 0,
  out: [],
  history: [],
  pace: 1,
};
const load = { rateMax: 10, rate: 10, lag: 0, busyShare: 0, now: 1000, sinceLast: 1 };

test('the events of all lines share what the system bears, and a slow one leaves the rest to the others', () => {
  const { events } = nextCalls(
    [facts, { ...facts, eventId: 'walk', free: 2 }, { ...facts, eventId: 'closed', pace: 0 }],
    load,
  );
  const called = events.map((event) => event.called);
  expect(called[1]).toBeCloseTo(2 / 1.25);
  expect((called[0] ?? 0) + (called[1] ?? 0)).toBeCloseTo(10);
  expect(called[2]).toBe(0);
});

test('whoever stands with those who come in a minute is called then, and is told so', () => {
  // All of wave 2 are called, and spots for everybody are free.
  const [crowded, event] = [
    { ...facts, waves: [...facts.waves, [62, 30, 1] as const], free: 500 },
    { ...load, rate: 200 },
  ];
  const at = (present: number) => {
    const [called] = nextCalls([{ ...crowded, present, calledTo: 3 }], { ...event, rateMax: 200 }).events;
    if (!called) throw new Error('one event was given');
    const curve = curveOf({ ...crowded, present }, called, { rate: 200, rateMax: 200, hold: 600, now: 1000 });
    return { called, reached: curve.map(([seconds, low]) => [seconds, low]) };
  };
  expect(at(61).called.calledTo).toBe(3);
  expect(at(62).called.calledTo).toBe(63);
  expect(at(2).reached.slice(0, 4)).toEqual([
    [10, 3],
    [30, 3],
    [60, 63],
    [120, 63],
  ]);
});

test('a director who slows a line down slows it by so much', () => {
  const [event] = nextCalls([{ ...facts, pace: 0.1 }], load).events;
  expect(event?.called).toBeCloseTo(1);
});

test('the last spot is called for, also when others never came', () => {
  const history = [[0, 0, 0, 50, 0] as const, [100, 5, 0, 50, 2.05] as const];
  const [event] = nextCalls([{ ...facts, free: 1, calledTo: 2.05, history }], load).events;
  expect(event?.calledTo).toBeGreaterThan(2.05);
});

test('after a minute without a tick, no more is called than in five seconds', () => {
  const [event] = nextCalls([facts], { ...load, sinceLast: 60 }).events;
  expect(event?.called).toBeCloseTo(50 / 1.25);
});

test('answers that send people away because of the crowd slow the line down', () => {
  expect(nextCalls([facts], { ...load, busyShare: 0.03 }).rate).toBeCloseTo(7);
});

test('nobody who was called is put back, whatever is known of the line', () =>
  fc.assert(
    fc.property(
      fc.record({
        calledTo: fc.double({ min: 0, max: 8, noNaN: true }),
        waves: fc
          .array(fc.nat(1000), { maxLength: 6 })
          .map((all) => all.map((passes, wave) => [wave, passes, 1] as const)),
        free: fc.nat(2000),
        asks: fc.array(fc.nat(500), { maxLength: 3 }),
        seats: fc.nat(2000),
        pace: fc.constantFrom(0, 0.1, 1),
      }),
      fc.constantFrom(0.001, 1, 60),
      (known, sinceLast) => {
        const [event] = nextCalls([{ ...facts, ...known }], { ...load, sinceLast }).events;
        expect(event?.calledTo).toBeGreaterThanOrEqual(known.calledTo);
      },
    ),
  ));
