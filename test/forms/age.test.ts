import fc from 'fast-check';
import { ageOn, dayIn } from '../../lambdas/api/form/age';

test.each([
  ['1990-05-17', '2027-05-16', 36],
  ['1990-05-17', '2027-05-17', 37],
  ['1990-05-17', '2027-12-31', 37],
  ['2009-05-03', '2027-05-02', 17],
  ['2009-05-02', '2027-05-02', 18],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-28', 19],
  ['2008-02-29', '2028-02-29', 20],
  ['2000-02-29', '2100-02-28', 99],
  ['2000-02-29', '2100-03-01', 100],
])('who is born on %s is, on %s, %i years old', (birthDate, day, age) => expect(ageOn(birthDate, day)).toBe(age));

test('a race may say that the birthday of 29 February is the day before, in common years only', () => {
  expect(ageOn('2008-02-29', '2026-02-28', 'feb-28')).toBe(18);
  expect(ageOn('2008-02-29', '2026-02-27', 'feb-28')).toBe(17);
  expect(ageOn('2008-02-29', '2028-02-28', 'feb-28')).toBe(19);
});

const day = fc
  .integer({ min: Date.UTC(1900, 0, 1) / 86_400_000, max: Date.UTC(2100, 11, 31) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const next = (of: string) => new Date(Date.parse(of) + 86_400_000).toISOString().slice(0, 10);

test('everybody is one year older exactly once in every calendar year, and on no other day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1900, max: 2100 }), fc.constantFrom('feb-28', 'mar-1'), (birth, year, leap) => {
      let grown = 0;
      for (let today = `${year - 1}-12-31`; today < `${year}-12-31`; today = next(today)) {
        const step = ageOn(birth, next(today), leap as 'mar-1') - ageOn(birth, today, leap as 'mar-1');
        expect([0, 1]).toContain(step);
        grown += step;
      }
      expect(grown).toBe(1);
      expect(ageOn(birth, birth, leap as 'mar-1')).toBe(0);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ['Pacific/Kiritimati', '2027-05-01T10:00:00Z', '2027-05-02'],
  ['Pacific/Kiritimati', '2027-05-01T09:59:59Z', '2027-05-01'],
  ['America/Los_Angeles', '2027-05-02T06:59:59.999Z', '2027-05-01'],
  ['America/Los_Angeles', '2027-05-02T07:00:00Z', '2027-05-02'],
  ['Europe/Berlin', '2027-12-31T23:00:00Z', '2028-01-01'],
  ['UTC', '2028-02-29T23:59:59Z', '2028-02-29'],
])('in %s it is, at %s, %s', (zone, instant, today) => expect(dayIn(zone, new Date(instant))).toBe(today));
