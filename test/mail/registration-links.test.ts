import { registrationLinks } from '../../lambdas/mail/letters/registration-links';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { SignedTokens } from '../../lambdas/registration/signed-tokens';

const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'k'.repeat(64) })));
const links = registrationLinks(
  'https://run.example.com/',
  tokens,
  { signStaffLink: async (id) => `staff.${id}` },
  {
    signOptOut: async () => 'news',
  },
);

test('the link in a mail leads to its registration and opens no other', async () => {
  const link = new URL(await links.to({ registrationId: 'ada' }));
  expect(`${link.origin}${link.pathname}`).toBe('https://run.example.com/registrations/ada');
  expect(await tokens.readLink(link.hash.slice(1))).toEqual({ registrationId: 'ada', version: 0 });
  const corrected = new URL(await links.to({ registrationId: 'ada', linkVersion: 2 }));
  expect(await tokens.readLink(corrected.hash.slice(1))).toEqual({ registrationId: 'ada', version: 2 });
});

const ticket = { placeId: 'grace', raceId: 'harbour', eventId: 'ten', personHash: 'p'.repeat(43), isMailed: true };

test('the link of a waiter leads to their place on the list and opens no other', async () => {
  const link = new URL(await links.toPlace(ticket));
  expect(`${link.origin}${link.pathname}`).toBe('https://run.example.com/waiting-list/grace');
  expect(await tokens.readTicket(link.hash.slice(1))).toEqual(ticket);
});

test('the link of an offered spot leads to that transfer and opens no other', async () => {
  const link = new URL(await links.toTransfer('to-byron'));
  expect(`${link.origin}${link.pathname}`).toBe('https://run.example.com/transfers/to-byron');
  expect(await tokens.readTransfer(link.hash.slice(1))).toBe('to-byron');
});

test('the token stays in the browser: no server is sent it', async () => {
  for (const address of [
    await links.to({ registrationId: 'ada' }),
    await links.toPlace(ticket),
    await links.toTransfer('to-byron'),
  ]) {
    const link = new URL(address);
    expect(link.search).toBe('');
    expect(link.hash.length).toBeGreaterThan(43);
  }
});

test('each kind of link opens its own kind of page only', async () => {
  const tokenOf = (address: string) => new URL(address).hash.slice(1);
  const [toAda, toGrace, toByron] = [
    tokenOf(await links.to({ registrationId: 'ada' })),
    tokenOf(await links.toPlace(ticket)),
    tokenOf(await links.toTransfer('to-byron')),
  ];
  for (const token of [toGrace, toByron]) expect(await tokens.readLink(token)).toBeUndefined();
  for (const token of [toAda, toByron]) expect(await tokens.readTicket(token)).toBeUndefined();
  for (const token of [toAda, toGrace]) expect(await tokens.readTransfer(token)).toBeUndefined();
});

test('a hold is not a link, however well it is signed', async () => {
  const signer = openSigner(async () => ({ kid: 'k1', k1: 'k'.repeat(64) }));
  expect(await tokens.readLink(await signer.sign('hold', { registrationId: 'ada' }))).toBeUndefined();
});
