import { connect } from 'node:net';
import { admission, mostSeatsPerPass } from '../../../lambdas/line/calling/admission';
import { MemcachedLineCounts } from '../../../lambdas/line/calling/memcached-line-counts';
import { issuePass } from '../../../lambdas/line/pass/issue-pass';
import { MemcachedPassMemory } from '../../../lambdas/line/pass/memcached-pass-memory';
import { passTokenLimits, SignedPasses, SignedStamps } from '../../../lambdas/line/pass/signed-passes';
import type { LineDocument } from '../../../lambdas/line/ports';
import { largestBudgets as budgets } from '../../../lambdas/line/rules/budgets';
import { turnOf } from '../../../lambdas/line/rules/signed-turns';
import { openSigner } from '../../../lambdas/platform/signed-tokens';
import { openStores } from '../../support/stores';
import { aLine, gun, ten } from '../a-line';

const stores = openStores();
const keys = async () => ({ kid: 'k1', k1: 'a'.repeat(40) });
const tokens = new SignedPasses(openSigner(keys, passTokenLimits));
const lobby = aLine({ state: 'lobby', seed: undefined, now: new Date(gun - 60_000).toISOString() });
const closed = { root: 'ab', count: 1, late: 0 };

/** What a browser has of its place. */
interface Browser {
  readonly stamp?: string | undefined;
  readonly token?: string;
  readonly sessionHash?: string;
}

/** A line whose document and time change, over a real memcached. */
const openLine = () => {
  let [line, now, requests] = [lobby as LineDocument, gun - 60_000, 0];
  const passes = issuePass({
    lines: { find: async () => line },
    stamps: new SignedStamps(keys),
    tokens,
    memory: new MemcachedPassMemory(stores.memcached),
    budgets: async () => budgets,
    record: async () => undefined,
    now: () => new Date(now),
    elapsed: () => now,
    report: (error) => {
      throw error;
    },
  });
  const asking = admission({
    lines: { find: async () => line },
    shown: async () => undefined,
    readPass: (token, at) => tokens.read(token, at),
    turnOf: (pass, seed) => turnOf(pass, seed === undefined ? undefined : Buffer.from(seed, 'hex')),
    hashOf: (passId) => tokens.hash(passId),
    counts: new MemcachedLineCounts(stores.memcached),
    record: async () => undefined,
    knownRefusal: async () => undefined,
    now: () => new Date(now),
    elapsed: () => now,
    report: (error) => {
      throw error;
    },
  });
  return {
    later(at: number, document: LineDocument) {
      [now, line] = [at, { ...document, now: new Date(at).toISOString() }];
    },
    async enter(more: Browser & { readonly address?: string } = {}) {
      const request = { raceId: 'harbour', requestId: `request-${++requests}`, sessionHash: 's1' };
      const answer = await passes.pass({
        ...request,
        address: '203.0.113.7',
        stamp: undefined,
        token: undefined,
        ...more,
      });
      if (answer.kind !== 'pass') throw new Error(answer.kind);
      return answer;
    },
    /** Takes the place of a browser over, in another session. */
    async move({ stamp, token, sessionHash = 's1' }: Browser, to: string) {
      const link = await passes.move({ raceId: 'harbour', stamp, token, sessionHash });
      if (link.kind !== 'move') throw new Error(link.kind);
      const request = { raceId: 'harbour', requestId: `request-${++requests}`, address: '203.0.113.7' };
      const answer = await passes.take({ ...request, sessionHash: to }, link.token);
      if (answer.kind !== 'pass') throw new Error(answer.kind);
      return { stamp: answer.stamp, token: answer.token, sessionHash: to, pass: answer.pass };
    },
    ask: (pass: string, seats = 1, sessionHash = 's1') =>
      asking.ask({
        ...{ registrationId: 'r1', raceId: 'harbour', eventId: ten, sessionHash, address: '203.0.113.7' },
        ...{ pass, companions: Array.from({ length: seats - 1 }, (_, n) => `c${n}`) },
      }),
  };
};

const empty = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(stores.memcachedPort, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', () => resolve(void socket.end()));
    socket.write('flush_all\r\n');
  });

test('a cache that is emptied in the middle takes nobody out of the draw, and changes no turn', async () => {
  const line = openLine();
  const first = await line.enter();
  await empty();
  // Another tab, and a browser that has lost the cookie of its pass.
  expect((await line.enter({ stamp: first.stamp, token: first.token })).token).toBe(first.token);
  expect((await line.enter({ stamp: first.stamp })).pass).toEqual(first.pass);

  line.later(
    gun + 60_000,
    aLine({ list: closed, events: [{ eventId: ten, calledTo: 1, free: 9, curve: [], past: [] }] }),
  );
  await empty();
  expect((await line.enter({ stamp: first.stamp, token: first.token })).pass.wave).toBe(0);
  expect(await line.ask(first.token)).toMatchObject({ kind: 'admitted' });
});

test('a place keeps its turn when it moves after the cache was emptied, and so does one whose browser lost its session', async () => {
  const line = openLine();
  const address = '2001:db8:77:2::/64';
  const first = await line.enter();
  for (let n = 0; n < budgets.v6; n++) await line.enter({ address });
  const behind = await line.enter({ address });
  await empty();
  // Those behind the draw stay there, also while its list is open.
  expect((await line.move(behind, 's3')).pass).toEqual({ ...behind.pass, sessionHash: 's3' });

  const calling = { list: closed, events: [{ eventId: ten, calledTo: 1, free: 9, curve: [], past: [] }] };
  line.later(gun + 60_000, aLine(calling));
  const phone = await line.move(first, 's2');
  expect(phone.pass).toEqual({ ...first.pass, sessionHash: 's2' });
  expect(await line.ask(phone.token, 1, 's2')).toMatchObject({ kind: 'admitted' });
  expect((await line.move(phone, 's4')).pass.wave).toBe(0);
  expect((await line.enter({ stamp: first.stamp, token: first.token, sessionHash: 's5' })).pass).toEqual({
    ...first.pass,
    sessionHash: 's5',
  });
});

test('a cache that is emptied forgets how many passes an address has, and how many spots one has asked for', async () => {
  const line = openLine();
  const address = '2001:db8:77:1::/64';
  for (let n = 0; n < budgets.v6; n++) await line.enter({ address });
  expect((await line.enter({ address })).pass.wave).toBe(1);
  await empty();
  expect((await line.enter({ address })).pass.wave).toBe(0);

  const { token } = await line.enter();
  line.later(gun + 60_000, aLine({ events: [{ eventId: ten, calledTo: 1, free: 99, curve: [], past: [] }] }));
  const ask = () => line.ask(token, mostSeatsPerPass / 2);
  expect([await ask(), await ask(), await ask()].map(({ kind }) => kind)).toEqual([
    'admitted',
    'admitted',
    'too-many-holds',
  ]);
  await empty();
  expect((await ask()).kind).toBe('admitted');
});
