import {
  lineKeys,
  nonceOf,
  passIdOf,
  passTokenLimits,
  readStamp,
  SignedPasses,
  stampOf,
} from '../../../lambdas/line/pass/signed-passes';
import { openSigner } from '../../../lambdas/platform/signed-tokens';

const keys = { kid: 'k2', k2: 'b'.repeat(40), k1: 'a'.repeat(40) };
const signer = openSigner(async () => keys, passTokenLimits);
const passes = new SignedPasses(signer);
const lineId = '01930f3e-aaaa-7bbb-8ccc-000000000001';
const now = new Date('2027-03-01T09:00:00.000Z');
const pass = {
  lineId,
  passId: 'AAECAwQFBgcICQoLDA0ODw',
  sessionHash: 's'.repeat(43),
  wave: 90_000,
  key: 0.123456789012345,
  expiresAt: now.getTime() + 1,
};

test('a pass comes back as it was signed, until its end', async () => {
  const token = await passes.sign(pass);
  expect(token.length).toBeLessThan(512);
  expect(await passes.read(token, now)).toEqual(pass);
  expect(await passes.read(token, new Date(pass.expiresAt))).toBeUndefined();
});

test('what was signed for something else is no pass, and neither is what was altered', async () => {
  const token = await passes.sign(pass);
  const [kid, text = '', mac] = token.split('.');
  const altered = JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), wave: 0 });
  expect(await passes.read(`${kid}.${Buffer.from(altered).toString('base64url')}.${mac}`, now)).toBeUndefined();
  expect(await passes.read(await signer.sign('hold', { v: 1, line: lineId }), now)).toBeUndefined();
  expect(await passes.read('nonsense', now)).toBeUndefined();
});

test('a stamp says when somebody came, also after the signing key was changed', async () => {
  const [current, older] = await lineKeys(async () => keys, lineId);
  if (!current || !older) throw new Error('there are two keys');
  for (const key of [current, older]) {
    const arrival = { lineId, at: now.getTime(), nonce: nonceOf('request-1', '2001:db8::1', key) };
    const stamp = stampOf(arrival, key);
    expect(readStamp(stamp, lineId, [current, older])).toEqual({ arrival, lineKey: key });
  }
});

test('a stamp of another line, of another key, or with another instant is none', async () => {
  const [key = Buffer.alloc(0)] = await lineKeys(async () => keys, lineId);
  const other = '01930f3e-aaaa-7bbb-8ccc-000000000002';
  const arrival = { lineId, at: now.getTime(), nonce: nonceOf('request-1', '192.0.2.1', key) };
  const stamp = stampOf(arrival, key);
  expect(readStamp(stamp, other, [key])).toBeUndefined();
  expect(readStamp(stamp, lineId, await lineKeys(async () => keys, other))).toBeUndefined();
  const earlier = stamp.replace(arrival.at.toString(36), (arrival.at - 1).toString(36));
  expect(readStamp(earlier, lineId, [key])).toBeUndefined();
});

test('one stamp is one pass, and two requests have two stamps', () => {
  const key = Buffer.alloc(32, 1);
  const [first, second] = ['request-1', 'request-2'].map((id) => nonceOf(id, '192.0.2.1', key));
  if (!first || !second) throw new Error('there are two nonces');
  expect(passIdOf(first, key)).toBe(passIdOf(first, key));
  expect(passIdOf(first, key)).toMatch(/^[\w-]{22}$/);
  expect(passIdOf(second, key)).not.toBe(passIdOf(first, key));
});
