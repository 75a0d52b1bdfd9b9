import { calibrate } from './calibrate';
import { type Course, run } from './world';

const courses: Course[] = [];
let seed = 0;
for (const rateMax of [60, 137, 600])
  for (const show of [0.45, 0.7, 0.92])
    for (const finish of [0.7, 0.85, 0.93])
      for (const spots of [5_000, 50_000])
        for (const dip of [undefined, [90, 180, 60] as const])
          courses.push(
            run({
              rateMax,
              // Those who are far behind come less often.
              comes: (share) => show * (1 - 0.25 * Math.min(1, share * 8)),
              finish,
              spots,
              ...(dip && { dip }),
              seed: ++seed,
              comesAfter: 4 + (seed % 3) * 8,
              hold: 900,
              seconds: 4600,
            }),
          );

test('in 108 worlds hardly anybody is called in vain', () => {
  for (const { inVain, spots } of courses) expect(inVain).toBeLessThan(spots === 50_000 ? 0.001 : 0.028);
});

test('nineteen in twenty are called within the range that they were told', () => {
  const { told, kept, unlikely, calledAllTheSame } = calibrate(courses);
  expect(kept / told).toBeGreaterThan(0.95);
  expect(calledAllTheSame / unlikely).toBeLessThan(0.05);
});
