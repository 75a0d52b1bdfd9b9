import { readFileSync } from 'node:fs';
import { passesLuhn, testCards } from '../../../local/processor/cards';
import { newRegistration } from '../../payment/support/shop';
import { until } from '../../support/until';
import { type Counter, openCounter } from './support/counter';

let shop: Counter;
beforeAll(async () => {
  shop = await openCounter();
});
afterAll(() => shop.close());

const numberOf = (token: string): string => testCards.find((card) => card.token === token)?.number ?? '';

test('every card has a number and a name of its own, and each number can be typed', () => {
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  expect(new Set(testCards.map(({ token }) => token)).size).toBe(testCards.length);
  expect(testCards.filter(({ number }) => !passesLuhn(number))).toEqual([]);
});

test.each(['README.md', 'docs/local.md', 'docs/payments.md'])('%s names only cards that exist', (file) => {
  const named = readFileSync(file, 'utf8').match(/\b\d{4}(?: \d{4}){3}\b/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  const known = new Set(testCards.map(({ number }) => number));
  expect(named.filter((number) => !known.has(number.replaceAll(' ', '')))).toEqual([]);
});

const declined = testCards.filter(({ decline, challenge }) => decline && !challenge);
test.each(declined)('$number: $what', async ({ number, decline }) => {
  const { status, body } = await shop.asked(number);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code: decline?.code, message: decline?.message });
  expect([body.error.decline_code, body.error.advice_code]).toEqual([decline?.declineCode, decline?.advice]);
  const { id, last_payment_error: last } = body.error.payment_intent;
  expect(last).toMatchObject({ code: decline?.code, payment_method: { card: { last4: number.slice(-4) } } });
  expect(await shop.statusOf(id)).toBe('requires_payment_method');
});

test.each(testCards.filter(({ decline, challenge }) => decline && challenge))('$number: $what', async (card) => {
  const { id, clientSecret, body } = await shop.asked(card.number);
  expect(body.status).toBe('requires_action');
  await shop.authenticate(id, clientSecret, 'pass');
  expect((await shop.confirm(id, {})).body.error).toMatchObject({ decline_code: card.decline?.declineCode });
});

test('a bank whose page hangs takes no yes; its window can be closed', async () => {
  const { id, clientSecret } = await shop.asked(numberOf('pm_card_bankHangs'));
  const hanging = fetch(`${shop.url}/v1/payment_intents/${id}/authenticate`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_of_tests' },
    body: new URLSearchParams({ client_secret: clientSecret, outcome: 'pass' }),
    signal: AbortSignal.timeout(200),
  });
  await expect(hanging).rejects.toThrow('aborted');
  expect(await shop.statusOf(id)).toBe('requires_action');
  expect((await shop.authenticate(id, clientSecret, 'close')).body.status).toBe('requires_payment_method');
});

test('a bank that asks again does so at the second confirmation', async () => {
  const { id, clientSecret } = await shop.asked(numberOf('pm_card_asksAgain'));
  await shop.authenticate(id, clientSecret, 'pass');
  expect((await shop.confirm(id, {})).body.status).toBe('requires_action');
  await shop.authenticate(id, clientSecret, 'pass');
  expect((await shop.confirm(id, {})).body.status).toBe('requires_capture');
});

test('a second confirmation without an answer was carried out', async () => {
  const { id, clientSecret } = await shop.asked(numberOf('pm_card_secondConfirmTimeOut'));
  await shop.authenticate(id, clientSecret, 'pass');
  const silent = fetch(`${shop.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_of_tests' },
    signal: AbortSignal.timeout(2000),
  });
  await until(async () => (await shop.statusOf(id)) === 'requires_capture');
  await expect(silent).rejects.toThrow('aborted');
});

test('a limited card is refused twice for its rate, then accepted under the same key', async () => {
  const { id } = await shop.open();
  const key = newRegistration();
  const form = { confirmation_token: await shop.tokenOf(numberOf('pm_card_limited')) };
  for (let time = 0; time < 2; time++)
    expect(await shop.confirm(id, form, key)).toMatchObject({ status: 429, body: { error: { code: 'rate_limit' } } });
  expect((await shop.confirm(id, form, key)).body.status).toBe('requires_capture');
});

test('a wallet is a card that says so', async () => {
  const walletOf = async (token: string) =>
    (await shop.ask(`/v1/confirmation_tokens/${token}`)).body.payment_method_preview.card.wallet;
  expect(await walletOf(await shop.tokenOf(numberOf('pm_card_applePay')))).toMatchObject({ type: 'apple_pay' });
  const given = { 'payment_method_data[card][wallet]': 'google_pay' };
  expect(await walletOf(await shop.tokenOf('4242424242424242', given))).toMatchObject({ type: 'google_pay' });
  expect(await walletOf(await shop.tokenOf('4242424242424242'))).toBeNull();
});
