import { createHmac } from 'node:crypto';
import { openSeal, sha256 } from '../../lambdas/platform/seal';

const old = 'o'.repeat(32);
const fresh = 'f'.repeat(32);
const sealWith = (keys: Record<string, string>) => openSeal(async () => keys);
const seal = sealWith({ kid: 'k1', k1: fresh, k0: old });
const payload = { registrationId: 'a', expiresAt: 1 };

const forge = (key: string, kid: string, purpose = 'hold') => {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${kid}.${text}.${createHmac('sha256', key).update(`${purpose}\n${kid}.${text}`).digest('base64url')}`;
};

test('knows what it sealed', async () => {
  const token = await seal.seal('hold', payload);
  expect(token).toBe(forge(fresh, 'k1'));
  expect(await seal.unseal('hold', token)).toEqual(payload);
});

test('a token for one purpose is none for another', async () => {
  expect(await seal.unseal('link', await seal.seal('hold', payload))).toBeUndefined();
});

test('a key is changed without anybody losing a hold', async () => {
  const before = await sealWith({ kid: 'k0', k0: old }).seal('hold', payload);
  expect(await sealWith({ kid: 'k0', k0: old, k1: fresh }).unseal('hold', before)).toEqual(payload);
  expect(await seal.unseal('hold', before)).toEqual(payload);
  expect(await sealWith({ kid: 'k1', k1: fresh }).unseal('hold', before)).toBeUndefined();
});

test('any change of any character is noticed', async () => {
  const token = await seal.seal('hold', payload);
  for (let at = 0; at < token.length; at++) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    expect(await seal.unseal('hold', changed)).toBeUndefined();
  }
});

test.each([
  ['nothing', ''],
  ['too few parts', 'k1.abc'],
  ['an unknown key', forge(fresh, 'k9')],
  ['a field every object has', forge(fresh, 'constructor')],
  ['the name of the key as the key', forge('k1', 'kid')],
  ['no signature', `${forge(fresh, 'k1').split('.').slice(0, 2).join('.')}.`],
  ['another length of signature', `${forge(fresh, 'k1')}A`],
  ['another way to write the signature', forge(fresh, 'k1').replace(/-/g, '+').replace(/_/g, '/').concat('=')],
  ['spaces', ` ${forge(fresh, 'k1')}`],
  ['three thousand characters', `k1.${'A'.repeat(3000)}.${'A'.repeat(43)}`],
])('does not take %s for a token of ours', async (_, token) => {
  expect(await seal.unseal('hold', token)).toBeUndefined();
});

test('does not look at a long token at all', async () => {
  const keys = jest.fn(async () => ({ kid: 'k1', k1: fresh }));
  expect(await openSeal(keys).unseal('hold', 'x'.repeat(4097))).toBeUndefined();
  expect(keys).not.toHaveBeenCalled();
});

test.each<Record<string, string>>([{}, { kid: 'k1' }, { kid: 'k1', k1: 'short' }, { kid: 'kid' }])(
  'signs with no key that is none: %j',
  async (keys) => {
    await expect(sealWith(keys).seal('hold', payload)).rejects.toThrow('at least 32 characters');
  },
);

test('a key too short to be safe verifies nothing either', async () => {
  expect(await sealWith({ kid: 'k1', k1: fresh, k0: 'short' }).unseal('hold', forge('short', 'k0'))).toBeUndefined();
});

test('takes only the secret’s own fields for keys, and never the one that names the key', async () => {
  const inherited = sealWith(Object.assign(Object.create({ k9: fresh }), { kid: 'k1', k1: fresh }));
  expect(await inherited.unseal('hold', forge(fresh, 'k9'))).toBeUndefined();
  const guessed = 'everybody knows how this key is called';
  expect(await sealWith({ kid: guessed, [guessed]: fresh }).unseal('hold', forge(guessed, 'kid'))).toBeUndefined();
});

test('refuses to make a token it would not read', async () => {
  await expect(seal.seal('hold', 'x'.repeat(4000))).rejects.toThrow('longer than 4096');
});

test('hashes as everybody does', () => expect(sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'));
