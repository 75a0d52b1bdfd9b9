import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askBeacon } from '../../../lambdas/line/draw/ask-beacon';
import { localChain, publishedAt } from '../../../lambdas/line/draw/chain';
import { drandRelay } from '../../../lambdas/line/draw/drand-relay';
import { isSignedBy } from '../../../lambdas/line/draw/noble-beacon';
import { localSecret, ownChain } from '../../../local/beacon/own-chain';
import { type Behaviour, serveBeacon } from '../../../local/beacon/serve-beacon';

const round = 37_030_619;
const at = publishedAt(localChain, round);
const chain = ownChain(localSecret);
const signature = chain.sign(round);

let clock = 0;
let behaviours: Behaviour[] = [];
const servers: Server[] = [];
let addresses: string[] = [];

beforeAll(async () => {
  for (const n of [0, 1]) {
    const server = serveBeacon({ chain, now: () => clock, behaviour: () => behaviours[n] ?? 'right' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  addresses = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${localChain.hash}`);
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Asks two relays that behave like this, on a clock that pauses let go on. Returns what was said, and how long it took. */
const ask = async (first: Behaviour, second: Behaviour = first) => {
  behaviours = [first, second];
  clock = at - 2_500;
  const distrusted: number[] = [];
  const said = await askBeacon({
    relays: addresses.map(drandRelay),
    isSigned: (number, text) => isSignedBy(localChain, number, text),
    now: () => clock,
    pause: async (milliseconds) => {
      clock += milliseconds;
    },
    distrust: (_, relay) => distrusted.push(relay),
  })(round, at);
  return { said, afterMs: clock - at, distrusted: [...new Set(distrusted)] };
};

test('the chain of this machine has the key of its secret', () => {
  expect(chain.chain).toEqual(localChain);
});

test('nobody asks before the round is published, and then the first signed answer counts', async () => {
  expect(await ask('right')).toEqual({ said: signature, afterMs: 0, distrusted: [] });
});

test.each<[string, Behaviour, number[]]>([
  ['is late', { lateByMs: 86_400_000 }, []],
  ['says what nobody signed', 'wrong-signature', [0]],
  ['says another round', 'other-round', [0]],
  ['says no JSON', 'no-json', []],
])('a relay that %s does no harm beside one that is right', async (_, behaviour, distrusted) => {
  expect(await ask(behaviour, 'right')).toEqual({ said: signature, afterMs: 0, distrusted });
});

test('a relay that is late is asked each second', async () => {
  expect(await ask({ lateByMs: 4_200 })).toMatchObject({ said: signature, afterMs: 5_000 });
});

test('a beacon that nobody can reach, or that nobody signed, is missed after a minute, and no other round is taken', async () => {
  expect(await ask('no-json')).toMatchObject({ said: undefined, afterMs: 60_000 });
  clock = at;
  const asked: number[] = [];
  const relay = async (number: number) => String(asked.push(number));
  const pause = async (milliseconds: number) => {
    clock += milliseconds;
  };
  const nobody = { relays: [relay], isSigned: () => false, now: () => clock, pause, distrust: () => undefined };
  expect(await askBeacon(nobody)(round, at)).toBeUndefined();
  expect([asked.length, new Set(asked)]).toEqual([61, new Set([round])]);
});

test('a relay that is silent is left', async () => {
  behaviours = ['silent'];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  await expect(drandRelay(addresses[0] ?? '')(round)).rejects.toThrow('aborted');
  jest.restoreAllMocks();
});
