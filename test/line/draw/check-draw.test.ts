import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import vectors from '../../../docs/draw/vectors.json';
import { quicknet, readBeacon, roundFor } from '../../../lambdas/line/draw/chain';
import { isSignedBy } from '../../../lambdas/line/draw/noble-beacon';
import { callsPath, drawPath, latePath, shardPath, turnsPath } from '../../../lambdas/line/draw/proof';
import { drawnKey, drawSeed, passHash } from '../../../lambdas/line/rules/signed-turns';
import { checkDraw } from '../../../operations/verify-draw/check-draw';
import { proofAt } from '../../../operations/verify-draw/read-proof';
import { aProof, sealOf, shardsOf, testChain, writeProof } from './a-draw';

const whole = aProof(600);
const draw = JSON.parse(whole.get(drawPath) ?? '');

/** The proof, with one of its files changed. */
const changed = (path: string, change: (text: string) => string) =>
  new Map([...whole, [path, change(whole.get(path) ?? '')]]);
const drawWith = (change: object) => changed(drawPath, () => JSON.stringify({ ...draw, ...change }));
const unhex = (text: string) => Buffer.from(text, 'hex');
/** Another digit in the place of the first. */
const flipped = (text: string) => `${text[0] === 'f' ? '0' : 'f'}${text.slice(1)}`;

interface Tampered {
  readonly files: ReadonlyMap<string, string>;
  /** A word of the check that finds it, and of what it says. */
  readonly found: string;
  readonly said: string;
  /** Only who checks signatures sees it. */
  readonly byBeacon?: true;
}

/** What somebody could do to a proof. */
const tampered: Readonly<Record<string, Tampered>> = {
  'one pass is another': {
    files: changed(shardPath(9), (text) =>
      text.replace(/^..../, (four) => `${four.slice(0, 2)}${flipped(four.slice(2))}`),
    ),
    found: 'fixed before the beacon',
    said: 'passes/09.txt is of another list',
  },
  'one pass is left out': {
    files: changed(shardPath(9), (text) => text.slice(65)),
    found: '600 passes',
    said: 'have 599',
  },
  'one pass is added': {
    files: new Map([
      ...drawWith({ listed: draw.listed + 1 }),
      [shardPath(9), `${whole.get(shardPath(9)) ?? ''}09${'f'.repeat(62)}\n`],
    ]),
    found: 'fixed before the beacon',
    said: 'passes/09.txt is of another list',
  },
  'something is written behind a pass': {
    files: changed(shardPath(9), (text) => text.replace('\n', 'é\n')),
    found: '600 passes',
    said: 'passes/09.txt: pass 1 is no hash',
  },
  'one pass is there twice': {
    files: changed(shardPath(9), (text) => text.slice(0, 65) + text),
    found: '600 passes',
    said: 'passes/09.txt: pass 2 is there twice',
  },
  'two passes have changed their places': {
    files: changed(shardPath(9), (text) => text.slice(65, 130) + text.slice(0, 65) + text.slice(130)),
    found: '600 passes',
    said: 'passes/09.txt: pass 2 comes after a later one',
  },
  'the secret is another': {
    files: drawWith({ secret: flipped(draw.secret) }),
    found: 'promised before the gun',
    said: 'secret in draw.json',
  },
  'secret and promise are others': {
    files: drawWith({
      secret: '00'.repeat(32),
      commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    }),
    found: 'seed comes from',
    said: 'seed in draw.json',
  },
  'the round is another': {
    files: drawWith({ beacon: { ...draw.beacon, round: draw.beacon.round + 1 } }),
    found: 'first that is',
    said: 'round in draw.json',
  },
  'the chain is another, whose rounds are known earlier': {
    files: drawWith({ beacon: { ...draw.beacon, chain: 'ab'.repeat(32) } }),
    found: 'first that is',
    said: 'chain in draw.json',
  },
  'the seed is another': {
    files: drawWith({ seed: flipped(draw.seed) }),
    found: 'seed comes from',
    said: 'seed in draw.json',
  },
  'one turn is another': {
    files: changed(turnsPath, (text) => text.replace(/ 0\.(\d)/, (_, digit) => ` 0.${digit === '0' ? 1 : 0}`)),
    found: 'one of the draw',
    said: 'turns.txt, line 1: no pass',
  },
  'somebody had a hold too early': {
    files: changed(turnsPath, (text) => text.replaceAll('10:01:20', '10:00:20')),
    found: 'before their turn',
    said: 'turns.txt, line ',
  },
  'somebody of an event that was never called had a hold': {
    files: changed(turnsPath, (text) => text.replace('000000000001', '000000000002')),
    found: 'before their turn',
    said: 'turns.txt, line 1',
  },
  'a late pass is left out': {
    files: changed(latePath, () => `${'00'.repeat(32)}\n`),
    found: 'one of the draw',
    said: 'or of late.txt',
  },
  'what was called went back': {
    files: changed('calls.json', (text) => text.replace('0.3', '0.05')),
    found: 'never went back',
    said: 'was called back',
  },
  'somebody else signed': {
    files: new Map([
      ...drawWith({
        beacon: { ...draw.beacon, signature: testChain.sign(1) },
        seed: drawSeed(unhex(draw.secret), unhex(draw.root), unhex(testChain.sign(1))).toString('hex'),
      }),
      [turnsPath, ''],
    ]),
    found: 'signed round',
    said: 'signature in draw.json',
    byBeacon: true,
  },
};

