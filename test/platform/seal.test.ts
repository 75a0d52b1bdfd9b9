import { createHmac } from 'node:crypto';
import { openSigner, sha256 } from '../../lambdas/platform/signed-tokens';

const old = 'o'.repeat(32);
const fresh = 'f'.repeat(32);
const signerOf = (keys: Record<string, string>) => openSigner(async () => keys);
const signer = signerOf({ kid: 'k1', k1: fresh, k0: old });
const payload = { registrationId: 'a', expiresAt: 1 };

const forge = (key: string, kid: string, purpose = 'hold') => {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${kid}.${text}.${createHmac('sha256', key).update(`${purpose}\n${kid}.${text}`).digest('base64url')}`;
};

test('knows what it sealed', async () => {
  const token = await signer.sign('hold', payload);
  expect(token).toBe(forge(fresh, 'k1'));
  expect(await signer.verify('hold', token)).toEqual(payload);
});

test('a token for one purpose is none for another', async () => {
  expect(await signer.verify('link', await signer.sign('hold', payload))).toBeUndefined();
});

test('a key is changed without anybody losing a hold', async () => {
  const before = await signerOf({ kid: 'k0', k0: old }).sign('hold', payload);
  expect(await signerOf({ kid: 'k0', k0: old, k1: fresh }).verify('hold', before)).toEqual(payload);
  expect(await signer.verify('hold', before)).toEqual(payload);
  expect(await signerOf({ kid: 'k1', k1: fresh }).verify('hold', before)).toBeUndefined();
});

test('any change of any character is noticed', async () => {
  const token = await signer.sign('hold', payload);
  for (let at = 0; at < token.length; at++) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    expect(await signer.verify('hold', changed)).toBeUndefined();
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
  expect(await signer.verify('hold', token)).toBeUndefined();
});

test('does not look at a long token at all', async () => {
  const keys = jest.fn(async () => ({ kid: 'k1', k1: fresh }));
  expect(await openSigner(keys).verify('hold', 'x'.repeat(4097))).toBeUndefined();
  expect(keys).not.toHaveBeenCalled();
});

test.each<Record<string, string>>([{}, { kid: 'k1' }, { kid: 'k1', k1: 'short' }, { kid: 'kid' }])(
  'signs with no key that is none: %j',
  async (keys) => {
    await expect(signerOf(keys).sign('hold', payload)).rejects.toThrow('at least 32 characters');
  },
);

test('a key too short to be safe verifies nothing either', async () => {
  expect(await signerOf({ kid: 'k1', k1: fresh, k0: 'short' }).verify('hold', forge('short', 'k0'))).toBeUndefined();
});

test('takes only the secret’s own fields for keys, and never the one that names the key', async () => {
  const inherited = signerOf(Object.assign(Object.create({ k9: fresh }), { kid: 'k1', k1: fresh }));
  expect(await inherited.verify('hold', forge(fresh, 'k9'))).toBeUndefined();
  const guessed = 'everybody knows how this key is called';
  expect(await signerOf({ kid: guessed, [guessed]: fresh }).verify('hold', forge(guessed, 'kid'))).toBeUndefined();
});

test('refuses to make a token it would not read', async () => {
  await expect(signer.sign('hold', 'x'.repeat(4000))).rejects.toThrow('longer than 4096');
});

test('hashes as everybody does', () => expect(sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'));
