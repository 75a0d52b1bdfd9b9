import { registrationLinks } from '../../lambdas/mail/registration-links';
import { openSeal } from '../../lambdas/platform/seal';
import { SealedTokens } from '../../lambdas/registration/sealed-tokens';

const tokens = new SealedTokens(openSeal(async () => ({ kid: 'k1', k1: 'k'.repeat(64) })));
const links = registrationLinks('https://run.example.com/', (registrationId) => tokens.sealLink(registrationId));

test('the link in a mail leads to its registration and opens no other', async () => {
  const link = new URL(await links.to('ada'));
  expect(`${link.origin}${link.pathname}`).toBe('https://run.example.com/registrations/ada');
  expect(await tokens.readLink(link.hash.slice(1))).toBe('ada');
});

test('the token stays in the browser: no server is sent it', async () => {
  const link = new URL(await links.to('ada'));
  expect(link.search).toBe('');
  expect(link.hash.length).toBeGreaterThan(43);
});

test('a hold is not a link, however well it is signed', async () => {
  const seal = openSeal(async () => ({ kid: 'k1', k1: 'k'.repeat(64) }));
  expect(await tokens.readLink(await seal.seal('hold', { registrationId: 'ada' }))).toBeUndefined();
});
