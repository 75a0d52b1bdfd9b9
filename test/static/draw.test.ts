import { quicknet } from '../../lambdas/line/draw/chain';
import { type DrawProof, drawPath, shardPath } from '../../lambdas/line/draw/proof';
import { drawnKey, passHash } from '../../lambdas/line/rules/signed-turns';
import { checkDraw } from '../../static/src/draw/check-draw';
import { isSignedBy } from '../../static/src/draw/signature';
import { withLook } from '../../static/src/line/kept-line';
import { someLine } from '../browser/support/fakes/fake-turns';
import { aProof, testChain } from '../line/draw/a-draw';

const passId = 'pass-7';
const hash = passHash(passId);
const files = aProof(500);
const draw: DrawProof = JSON.parse(files.get(drawPath) ?? '');
const [firstByte = 0] = hash;
const shard = { firstByte, text: files.get(shardPath(firstByte)) ?? '' };
const seen = {
  lineId: draw.lineId,
  commitment: draw.commitment,
  root: draw.root,
  rootSeenAt: draw.closedAt,
  passId,
  hash: hash.toString('hex'),
  wave: 0,
};
const { chain } = testChain;
const whole = {
  draw,
  shard,
  seen,
  chain,
  isSigned: (round: number, signature: string) => isSignedBy(chain, round, signature),
};
const wrongOf = async (changes: object): Promise<readonly string[]> => {
  const { checks } = await checkDraw({ ...whole, ...changes });
  return checks.flatMap(({ what, verdict }) => (verdict === 'fails' ? [what] : []));
};
/** Another last digit. */
const altered = (hex: string) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');

test('a browser computes a whole draw again, and the same turn as the server drew', async () => {
  const { checks, own } = await checkDraw(whole);
  expect(checks.map(({ what, verdict }) => [what, verdict])).toEqual(
    ['secret', 'kept-secret', 'list', 'shard', 'kept-list', 'round', 'signature', 'seed', 'own'].map((what) => [
      what,
      'holds',
    ]),
  );
  const turn = drawnKey(Buffer.from(draw.seed, 'hex'), hash);
  expect(own).toEqual({ turn, before: Math.round(turn * 500), isLate: false });
});

test('a pass that was recorded late keeps its turn, and is missed by nobody before late passes are published', async () => {
  const text = shard.text.replace(`${hash.toString('hex')}\n`, '');
  const ownOf = async (late: string | undefined) => {
    const { checks, own } = await checkDraw({ ...whole, shard: { ...shard, text }, late });
    return [checks.find(({ what }) => what === 'own')?.verdict, own?.isLate];
  };
  expect(await ownOf(undefined)).toEqual(['unknown', undefined]);
  expect(await ownOf(`${hash.toString('hex')}\n`)).toEqual(['holds', true]);
  expect(await ownOf(`${'00'.repeat(32)}\n`)).toEqual(['fails', undefined]);
});

test.each<[string, object, readonly string[]]>([
  ['another secret', { draw: { ...draw, secret: altered(draw.secret) } }, ['secret', 'seed']],
  ['another promise', { draw: { ...draw, commitment: altered(draw.commitment) } }, ['secret', 'kept-secret']],
  ['another list', { draw: { ...draw, root: altered(draw.root) } }, ['list', 'kept-list', 'seed']],
  ['a part less', { draw: { ...draw, digests: draw.digests.slice(1) } }, ['list', 'shard']],
  [
    'a later round',
    { draw: { ...draw, beacon: { ...draw.beacon, round: draw.beacon.round + 1 } } },
    ['round', 'signature'],
  ],
  ['another beacon', { draw: { ...draw, beacon: { ...draw.beacon, chain: quicknet.hash } } }, ['round']],
  ['another seed', { draw: { ...draw, seed: altered(draw.seed) } }, ['seed']],
  ['a pass more', { shard: { ...shard, text: `${shard.text}${hash.toString('hex')}\n` } }, ['shard']],
  [
    'my pass gone',
    { shard: { ...shard, text: shard.text.replace(`${hash.toString('hex')}\n`, '') }, late: '' },
    ['shard', 'own'],
  ],
  ['another list than I saw', { seen: { ...seen, root: altered(draw.root) } }, ['kept-list']],
  ['another promise than I saw', { seen: { ...seen, commitment: altered(draw.commitment) } }, ['kept-secret']],
])('%s is found', async (_, changes, wrong) => expect(await wrongOf(changes)).toEqual(wrong));

test('whoever was not there checks all but what they did not see', async () => {
  const { checks, own } = await checkDraw({ ...whole, seen: undefined, shard: undefined });
  expect(checks.map(({ what }) => what)).toEqual(['secret', 'list', 'round', 'signature', 'seed']);
  expect(own).toBeUndefined();
  // What was kept of another line says nothing of this one.
  expect(await wrongOf({ seen: { ...seen, lineId: 'another', root: altered(draw.root) } })).toEqual([]);
});

test('a number that did not come, and a script that does not load, are no sign of anything wrong', async () => {
  const missed = { ...draw, beacon: { ...draw.beacon, signature: null } };
  expect(await wrongOf({ draw: missed })).toEqual(['seed']);
  const { checks } = await checkDraw({ ...whole, isSigned: () => Promise.reject(new Error('offline')) });
  expect(checks).toContainEqual({ what: 'signature', verdict: 'unknown' });
});

test('what a browser saw first of a line is kept, and nothing of the line before', () => {
  const line = someLine('harbour', ['ten'], Date.parse('2027-03-01T10:00:20Z'));
  const first = withLook(undefined, { ...line, commitment: 'aa' }, undefined);
  expect(first).toEqual({ lineId: line.lineId, commitment: 'aa' });
  const list = { root: 'bb', count: 3, late: 0 };
  const closed = withLook(first, { ...line, commitment: 'cc', list }, undefined);
  expect(closed).toEqual({ ...first, root: 'bb', rootSeenAt: line.now });
  expect(withLook(closed, { ...line, list: { ...list, root: 'dd' } }, undefined)).toEqual(closed);
  expect(withLook(closed, { ...line, lineId: 'next' }, undefined)).toEqual({ lineId: 'next' });
});
