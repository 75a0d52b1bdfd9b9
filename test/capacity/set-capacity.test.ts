import fc from 'fast-check';
import { type CapacityOrder, needAt, noNeed } from '../../lambdas/capacity/need';
import type { DatabaseFloor, WarmEnvironments } from '../../lambdas/capacity/ports';
import { setCapacity } from '../../lambdas/capacity/set-capacity';
import { outOfReach } from '../../lambdas/capacity/targets';
import { anyMoment, anyOpening, at, opening } from './openings';

const target = (name: string, most: number) => ({ name: `startline-${name}`, alias: 'live', most });
const targets = {
  functions: { register: target('register', 150), pay: target('pay', 150), 'browse-races': target('browse', 200) },
  database: { cluster: 'cluster', floor: 1, ceiling: 64 },
};

/** A fake AWS account: what is configured there, what it was told, and how it fails. */
const openAccount = () => {
  const set = new Map<string, number>();
  const calls: string[] = [];
  const broken = new Set<string>();
  const failed = new Set<string>();
  let floor = 1;
  let busy = false;
  const environments: WarmEnvironments = {
    look: async ({ name }) => {
      if (broken.has(name)) throw new Error(`${name} does not answer`);
      const asked = set.get(name) ?? 0;
      return { asked, failed: failed.has(name), ready: !failed.has(name), available: asked };
    },
    keep: async ({ name }, wanted) => {
      calls.push(`${name} ${wanted}`);
      failed.delete(name);
      set.set(name, wanted);
    },
  };
  const databaseFloor: DatabaseFloor = {
    look: async () => (busy ? undefined : floor),
    set: async (_, acu) => {
      calls.push(`database ${acu}`);
      floor = acu;
    },
  };
  return {
    set,
    calls,
    broken,
    failed,
    environments,
    databaseFloor,
    get floor() {
      return floor;
    },
    beBusy: () => {
      busy = true;
    },
    deploy: (pinned: number) => {
      floor = pinned;
    },
  };
};

const order = (minutes: number, spots = 5000): CapacityOrder => ({
  at: at(minutes),
  due: true,
  need: needAt([opening(0, spots)], at(minutes)),
});
const setter = (account: ReturnType<typeof openAccount>, now: Date, report = jest.fn()) =>
  setCapacity({ ...account, targets, now: () => now, report });

test('an order carried out twice changes nothing the second time', async () => {
  const account = openAccount();
  const first = await setter(account, at(0))(order(0));
  const before = [...account.calls];
  const second = await setter(account, at(0))(order(0));
  expect(first?.changed).toHaveLength(4);
  expect(second).toMatchObject({ changed: [], unready: [] });
  const register = second?.parts.find(({ name }) => name === 'register');
  expect(register).toEqual({ name: 'register', wanted: 150, there: 150, most: 150, isReady: true });
  expect(account.calls).toEqual(before);
});

test('after any history, of schedules that did not fire and deployments that set old values, one order sets what is right now', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyOpening, { maxLength: 4 }),
      fc.array(anyMoment, { maxLength: 5 }),
      fc.double({ min: 0, max: 128, noNaN: true }),
      anyMoment,
      async (openings, earlier, pinned, now) => {
        const carryOut = async (account: ReturnType<typeof openAccount>, moment: Date) => {
          const need = needAt(openings, moment);
          await setter(account, moment)({ at: moment, due: false, need });
        };
        const [seasoned, fresh] = [openAccount(), openAccount()];
        for (const moment of earlier) await carryOut(seasoned, moment);
        seasoned.deploy(pinned);
        await carryOut(seasoned, now);
        await carryOut(fresh, now);
        for (const { name } of Object.values(targets.functions))
          expect(seasoned.set.get(name) ?? 0).toBe(fresh.set.get(name) ?? 0);
        expect(seasoned.floor).toBe(fresh.floor);
      },
    ),
  ));

/** A minute of the schedule: how often it fires, how many minutes late each order arrives, and how often. */
const anyMinute = fc.array(fc.record({ late: fc.integer({ min: 0, max: 5 }), times: fc.integer({ min: 1, max: 2 }) }), {
  maxLength: 2,
});
/** Minutes from an opening at which the need changes, and a few minutes around them. */
const soonAfterChange = fc
  .tuple(fc.constantFrom(-1440, -30, -15, 30, 120), fc.integer({ min: 0, max: 3 }))
  .map(([change, since]) => change + since);