const wrongOf = async (files: ReadonlyMap<string, string>) =>
  (await checkDraw(async (path) => files.get(path), testChain.chain)).checks.flatMap(({ what, wrong }) =>
    wrong === undefined ? [] : [{ what, wrong }],
  );

test('a draw that is as promised passes every check', async () => {
  const { checks, notes } = await checkDraw(async (path) => whole.get(path), testChain.chain);
  expect(checks.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  expect(checks).toHaveLength(9);
  // After the draw, whoever issues passes could choose them.
  expect(notes).toEqual([expect.stringContaining('in late.txt: 1.')]);
});

test.each(Object.entries(tampered))('it is found when %s, and it is said where', async (_, { files, found, said }) => {
  const wrong = (await wrongOf(files)).find(({ what }) => what.includes(found));
  expect(wrong?.wrong).toContain(said);
});

test('a proof that is another draw is found in every list of it, and not all are named', async () => {
  const other = aProof(601);
  const files = new Map([...other, [drawPath, whole.get(drawPath) ?? '']]);
  const wrong = await wrongOf(new Map([...files, ...[1, 2, 3, 4, 5, 6, 7].map((n) => [shardPath(n), ''] as const)]));
  expect(wrong.map(({ wrong }) => wrong).join()).toMatch(
    /passes\/02.txt, passes\/03.txt.* and \d+ more files are of another list/,
  );
});

test.each<[string, string, (text: string) => string, string]>([
  [
    'a draw that was cut off',
    drawPath,
    (text) => text.slice(0, 900),
    'draw.json is no JSON, perhaps because it was cut off',
  ],
  ['a page in the place of a draw', drawPath, () => '<!doctype html>', 'draw.json is a page'],
  [
    'a draw without its seed',
    drawPath,
    () => JSON.stringify({ ...draw, seed: undefined }),
    'draw.json is not as it should be at seed',
  ],
  [
    'a draw whose root is no hash',
    drawPath,
    () => JSON.stringify({ ...draw, root: 'x' }),
    'at root: it must have 64 hexadecimal digits',
  ],
  ['an empty draw', drawPath, () => '', 'draw.json is no JSON'],
  ['calls that were cut off', callsPath, (text) => text.slice(0, 50), 'calls.json is no JSON'],
  ['a call without its instant', callsPath, () => '[["soon","e",1]]', 'calls.json is not as it should be at 0.0'],
])('%s cannot be read, and it is said why', async (_, path, change, said) => {
  const files = changed(path, change);
  await expect(checkDraw(async (one) => files.get(one), testChain.chain)).rejects.toThrow(said);
});

test('a line of turns that is none is shown', async () => {
  const [first] = await wrongOf(changed(turnsPath, (text) => text.replace(/ 0\.\d+\n/, '\n')));
  expect(first?.wrong).toBe('turns.txt, line 1: it is no instant, event and turn.');
});

test('where no proof lies, it is said that none does', async () => {
  await expect(checkDraw(proofAt('/nowhere'), testChain.chain)).rejects.toThrow('no file draw.json');
  await expect(checkDraw(proofAt('package.json'), testChain.chain)).rejects.toThrow('no file draw.json');
  await expect(checkDraw(proofAt('http://127.0.0.1:9/proof/x/'), testChain.chain)).rejects.toThrow(
    'http://127.0.0.1:9/proof/x/draw.json does not answer: ',
  );
});

test('a draw without a beacon says so, and everything else is checked', async () => {
  const seed = drawSeed(unhex(draw.secret), unhex(draw.root), Buffer.alloc(0)).toString('hex');
  const missed = drawWith({ beacon: { ...draw.beacon, signature: null }, seed });
  const { checks, notes } = await checkDraw(
    async (path) => (path === turnsPath ? undefined : missed.get(path)),
    testChain.chain,
  );
  expect(checks.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  expect(notes).toEqual([
    expect.stringContaining('No relay'),
    expect.stringContaining('late.txt'),
    expect.stringContaining('not over yet'),
  ]);
});

test('a proof without one of its lists is refused', async () => {
  const files = new Map([...whole].filter(([path]) => path !== shardPath(7)));
  await expect(checkDraw(async (path) => files.get(path), testChain.chain)).rejects.toThrow('no file passes/07.txt');
});

test('what this machine computes is what was committed, so a second implementation can compare itself', () => {
  const { passes, secret, signature, root, seed } = vectors;
  const hashes = passes.map(({ passId }) => passHash(passId));
  expect(hashes.map((hash) => hash.toString('hex'))).toEqual(passes.map(({ hash }) => hash));
  const sealed = sealOf(shardsOf([...hashes].sort(Buffer.compare)));
  expect(sealed.root.toString('hex')).toBe(root);
  const drawn = drawSeed(unhex(secret), sealed.root, unhex(signature));
  expect(drawn.toString('hex')).toBe(seed);
  expect(hashes.map((hash) => drawnKey(drawn, hash))).toEqual(passes.map(({ key }) => key));
});

test('round 1000 of quicknet was signed by its members, and no flipped bit of it was', () => {
  const { round, signature } = vectors.quicknet;
  expect(isSignedBy(quicknet, round, signature)).toBe(true);
  expect(isSignedBy(quicknet, round + 1, signature)).toBe(false);
  expect(isSignedBy(quicknet, round, signature.replace('b446', 'b447'))).toBe(false);
  expect(isSignedBy(quicknet, round, '')).toBe(false);
  expect(isSignedBy(testChain.chain, round, signature)).toBe(false);
});

test('the round is the first that is published six seconds after the list, to the millisecond', () => {
  const of1000 = (quicknet.genesisSeconds + 999 * 3) * 1_000;
  expect(roundFor(quicknet, of1000 - 6_000)).toBe(1_000);
  expect(roundFor(quicknet, of1000 - 5_999)).toBe(1_001);
  expect(roundFor(quicknet, of1000 - 8_999)).toBe(1_000);
});

test('a beacon is quicknet, or it brings the key of its chain', () => {
  const address = `https://api.drand.sh/${quicknet.hash}`;
  expect(readBeacon(`${address} ${address.replace('api', 'api2')}`)).toEqual({
    chain: quicknet,
    relays: [address, address.replace('api', 'api2')],
  });
  const { hash, publicKey } = testChain.chain;
  expect(readBeacon(`http://localhost:1/${hash}#${publicKey}`).chain).toEqual(testChain.chain);
  expect(() => readBeacon(`http://localhost:1/${hash}`)).toThrow('public key');
  expect(() => readBeacon(`${address} http://localhost:1/${hash}#${publicKey}`)).toThrow('one chain');
  expect(() => readBeacon(`${address}#${publicKey}`)).not.toThrow();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
const ifPython = hasPython ? test : test.skip;

describe('the script in another language', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'draw-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = () =>
    promisify(execFile)('python3', ['docs/draw/check_draw.py', folder, testChain.chain.hash]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );

  ifPython('passes the same draw, and finds the same faults but that of the signature', async () => {
    await writeProof(folder, whole);
    expect(await run()).toEqual({ code: 0, stdout: expect.not.stringContaining('WRONG') });
    expect((await checkDraw(proofAt(folder), testChain.chain)).checks.every(({ wrong }) => wrong === undefined)).toBe(
      true,
    );
    for (const name of [
      'one pass is another',
      'one pass is left out',
      'one pass is added',
      'something is written behind a pass',
      'the secret is another',
      'the chain is another, whose rounds are known earlier',
      'one turn is another',
      'somebody else signed',
    ]) {
      const { files, found, byBeacon } = tampered[name] ?? {};
      const touched = [...(files ?? [])].filter(([path, text]) => whole.get(path) !== text);
      await writeProof(folder, new Map(touched));
      const { code, stdout } = await run();
      await writeProof(folder, new Map(touched.map(([path]) => [path, whole.get(path) ?? ''])));
      const isFound = new RegExp(`WRONG.*${found}`).test(stdout);
      expect({ name, code, isFound }).toEqual({ name, code: byBeacon ? 0 : 1, isFound: !byBeacon });
    }
  });

  ifPython.each([0, 1])('passes a draw of %i passes', async (passes) => {
    await writeProof(folder, aProof(passes));
    expect(await run()).toEqual({ code: 0, stdout: expect.stringContaining(`the list has ${passes} passes`) });
    expect((await checkDraw(proofAt(folder), testChain.chain)).checks.every(({ wrong }) => wrong === undefined)).toBe(
      true,
    );
  });

  ifPython('believes no other chain than the one of drand, unless it is told', async () => {
    await writeProof(folder, whole);
    const { status, stdout } = spawnSync('python3', ['docs/draw/check_draw.py', folder], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(/WRONG.*first that is/) });
  });
});
