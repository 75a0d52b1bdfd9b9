import { openSigner } from '../../../lambdas/platform/signed-tokens';
import type { HoldCommand } from '../../../lambdas/spots/holds/ports';
import { placesToConfirm } from '../../../lambdas/spots/waiting-list/confirmation-rules';
import { givePermit } from '../../../lambdas/spots/waiting-list/give-permit';
import { MemcachedPermitCounts } from '../../../lambdas/spots/waiting-list/memcached-permit-counts';
import { type PermitLimits, permitLimits } from '../../../lambdas/spots/waiting-list/permits';
import type { PermitCounts } from '../../../lambdas/spots/waiting-list/ports';
import { SignedPermits } from '../../../lambdas/spots/waiting-list/signed-permits';
import { joinWaitingList } from '../../../lambdas/spots/waiting-list/waiting-list';
import { openStores } from '../../support/stores';

const stores = openStores();
const signer = openSigner(async () => ({ kid: 'k1', k1: 'k'.repeat(64) }));
const permits = new SignedPermits(signer);
const now = new Date('2027-03-01T10:00:00Z');
const halfAnHour = 30 * 60_000;

const wish = (registrationId: string, changes: Partial<HoldCommand> = {}): HoldCommand => ({
  registrationId,
  raceId: 'harbour',
  eventId: 'ten',
  sessionHash: 's1',
  address: '203.0.113.7',
  ...changes,
});
const few: PermitLimits = {
  permitSeconds: halfAnHour / 1000,
  countedSeconds: 3600,
  mostPerSession: 2,
  mostPerAddressAndEvent: 3,
  mostPerNetworkAndEvent: 4,
};
const giving = ({
  limits = few,
  counts = new MemcachedPermitCounts(stores.memcached) as PermitCounts,
  report = (_error: unknown): void => undefined,
} = {}) => givePermit({ signer: permits, counts, limits, now: () => now, report });

test('somebody who asked for a spot in vain may join under that id, in that event, from that browser, for half an hour', async () => {
  const token = await giving()(wish('r1', { sessionHash: 'alone', address: '203.0.113.1' }));
  expect(await permits.readPermit(token ?? '')).toEqual({
    placeId: 'r1',
    raceId: 'harbour',
    eventId: 'ten',
    sessionHash: 'alone',
    until: now.getTime() + halfAnHour,
  });
});

test('a session gets up to its limit and no more', async () => {
  const give = giving();
  const ask = async (n: number) =>
    (await give(wish(`a${n}`, { sessionHash: 'a', address: '203.0.113.2' }))) !== undefined;
  expect([await ask(1), await ask(2), await ask(3), await ask(4)]).toEqual([true, true, false, false]);
});

test('an address gets a limited number of permits for an event over all its sessions, and as many for another event', async () => {
  const give = giving();
  const ask = async (n: number, sessionHash: string, changes: Partial<HoldCommand> = {}) =>
    (await give(wish(`b${n}`, { sessionHash, address: '203.0.113.4', ...changes }))) !== undefined;
  expect([await ask(1, 'b1'), await ask(2, 'b1'), await ask(3, 'b2')]).toEqual(Array(3).fill(true));
  // Neither a session that has had one gets another, nor a new one.
  expect([await ask(4, 'b2'), await ask(5, 'b3')]).toEqual([false, false]);
  expect(await ask(6, 'b4', { eventId: 'marathon' })).toBe(true);
  expect(await ask(7, 'b5', { address: '203.0.113.5' })).toBe(true);
});

const permitsFor = async (address: (n: number) => string): Promise<number> => {
  const give = giving({ limits: permitLimits });
  let given = 0;
  for (let n = 0; n < 500; n++) {
    const asked = wish(`${address(n)}-${n}`, {
      sessionHash: `${address(0)}-${Math.floor(n / 12)}`,
      address: address(n),
    });
    if (await give(asked)) given++;
  }
  return given;
};

test('one address never has all places that are asked to confirm: it is no first in line for everybody', async () => {
  const given = await permitsFor(() => '203.0.113.8');
  expect(given).toBe(36);
  expect(given).toBeLessThan(placesToConfirm(1));
});

