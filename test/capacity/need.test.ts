import fc from 'fast-check';
import { rushFunctions } from '../../lambdas/capacity/figures';
import { isDue, type Need, needAt, noNeed } from '../../lambdas/capacity/need';
import { anyMoment, anyOpening, at, opening } from './openings';

const parts = ({ environments, acu }: Need) => [...rushFunctions.map((name) => environments[name]), acu];
const atLeast = (one: Need, other: Need) => parts(one).every((value, index) => value >= (parts(other)[index] ?? 0));
const registering = (need: Need) => need.environments.register;
const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test('a day before one environment of each is there, a quarter of an hour before all are, half an hour after most are let go, and two hours after all', () => {
  const race = opening(0, 5000);
  const needs = [-1441, -1440, -16, -15, 0, 29, 30, 119, 120].map((minutes) => needAt([race], at(minutes)));
  const all = registering(needAt([race], at(0)));
  const quarter = Math.ceil(all / 4);
  expect(all).toBeGreaterThan(100);
  expect(needs.map(registering)).toEqual([0, 1, 1, all, all, all, quarter, quarter, 0]);
});

test('the database is large half an hour before, and as small as ever two hours after', () => {
  const race = opening(0, 50_000);
  const { acu } = needAt([race], at(0));
  expect([-31, -30, 29, 30, 120].map((minutes) => needAt([race], at(minutes)).acu)).toEqual([
    0,
    acu,
    acu,
    Math.ceil(acu / 2) / 2,
    0,
  ]);
});

test('where nobody comes nothing is needed', () => expect(needAt([], at(0))).toEqual(noNeed));

test('of any two sets of openings together no part needs less than either, nor more than both', () =>
  fc.assert(
    fc.property(fc.array(anyOpening), fc.array(anyOpening), anyMoment, (some, others, now) => {
      const [one, other, both] = [needAt(some, now), needAt(others, now), needAt([...some, ...others], now)];
      expect(atLeast(both, one) && atLeast(both, other)).toBe(true);
    }),
  ));

test('openings further apart than a rush share what is warm: the larger of both is enough', () =>
  fc.assert(
    fc.property(
      anyOpening,
      fc.integer({ min: 10, max: 600 }),
      fc.integer({ min: 1, max: 60_000 }),
      anyMoment,
      (first, apart, spots, now) => {
        const second = { raceId: 'second', opensAt: new Date(first.opensAt.getTime() + apart * 60_000), spots };
        const [one, other, both] = [needAt([first], now), needAt([second], now), needAt([first, second], now)];
        expect(parts(both)).toEqual(parts(one).map((value, index) => Math.max(value, parts(other)[index] ?? 0)));
      },
    ),
  ));

test.each([0, 1, 9])('two races that open %i minutes apart are two crowds when the second opens', (apart) => {
  const together = registering(needAt([opening(0, 2000), opening(apart, 2000)], at(apart)));
  expect(together).toBe(registering(needAt([opening(0, 4000)], at(0))));
});

test('a crowd that somebody announced counts for more than the usual one, in both directions', () => {
  const forRace = (spots: number, interest?: number) => registering(needAt([opening(0, spots, interest)], at(0)));
  expect(forRace(50, 20_000)).toBe(forRace(2000));
  expect(forRace(2000, 2500)).toBeLessThan(forRace(2000) / 4);
});

test('a race with more spots, and one that more people come to, never needs less', () =>
  fc.assert(
    fc.property(
      anyOpening,
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: 0, max: 50 }),
      anyMoment,
      (race, more, seen, now) => {
        const unknown = { ...race, interest: undefined };
        expect(atLeast(needAt([{ ...unknown, spots: race.spots + more }], now), needAt([unknown], now))).toBe(true);
        expect(atLeast(needAt([race], now, seen), needAt([race], now))).toBe(true);
        const known = { ...race, interest: 60_000 + more };
        expect(atLeast(needAt([known], now), needAt([{ ...race, interest: 60_000 }], now))).toBe(true);
      },
    ),
  ));

test('an instant is an instant: how an opening is announced changes nothing, nor does a night in which clocks change', () => {
  const announced = ['2027-03-28T10:00:00+02:00', '2027-03-28T04:00:00-04:00', '2027-03-28T13:45:00+05:45'];
  const races = announced.map((text) => ({ raceId: 'r', opensAt: new Date(Date.parse(text)), spots: 900 }));
  const needs = races.map((race) => minutesFrom(0, 2880).map((minutes) => needAt([race], at(minutes))));
  expect(needs[1]).toEqual(needs[0]);
  expect(needs[2]).toEqual(needs[0]);
  const most = Math.max(...(needs[0] ?? []).map(registering));
  // Clocks in Berlin change at 01:00 UTC that day, between the start of warming and the opening.
  expect((needs[0] ?? []).filter((need) => registering(need) === most)).toHaveLength(45);
});

/** By how many minutes a wall clock is changed, and the days between two nights with a change. */
const anyShift = fc
  .record({ days: fc.integer({ min: -400, max: 400 }), minutes: fc.constantFrom(-60, -30, 30, 60) })
  .map(({ days, minutes }) => days * 1440 + minutes);
const later = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);

test('only the time until each opening counts, whatever a clock on the wall says of it: in no night of the year is one warmed an hour early or late', () =>
  fc.assert(
    fc.property(
      anyOpening,
      fc.array(anyOpening, { maxLength: 3 }),
      fc.integer({ min: -1450, max: 130 }),
      anyShift,
      (race, others, minutes, shift) => {
        const now = later(race.opensAt, minutes);
        const openings = [race, ...others];
        const shifted = openings.map((one) => ({ ...one, opensAt: later(one.opensAt, shift) }));
        expect(needAt(shifted, later(now, shift))).toEqual(needAt(openings, now));
        expect(isDue(shifted, later(now, shift))).toBe(isDue(openings, now));
      },
    ),
  ));

test('somebody is told from five minutes before an opening until half an hour after', () => {
  const due = minutesFrom(-60, 60).filter((minutes) => isDue([opening(0, 1)], at(minutes)));
  expect([due[0], due.at(-1)]).toEqual([-5, 29]);
});