test('a schedule that fires twice or not at all, and orders that come late, twice and out of turn, do no harm that lasts: the next one that comes as it should sets all right', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyOpening, { minLength: 1, maxLength: 3 }),
      fc.array(anyMinute, { maxLength: 10 }),
      soonAfterChange,
      async (openings, past, minutes) => {
        const now = new Date((openings[0]?.opensAt.getTime() ?? 0) + minutes * 60_000);
        const ago = (some: number) => new Date(now.getTime() - some * 60_000);
        const orderAt = (moment: Date): CapacityOrder => ({ at: moment, due: false, need: needAt(openings, moment) });
        const came = past
          .flatMap((fired, index) =>
            fired.flatMap(({ late, times }) =>
              Array.from({ length: times }, () => ({ ordered: index + 1, came: index + 1 - late })),
            ),
          )
          .filter(({ came }) => came >= 0)
          .sort((one, other) => other.came - one.came);
        const [seasoned, fresh] = [openAccount(), openAccount()];
        for (const one of came) await setter(seasoned, ago(one.came))(orderAt(ago(one.ordered)));
        await setter(seasoned, now)(orderAt(now));
        await setter(fresh, now)(orderAt(now));
        for (const { name } of Object.values(targets.functions))
          expect(seasoned.set.get(name) ?? 0).toBe(fresh.set.get(name) ?? 0);
        expect(seasoned.floor).toBe(fresh.floor);
      },
    ),
  ));

test('nothing is ever set below its floor nor above what is reserved; what is missing is on the red list', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyOpening, { maxLength: 6 }), anyMoment, async (openings, now) => {
      const account = openAccount();
      const need = needAt(openings, now);
      await setter(account, now)({ at: now, due: false, need });
      for (const { name, most } of Object.values(targets.functions))
        expect(account.set.get(name) ?? 0).toBeLessThanOrEqual(most);
      expect(account.floor).toBeGreaterThanOrEqual(1);
      expect(account.floor).toBeLessThanOrEqual(64);
      expect(outOfReach(targets, need).some((part) => part.startsWith('register'))).toBe(
        need.environments.register > 150,
      );
    }),
  ));

test('a database that may not become as large as it should becomes as large as it may', async () => {
  const account = openAccount();
  const small = { ...targets, database: { cluster: 'cluster', floor: 1, ceiling: 2 } };
  const { at: moment, need } = order(0);
  await setCapacity({ ...account, targets: small, now: () => moment, report: jest.fn() })({
    at: moment,
    due: true,
    need,
  });
  expect(account.floor).toBe(2);
  expect(outOfReach(small, need)).toContain(`the database needs ${need.acu} ACU of at most 2`);
});

test('when all is over everything is let go', async () => {
  const account = openAccount();
  await setter(account, at(0))(order(0));
  await setter(account, at(200))({ at: at(200), due: false, need: noNeed });
  expect([...account.set.values()]).toEqual([0, 0, 0]);
  expect(account.floor).toBe(1);
});

test('an order that was held up for longer than its followers need is left', async () => {
  const account = openAccount();
  expect(await setter(account, at(4))(order(0))).toBeUndefined();
  expect(account.calls).toEqual([]);
});

test('one part that does not answer keeps no other from being set, and is not called ready', async () => {
  const account = openAccount();
  account.broken.add('startline-pay');
  const report = jest.fn();
  const set = await setter(account, at(0), report)(order(0));
  expect(set?.unready).toContain('pay');
  expect(account.set.get('startline-register')).toBe(150);
  expect(account.floor).toBeGreaterThan(1);
  expect(report).toHaveBeenCalledWith('pay', expect.any(Error));
});

test('what Lambda could not allocate is asked for again', async () => {
  const account = openAccount();
  await setter(account, at(0))(order(0));
  account.failed.add('startline-register');
  const set = await setter(account, at(1))(order(1));
  expect(set?.changed).toEqual(['register 150 → 150']);
  expect(set?.unready).toEqual(['register']);
});

test('a database that is being changed is left in peace, and is not called ready', async () => {
  const account = openAccount();
  account.beBusy();
  expect((await setter(account, at(0))(order(0)))?.unready).toContain('database');
  expect(account.calls).not.toContainEqual(expect.stringContaining('database'));
});
