import fc from 'fast-check';
import {
  meanOf,
  type Normalising,
  normalised,
  reference,
  slownessOf,
} from '../../../bench/figures/calibration/normalise';
import type { Calibration } from '../../../bench/figures/results';
import { failedRun, runWith } from './a-benchmark';

const goals = (how?: Normalising) => [{ id: 'opened', ...(how && { normalised: how }) }];
const onMachine = (before: Calibration, after = before) => ({
  ...runWith([{ goal: 'opened', value: 12 }]),
  calibration: { before, after },
});
const normalisedOf = (run: ReturnType<typeof normalised>) =>
  run.outcome.kind === 'measured' ? run.outcome.figures[0]?.normalised : undefined;
const twice: Calibration = { answer: 2 * reference.answer, wrk: 2 * reference.wrk, row: 2 * reference.row };

test.each(['node', 'registration', 'database'] as const)(
  'the machine of the committed figures has the measured value: %s',
  (by) => {
    expect(slownessOf(by, reference)).toBeCloseTo(1, 9);
    expect(normalisedOf(normalised(onMachine(reference), goals({ by, as: 'cost' })))).toBeCloseTo(12, 9);
  },
);

test('on a machine that needs twice the CPU a cost is halved, and a rate is doubled', () => {
  expect(normalisedOf(normalised(onMachine(twice), goals({ by: 'registration', as: 'cost' })))).toBeCloseTo(6, 9);
  expect(normalisedOf(normalised(onMachine(twice), goals({ by: 'registration', as: 'rate' })))).toBeCloseTo(24, 9);
});

test('each figure follows what its CPU is spent in', () => {
  const slowDisk = { ...reference, row: 2 * reference.row };
  expect(slownessOf('node', slowDisk)).toBeCloseTo(1, 9);
  expect(slownessOf('database', slowDisk)).toBeCloseTo(2, 9);
  // The database is between a fifth and a quarter of a registration.
  expect(slownessOf('registration', slowDisk)).toBeGreaterThan(1.2);
  expect(slownessOf('registration', slowDisk)).toBeLessThan(1.25);
});

test('without wrk a registration is still normalised', () => {
  const { wrk: _, ...without } = twice;
  expect(slownessOf('registration', without)).toBeCloseTo(2, 9);
});

test('a machine that changed during a benchmark counts with the mean of before and after', () => {
  const run = onMachine(reference, twice);
  expect(meanOf(run.calibration).answer).toBe(1.5 * reference.answer);
  expect(normalisedOf(normalised(run, goals({ by: 'node', as: 'cost' })))).toBeCloseTo(8, 9);
});

test('no calibration, no CPU figure, no measurement: nothing is normalised', () => {
  expect(
    normalisedOf(normalised(runWith([{ goal: 'opened', value: 12 }]), goals({ by: 'node', as: 'cost' }))),
  ).toBeUndefined();
  expect(normalisedOf(normalised(onMachine(twice), goals()))).toBeUndefined();
  expect(normalised(failedRun, goals({ by: 'node', as: 'cost' }))).toBe(failedRun);
});

test('the same work has the same normalised figure on machines of any speed', () =>
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), (slow) => {
      const machine = { answer: slow * reference.answer, wrk: slow * reference.wrk, row: slow * reference.row };
      const run = {
        ...runWith([{ goal: 'opened', value: 7 * slow }]),
        calibration: { before: machine, after: machine },
      };
      expect(normalisedOf(normalised(run, goals({ by: 'registration', as: 'cost' })))).toBeCloseTo(7, 6);
    }),
  ));
