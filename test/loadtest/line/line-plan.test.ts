import fc from 'fast-check';
import { homesOf, linePlan, placeOf, visitOf } from '../../../loadtest/line/line-plan';
import { addressOf } from '../../../loadtest/people/people';

const crowds = fc.record({
  people: fc.integer({ min: 1, max: 400 }),
  bots: fc.integer({ min: 0, max: 3 }),
  seed: fc.nat(),
  awayShare: fc.constantFrom(0, 0.3),
});
const lobby = 90;
/** So few connections that people beyond them share addresses. */
const most = fc.constantFrom(40, 12_000);

const sharesOf = (of: number) => Array.from({ length: of }, (_, index) => ({ index, of }));

test('however many generators share a line, the same people come at the same moments, once each', () =>
  fc.assert(
    fc.property(crowds, most, fc.integer({ min: 1, max: 7 }), (crowd, connections, of) => {
      const homes = homesOf(crowd.people, connections);
      const planned = (share: { index: number; of: number }) => linePlan(crowd, homes, lobby, share);
      const shared = sharesOf(of).flatMap(planned);
      const byNumber = (all: ReturnType<typeof planned>) => all.toSorted((a, b) => a.n - b.n);
      expect(byNumber(shared)).toEqual(byNumber(planned({ index: 0, of: 1 })));
      expect(shared).toHaveLength(crowd.people + crowd.bots);
    }),
  ));

test('people of one address are in one generator, and all bots are in the first', () =>
  fc.assert(
    fc.property(crowds, most, fc.integer({ min: 1, max: 7 }), (crowd, connections, of) => {
      const homes = homesOf(crowd.people, connections);
      const generatorOf = new Map<string, number>();
      for (const share of sharesOf(of))
        for (const { n } of linePlan(crowd, homes, lobby, share)) {
          if (n >= crowd.people) {
            expect(share.index).toBe(0);
            continue;
          }
          const address = addressOf(placeOf(n, homes));
          expect(generatorOf.get(address) ?? share.index).toBe(share.index);
          generatorOf.set(address, share.index);
        }
    }),
  ));

test('everybody sets off in order, and generators have equal shares of a large crowd', () => {
  const crowd = { people: 50_000, bots: 0, seed: 1, awayShare: 0 };
  const homes = homesOf(crowd.people, 12_000);
  for (const share of sharesOf(4)) {
    const departures = linePlan(crowd, homes, 900, share).map(({ departure }) => departure);
    expect(departures).toEqual(departures.toSorted((a, b) => a - b));
    expect(departures.length).toBeGreaterThan(12_400);
    expect(departures.length).toBeLessThan(12_600);
  }
});

test.each([6_000, 50_000, 500_000])('%i people have fewer connections than files can be open', (people) => {
  const { many, connections } = homesOf(people, 12_000);
  expect(2 * many * connections).toBeLessThanOrEqual(12_000);
  expect(connections).toBeGreaterThanOrEqual(1);
});

test('some come after the gun, some are away, and a fifth of those comes back', () => {
  const visits = Array.from({ length: 20_000 }, (_, n) => visitOf({ seed: 22, awayShare: 0.3 }, n, lobby));
  const share = (is: (visit: (typeof visits)[number]) => boolean) => visits.filter(is).length / visits.length;
  expect(share(({ departure }) => departure > (lobby + 3) * 1000)).toBeCloseTo(0.08, 1);
  expect(share(({ isAway }) => isAway)).toBeCloseTo(0.3, 1);
  const away = visits.filter(({ isAway }) => isAway);
  expect(away.filter(({ backAt }) => backAt !== undefined).length / away.length).toBeCloseTo(0.2, 1);
});
