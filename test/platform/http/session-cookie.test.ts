import { secretHeader } from '../../../lambdas/api/messages/sessions';
import { sessionCookie } from '../../../lambdas/platform/http/session-cookie';
import { openSigner } from '../../../lambdas/platform/signed-tokens';

const name = '__Host-startline';
const day = 24 * 3_600_000;
const keys = { old: 'o'.repeat(32), fresh: 'f'.repeat(32) };

const withKeys = (known: Record<string, string>, { clock = (): number => 0 } = {}) =>
  sessionCookie(
    openSigner(async () => known),
    secretHeader,
    clock,
  );
const ours = (now = 0) => withKeys({ kid: 'k0', k0: keys.old }, { clock: () => now });
const sent = (cookie = '') => ({ cookies: { [name]: /=([^;]*)/.exec(cookie)?.[1] ?? '' }, headers: {} });

const begin = async () => {
  const { hash, cookies } = await ours().of({ cookies: {}, headers: {} });
  return { hash, request: sent(cookies[0]), cookie: cookies[0] ?? '' };
};

test('a browser without a session is given one, in a cookie that scripts and other sites do not get', async () => {
  const { cookie, hash } = await begin();
  expect(cookie).toMatch(
    /^__Host-startline=k0\.[\w-]+\.[\w-]{43}; Path=\/; Max-Age=2592000; Secure; SameSite=Lax; HttpOnly$/,
  );
  expect(cookie).not.toContain(hash);
  expect(cookie.length).toBeLessThan(256);
});

test('it keeps that session, with nothing but the cookie to know it by', async () => {
  const { hash, request } = await begin();
  expect(await ours(30 * day - 1).of(request)).toEqual({ hash, isNew: false, cookies: [] });
  expect(await ours(30 * day - 1).find(request)).toBe(hash);
});

test('two browsers have two sessions', async () => {
  expect((await begin()).hash).not.toBe((await begin()).hash);
});

test('a changed key costs nobody their session, until the old one is taken away', async () => {
  const { hash, request } = await begin();
  const both = withKeys({ kid: 'k1', k0: keys.old, k1: keys.fresh });
  expect(await both.find(request)).toBe(hash);
  expect(await withKeys({ kid: 'k1', k1: keys.fresh }).find(request)).toBeUndefined();
});

test.each<[string, (value: string) => string]>([
  ['one letter of it is changed', (value) => value.replace(/.(?=.{60}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
  ['its seal is missing', (value) => value.split('.').slice(0, 2).join('.')],
  ['it is a bare secret', () => 'A'.repeat(43)],
  ['it is longer than any of ours', (value) => value + 'A'.repeat(200)],
  ['it is empty', () => ''],
])('a cookie is no session when %s: a new one is made', async (_, forge) => {
  const { hash, request } = await begin();
  const forged = { cookies: { [name]: forge(request.cookies[name] ?? '') }, headers: {} };
  expect(await ours().find(forged)).toBeUndefined();
  const renewed = await ours().of(forged);
  expect(renewed).toMatchObject({ isNew: true, cookies: [expect.stringContaining(name)] });
  expect(renewed.hash).not.toBe(hash);
});

test('a cookie of a month ago is no session any more', async () => {
  const { request } = await begin();
  expect(await ours(30 * day).find(request)).toBeUndefined();
});

test('what was sealed for something else is no session', async () => {
  const signer = openSigner(async () => ({ kid: 'k0', k0: keys.old }));
  const hold = await signer.sign('hold', { secret: 'a', until: day });
  expect(
    await sessionCookie(signer, secretHeader, () => 0).find({ cookies: { [name]: hold }, headers: {} }),
  ).toBeUndefined();
});

test('what is far too long is not looked at', async () => {
  const signer = { sign: jest.fn(), verify: jest.fn() };
  expect(
    await sessionCookie(signer, secretHeader).find({ cookies: { [name]: 'x'.repeat(257) }, headers: {} }),
  ).toBeUndefined();
  expect(signer.verify).not.toHaveBeenCalled();
});

test('the farewell takes both cookies', () => {
  expect(ours().farewell).toEqual([
    '__Host-startline=; Path=/; Max-Age=0; Secure; SameSite=Lax; HttpOnly',
    '__Host-startline-held=; Path=/; Max-Age=0; Secure; SameSite=Lax',
  ]);
});

test('the trace tells the page that there is a session, and nothing of it', () => {
  expect(ours().trace).toBe('__Host-startline-held=1; Path=/; Max-Age=3000; Secure; SameSite=Lax');
});

describe('a page that names the secret of its session', () => {
  const secret = 'page-made-this_secret-of-43-characters-0000';
  const named = { cookies: {}, headers: { 'x-startline-secret': secret } };

  test('has the same session when the first answer, and with it the cookie, was lost', async () => {
    const [first, again] = [await ours().of(named), await ours().of(named)];
    expect(first).toMatchObject({ isNew: true, cookies: [expect.stringContaining(name)] });
    expect(again.hash).toBe(first.hash);
    expect(await ours().find(named)).toBe(first.hash);
    expect(await ours().find(sent(again.cookies[0]))).toBe(first.hash);
  });

  test('keeps the session of its cookie when it has one', async () => {
    const { hash, request } = await begin();
    const both = { ...named, cookies: request.cookies };
    expect(await ours().of(both)).toEqual({ hash, isNew: false, cookies: [] });
    expect(await ours().find(both)).toBe(hash);
  });

  test.each([
    ['shorter than 32 random bytes', secret.slice(1)],
    ['longer', `${secret}A`],
    ['of other characters', `${secret.slice(1)}+`],
    ['empty', ''],
  ])('has none by a secret that is %s', async (_, bad) => {
    const request = { cookies: {}, headers: { 'x-startline-secret': bad } };
    expect(await ours().find(request)).toBeUndefined();
    expect((await ours().of(request)).hash).not.toBe((await ours().of(request)).hash);
  });
});