test('nor has a /48, which has many addresses', async () => {
  const given = await permitsFor((n) => `2001:db8:77:${n.toString(16)}::/64`);
  expect(given).toBe(37);
  expect(given).toBeLessThan(placesToConfirm(1));
});

test('the ids that were counted for one event are no permits for another one', async () => {
  const give = giving();
  const ask = async (n: number, eventId: string) =>
    (await give(wish(`e${n}`, { sessionHash: `${eventId}${n}`, address: '203.0.113.11', eventId }))) !== undefined;
  const given = { ten: 0, marathon: 0 };
  for (let n = 0; n < 6; n++) if (await ask(n, 'ten')) given.ten++;
  for (let n = 5; n >= 0; n--) if (await ask(n, 'marathon')) given.marathon++;
  expect(given).toEqual({ ten: 3, marathon: 3 });
});

test('somebody who asks every ten seconds while all spots are held is counted once', async () => {
  const give = giving();
  const one = wish('again', { sessionHash: 'patient', address: '203.0.113.3' });
  for (let n = 0; n < 20; n++) expect(await give(one)).toBeDefined();
  expect(await give({ ...one, registrationId: 'another' })).toBeDefined();
  expect(await give({ ...one, registrationId: 'a third' })).toBeUndefined();
});

test('a cache that does not answer keeps nobody from the list', async () => {
  const reported: unknown[] = [];
  const away = { isKnown: () => Promise.reject(new Error('away')), know: async () => undefined, count: async () => 1 };
  expect(await giving({ counts: away, report: (error) => reported.push(error) })(wish('r9'))).toBeDefined();
  expect(reported).toHaveLength(1);
});

describe('a join', () => {
  const about = { placeId: 'r1', raceId: 'harbour', eventId: 'ten' };
  const runner = { firstName: 'Ada', lastName: 'Test', email: 'ada@example.com', birthDate: '1990-01-01' };
  const joining = async (
    changes: Partial<typeof about> = {},
    { by: sessionHash, at = now, permit }: { by?: string | undefined; at?: Date; permit?: string } = { by: 's1' },
  ) => {
    const sent: unknown[] = [];
    const join = joinWaitingList({
      inbox: { putJoin: async (put) => void sent.push(put) },
      permits,
      signTicket: async () => 'ticket',
      hash: (text) => text,
      now: () => at,
    });
    const token =
      permit ?? (await permits.signPermit({ ...about, sessionHash: 's1', until: now.getTime() + halfAnHour }));
    const { kind } = await join({ ...about, ...changes, runner, size: 1 }, { permit: token, sessionHash });
    expect(sent).toEqual(kind === 'joined' ? [{ ...about, runner, size: 1, askedAt: at.getTime() }] : []);
    return kind;
  };

  test('with its permit is sent on its way', async () => {
    expect(await joining()).toBe('joined');
  });

  test('of an invented event, of another race or under another id is refused at once', async () => {
    expect(await joining({ eventId: 'invented' })).toBe('no-permit');
    expect(await joining({ raceId: 'elsewhere' })).toBe('no-permit');
    expect(await joining({ placeId: 'r2' })).toBe('no-permit');
  });

  test('from another browser, or from none, is refused', async () => {
    expect(await joining({}, { by: 's2' })).toBe('no-permit');
    expect(await joining({}, { by: undefined })).toBe('no-permit');
  });

  test('comes too late at the very end of its permit', async () => {
    expect(await joining({}, { by: 's1', at: new Date(now.getTime() + halfAnHour - 1) })).toBe('joined');
    expect(await joining({}, { by: 's1', at: new Date(now.getTime() + halfAnHour) })).toBe('no-permit');
  });

  test('with a permit that we did not sign is refused', async () => {
    expect(await joining({}, { by: 's1', permit: 'k1.e30.forged' })).toBe('no-permit');
    expect(
      await joining({}, { by: 's1', permit: await signer.sign('hold', { ...about, sessionHash: 's1', until: 9e15 }) }),
    ).toBe('no-permit');
  });
});
