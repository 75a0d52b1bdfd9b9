import { type Ringing, watchAlarms } from '../../operations/watch-alarms/watch-alarms';

const start = Date.parse('2027-03-01T10:00:00Z');
const at = (minutes: number) => new Date(start + minutes * 60_000);

/** Watches for a quarter of an hour from the fourth minute on, on a clock of its own. */
const watch = async (read: (minute: number) => readonly Ringing[]) => {
  let now = start + 4 * 60_000;
  const rang = await watchAlarms({
    stacks: ['StartlineRegistration', 'StartlineData'],
    since: at(0),
    minutes: 15,
    read: async () => read((now - start) / 60_000),
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
  });
  return { rang, minute: (now - start) / 60_000 };
};

const alarm = (name: string, minute: number): Ringing => ({ name, since: at(minute) });

test('an alarm that begins to ring after the deployment is told at once', async () => {
  const rings = alarm('StartlineRegistration-AlarmsApi5xx-1X', 9);
  const { rang, minute } = await watch((now) => (now >= 9 ? [rings] : []));
  expect(rang).toEqual([rings.name]);
  expect(minute).toBeLessThan(10);
});

test('one that rang during the deployment counts', async () =>
  expect((await watch(() => [alarm('StartlineData-Cpu-2', 1)])).rang).toEqual(['StartlineData-Cpu-2']));

test.each([
  ['that rang before the deployment', alarm('StartlineRegistration-Mail-3', -60)],
  ['of another environment whose name begins alike', alarm('StartlineRegistrationTwo-Mail-3', 9)],
  ['of somebody else in the account', alarm('Billing', 9)],
])('an alarm %s is not its doing', async (_, rings) => {
  const { rang, minute } = await watch(() => [rings]);
  expect(rang).toEqual([]);
  expect(minute).toBeGreaterThanOrEqual(19);
});

test('CloudWatch may be away for a moment', async () => {
  const { rang } = await watch((minute) => {
    if (minute < 5) throw new Error('Rate exceeded');
    return [];
  });
  expect(rang).toEqual([]);
});

test('alarms that nobody can read are no silence', () =>
  expect(
    watch(() => {
      throw new Error('The security token is expired');
    }),
  ).rejects.toThrow('token is expired'));

test('it does not end while the alarms cannot be read', async () => {
  const { rang } = await watch((minute) => {
    if (minute > 18.5 && minute < 19.5) throw new Error('Rate exceeded');
    return minute > 19.5 ? [alarm('StartlineData-Cpu-2', 19)] : [];
  });
  expect(rang).toEqual(['StartlineData-Cpu-2']);
});
