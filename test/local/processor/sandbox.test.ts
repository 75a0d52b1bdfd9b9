import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testCards } from '../../../local/processor/cards';
import { createMethod } from '../../../local/processor/methods';
import { charge, keys, newRegistration, openShop, type Shop, soon } from '../../payment/support/shop';
import { until } from '../../support/until';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Asked {
  form?: Record<string, string>;
  key?: string;
  bearer?: string;
  headers?: Record<string, string>;
  method?: string;
}

const ask = async (path: string, { form, key, bearer = keys.secretKey, headers = {}, method }: Asked = {}) => {
  const answer = await fetch(`${shop.url}${path}`, {
    method: method ?? (form ? 'POST' : 'GET'),
    headers: { authorization: `Bearer ${bearer}`, ...(key && { 'idempotency-key': key }), ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
};

const card = {
  'card[number]': '4242 4242 4242 4242',
  'card[exp_month]': '12',
  'card[exp_year]': '40',
  'card[cvc]': '123',
};
const give = (change: Record<string, string> = {}, asked: Asked = {}) =>
  ask('/v1/payment_methods', { form: { type: 'card', ...card, ...change }, bearer: keys.publishableKey, ...asked });
const intent = { amount: '7500', currency: 'eur', capture_method: 'manual' };

describe('a card typed on the page', () => {
  test('becomes a token that pays', async () => {
    const { status, body } = await give({}, { headers: { origin: 'http://127.0.0.1:8000' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.stringMatching(/^pm_/), card: { brand: 'visa', last4: '4242' } });
    const answer = await shop.processor.authorise({ ...charge(), paymentMethod: body.id }, soon());
    expect(answer.kind).toBe('authorised');
  });

  test.each([
    ['a mistyped number', { 'card[number]': '4242424242424241' }, 'incorrect_number'],
    ['letters', { 'card[number]': 'x' }, 'incorrect_number'],
    ['month 13', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
    ['last year', { 'card[exp_year]': String(new Date().getUTCFullYear() - 1) }, 'invalid_expiry_year'],
    ['two digits of a code', { 'card[cvc]': '12' }, 'invalid_cvc'],
    ['a real card', { 'card[number]': '4111111111111111' }, 'card_declined'],
  ])('%s is refused at once', async (_, change, code) => {
    expect(await give(change)).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } });
  });

  test.each([
    ['02', '2028', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['12', '26', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
  ])('is good to the end of its month: %s/%s', (month, year, last, next) => {
    const form = new Map(Object.entries({ ...card, 'card[exp_month]': month, 'card[exp_year]': year }));
    expect(createMethod(form, new Date(last))).toMatchObject({ card: 'pm_card_visa' });
    expect(() => createMethod(form, new Date(next))).toThrow('expiration date is invalid');
  });

  test.each(testCards.map(({ number, what, brand }) => [number, what, brand] as const))(
    '%s (%s) is taken',
    async (number, _, brand) => {
      expect((await give({ 'card[number]': number })).body.card).toMatchObject({ brand, last4: number.slice(-4) });
    },
  );

  test('leaves no number on the disk', async () => {
    for (const { number } of testCards) await give({ 'card[number]': number });
    const journal = await readFile(join(shop.dataDir, 'processor.jsonl'), 'utf8');
    // Looks for this card number only: one random id in a thousand ends in twelve digits.
    for (const { number } of testCards) expect(journal).not.toContain(number);
  });

  test('may come from pages of this machine only', async () => {
    const from = async (origin: string) => {
      const { headers } = await ask('/v1/payment_methods', { method: 'OPTIONS', headers: { origin } });
      return headers.get('access-control-allow-origin');
    };
    expect(await from('http://localhost:8000')).toBe('http://localhost:8000');
    expect(await from('http://127.0.0.1:9100')).toBe('http://127.0.0.1:9100');
    expect(await from('https://localhost.evil.example')).toBeNull();
    expect(await from('null')).toBeNull();
  });
});

test('a browser can hand in cards and nothing else; strangers nothing at all', async () => {
  const paths: [string, Asked][] = [
    ['/v1/payment_intents', { form: intent }],
    ['/v1/payment_intents', {}],
    ['/v1/payment_intents/pi_x/capture', { form: {} }],
  ];
  for (const [path, asked] of paths) {
    expect((await ask(path, { ...asked, bearer: keys.publishableKey })).status).toBe(401);
    expect((await ask(path, { ...asked, bearer: '' })).status).toBe(401);
  }
  expect((await give({}, { bearer: 'pk_of_others' })).status).toBe(401);
});

describe('an idempotency key', () => {
  test('gets the same answer for the same question', async () => {
    const key = newRegistration();
    const first = await ask('/v1/payment_intents', { form: intent, key });
    const second = await ask('/v1/payment_intents', { form: intent, key });
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('is refused with another question', async () => {
    const key = newRegistration();
    await ask('/v1/payment_intents', { form: intent, key });
    const other = await ask('/v1/payment_intents', { form: { ...intent, amount: '1' }, key });
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  });

  test('keeps a decline too', async () => {
    const { body } = await ask('/v1/payment_intents', { form: intent });
    const confirm = { form: { payment_method: 'pm_card_chargeDeclined' }, key: newRegistration() };
    const [first, second] = [
      await ask(`/v1/payment_intents/${body.id}/confirm`, confirm),
      await ask(`/v1/payment_intents/${body.id}/confirm`, confirm),
    ];
    expect(first).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', payment_intent: { id: body.id } } },
    });
    expect(second.body).toEqual(first.body);
  });

  test('does not keep a request that made no sense', async () => {
    const key = newRegistration();
    expect((await ask('/v1/payment_intents', { form: { ...intent, amount: '-5' }, key })).status).toBe(400);
    expect((await ask('/v1/payment_intents', { form: intent, key })).status).toBe(200);
  });

  test('is in use while its first request is at work, and so is the payment', async () => {
    const { body } = await ask('/v1/payment_intents', { form: intent });
    const slow = { form: { payment_method: 'pm_card_slow' }, key: newRegistration() };
    const path = `/v1/payment_intents/${body.id}/confirm`;
    const working = ask(path, slow);
    const isBusy = async () => (await ask(`/v1/payment_intents/${body.id}/capture`, { form: {} })).status === 429;
    await until(isBusy);
    expect(await ask(path, slow)).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    expect((await ask(`/v1/payment_intents/${body.id}/cancel`, { form: {} })).status).toBe(429);
    expect((await working).body.status).toBe('requires_capture');
  });
});

test.each([
  ['no amount', { currency: 'eur' }],
  ['half a cent', { amount: '0.5', currency: 'eur' }],
  ['no currency we know', { amount: '1', currency: 'euro' }],
  ['a misspelt parameter', { ...intent, capture_methods: 'manual' }],
  ['a prototype', { ...intent, '__proto__[x]': '1' }],
])('%s is refused', async (_, form) => {
  expect(await ask('/v1/payment_intents', { form: { ...form } as Record<string, string> })).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request_error' } },
  });
});

test('a body that never ends is refused', async () => {
  expect((await ask('/v1/payment_intents', { form: { description: 'x'.repeat(70_000) } })).status).toBe(413);
});

test('lists everything once, newest first, page by page, between two instants', async () => {
  const fresh = await openShop();
  const ids: string[] = [];
  for (let made = 0; made < 25; made++) ids.unshift((await fresh.processor.open(charge()))?.authorisation ?? '');
  const list = async (query: string) => {
    const answer = await fetch(`${fresh.url}/v1/payment_intents?${query}`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
    });
    return answer.json();
  };
  const listed: string[] = [];
  for (let after = '', more = true; more; ) {
    const page = await list(`limit=10${after && `&starting_after=${after}`}`);
    listed.push(...page.data.map(({ id }: { id: string }) => id));
    [after, more] = [listed.at(-1) ?? '', page.has_more];
  }
  expect(listed).toEqual(ids);
  const seconds = Math.floor(Date.now() / 1000);
  expect((await list(`created[gte]=${seconds + 60}`)).data).toEqual([]);
  expect((await list(`created[lt]=${seconds - 60}`)).data).toEqual([]);
  expect((await list(`created[gte]=${seconds - 60}&limit=100`)).data).toHaveLength(25);
  await fresh.close();
});

describe('after a restart', () => {
  test('everything is there, also the answers to old keys', async () => {
    const id = newRegistration();
    const before = await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
    const token = (await give()).body.id;
    await shop.stop();
    await shop.start();
    expect(await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon())).toEqual(before);
    expect((await shop.processor.authorise({ ...charge(), paymentMethod: token }, soon())).kind).toBe('authorised');
  });

  test('a line that was being written is forgotten, and does not spoil the next one', async () => {
    const journal = join(shop.dataDir, 'processor.jsonl');
    await shop.stop();
    await appendFile(journal, '{"at":1,"status":200,"intent":{"id":"pi_half');
    await shop.start();
    const authorisation = (await shop.processor.open(charge()))?.authorisation ?? '';
    await shop.stop();
    await shop.start();
    expect(await shop.processor.fetch(authorisation)).toMatchObject({ state: 'open' });
  });

  test('a damaged journal is said, not guessed at', async () => {
    const broken = await openShop();
    await broken.processor.open(charge());
    await broken.stop();
    await appendFile(join(broken.dataDir, 'processor.jsonl'), 'garbage\n');
    await expect(broken.start()).rejects.toThrow('is damaged at byte');
  });
});
