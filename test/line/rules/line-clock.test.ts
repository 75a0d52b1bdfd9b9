import { lineClock } from '../../../lambdas/line/rules/line-clock';
import { gun } from '../a-line';

const hour = 3_600_000;

/** A machine whose clock can be set. `at`: the true time, `document`: what the database said then. */
const openMachine = () => {
  let [truth, off, frozen] = [gun, 0, 0];
  const clock = lineClock(
    () => new Date(truth + off),
    () => truth - gun - frozen,
  );
  return {
    set: (milliseconds: number) => {
      off = milliseconds;
    },
    freeze: (milliseconds: number) => {
      truth += milliseconds;
      frozen += milliseconds;
    },
    /** What the clock says so many milliseconds after the gun, by a document of that instant or an older one. */
    at: (after: number, { document = after }: { readonly document?: number } = {}) => {
      truth = gun + after;
      return clock({ now: new Date(gun + document).toISOString() }) - gun;
    },
  };
};

test('a clock that jumps ahead is not believed, nor when it has jumped back', () => {
  const machine = openMachine();
  expect(machine.at(0)).toBe(0);
  machine.set(hour);
  expect(machine.at(1_500)).toBe(1_500);
  expect(machine.at(2_400, { document: 1_500 })).toBe(2_400);
  machine.set(0);
  expect(machine.at(3_500)).toBe(3_500);
  machine.set(-hour);
  expect(machine.at(5_000)).toBe(5_000);
  machine.set(10 * hour);
  expect(machine.at(6_000)).toBe(6_000);
});

test('a clock that is ahead from the beginning, and is set right, is right', () => {
  const machine = openMachine();
  machine.set(hour);
  expect(machine.at(0)).toBe(0);
  machine.set(0);
  expect(machine.at(2_000)).toBe(2_000);
});

test('old documents do not hold back a clock that is right', () => {
  const machine = openMachine();
  expect(machine.at(0)).toBe(0);
  expect(machine.at(60_000, { document: 0 })).toBe(60_000);
  // Another process had it from the database before that went away.
  expect(machine.at(61_000, { document: 4_000 })).toBe(61_000);
});

test('a process that was frozen while the database is away says what time it is', () => {
  const machine = openMachine();
  expect(machine.at(0)).toBe(0);
  machine.freeze(60_000);
  expect(machine.at(60_000, { document: 0 })).toBe(60_000);
  machine.freeze(60_000);
  expect(machine.at(120_000)).toBe(120_000);
  machine.set(hour);
  expect(machine.at(121_000)).toBe(121_000);
});
