import { createServer } from 'node:http';
import { testCards } from '../../../local/processor/cards';
import { keys, newRegistration } from '../../payment/support/shop';
import { until } from '../../support/until';
import { accepts, type Counter, openCounter } from './support/counter';

interface Told {
  readonly type: string;
  readonly object: { readonly id: string; readonly status: string; readonly payment_intent: string };
}

let shop: Counter;
const told: Told[] = [];
const listener = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { type, data } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  told.push({ type, object: data.object });
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  shop = await openCounter({ webhookUrl: `http://127.0.0.1:${port}/` });
});
afterAll(async () => {
  await shop.close();
  listener.closeAllConnections();
  listener.close();
});

const numberOf = (token: string): string => testCards.find((card) => card.token === token)?.number ?? '';
const taken = async (token: string): Promise<string> => {
  const { id } = await shop.asked(numberOf(token));
  await shop.ask(`/v1/payment_intents/${id}/capture`, { form: {} });
  return id;
};
const disputesOf = async (intent: string) => (await shop.ask(`/v1/disputes?payment_intent=${intent}`)).body.data;
const put = (json: object, bearer = keys.secretKey) => shop.ask('/local/disputes', { method: 'PATCH', json, bearer });
const refund = (intent: string) => shop.ask('/v1/refunds', { form: { payment_intent: intent } });
const eventsOf = (intent: string) =>
  told.filter(({ object }) => object.payment_intent === intent).map(({ type }) => type);
const waitFor = (intent: string, ...types: string[]) =>
  until(() => types.every((type) => eventsOf(intent).includes(type)));

test('a dispute is raised when the money was taken, not before, and says by when evidence is due', async () => {
  const { id } = await shop.asked(numberOf('pm_card_createDispute'));
  expect(await disputesOf(id)).toEqual([]);
  await shop.ask(`/v1/payment_intents/${id}/capture`, { form: {} });
  const [dispute, ...others] = await disputesOf(id);
  expect(others).toEqual([]);
  expect(dispute).toMatchObject({
    id: expect.stringMatching(/^du_/),
    object: 'dispute',
    amount: 7500,
    currency: 'eur',
    payment_intent: id,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
  });
  expect(dispute.evidence_details.due_by).toBe(dispute.created + 7 * 24 * 3600);
  expect((await shop.ask(`/v1/disputes/${dispute.id}`)).body).toEqual(dispute);
  await waitFor(id, 'charge.dispute.created', 'charge.dispute.funds_withdrawn');
});

test('what is disputed is not refunded, and is again once the dispute was won', async () => {
  const id = await taken('pm_card_createDisputeProductNotReceived');
  expect(await refund(id)).toMatchObject({ status: 400, body: { error: { code: 'charge_disputed' } } });
  await put({ payment_intent: id, status: 'under_review' });
  expect((await refund(id)).status).toBe(400);
  await put({ payment_intent: id, status: 'won' });
  expect((await refund(id)).status).toBe(200);
});

test('an inquiry leaves the money, and a refund is allowed', async () => {
  const id = await taken('pm_card_createDisputeInquiry');
  expect(await disputesOf(id)).toMatchObject([{ status: 'warning_needs_response', is_charge_refundable: true }]);
  expect((await refund(id)).status).toBe(200);
  await waitFor(id, 'charge.dispute.created');
  expect(eventsOf(id)).not.toContain('charge.dispute.funds_withdrawn');
});

test.each([
  ['won', 'pm_card_createDisputeWon', true],
  ['lost', 'pm_card_createDisputeLost', false],
])('a bank decides after a while: %s', async (status, token, isRefundable) => {
  const id = await taken(token);
  expect(await disputesOf(id)).toMatchObject([{ status: 'needs_response' }]);
  await until(async () => (await disputesOf(id))[0].status === status);
  const [dispute] = await disputesOf(id);
  expect(dispute).toMatchObject({ is_charge_refundable: isRefundable, evidence_details: { due_by: null } });
  await waitFor(id, 'charge.dispute.closed', ...(isRefundable ? ['charge.dispute.funds_reinstated'] : []));
  const closed = told.find(({ type, object }) => object.id === dispute.id && type === 'charge.dispute.closed');
  expect(closed?.object.status).toBe(status);
  expect((await refund(id)).status).toBe(isRefundable ? 200 : 400);
});

test('a bank may warn of fraud', async () => {
  const id = await taken('pm_card_createIssuerFraudRecord');
  await waitFor(id, 'radar.early_fraud_warning.created');
  expect(await disputesOf(id)).toEqual([]);
});

test('a test raises a dispute and changes it, and each change is told once', async () => {
  const id = await taken('pm_card_visa');
  const raised = await put({ payment_intent: id, status: 'needs_response', reason: 'duplicate' });
  expect(raised).toMatchObject({ status: 200, body: { reason: 'duplicate', amount: 7500 } });
  const changed = await put({ payment_intent: id, status: 'lost' });
  expect(changed.body).toMatchObject({ id: raised.body.id, reason: 'duplicate', status: 'lost' });
  await put({ payment_intent: id, status: 'lost' });
  const expected = ['created', 'funds_withdrawn', 'closed'].map((what) => `charge.dispute.${what}`);
  await waitFor(id, ...expected);
  expect(
    eventsOf(id)
      .filter((type) => type.startsWith('charge.dispute.'))
      .sort(),
  ).toEqual(expected.sort());
});

test('only what was taken can be disputed, and only by the holder of the secret key', async () => {
  const { id } = await shop.asked(accepts);
  expect((await put({ payment_intent: id, status: 'lost' })).status).toBe(400);
  expect((await put({ payment_intent: 'pi_nobody', status: 'lost' })).status).toBe(404);
  expect((await put({ payment_intent: await taken('pm_card_visa'), status: 'gone' })).status).toBe(400);
  expect((await put({ payment_intent: id, status: 'lost' }, keys.publishableKey)).status).toBe(401);
  expect((await shop.ask('/v1/disputes', { bearer: keys.publishableKey })).status).toBe(401);
  expect((await shop.ask('/v1/disputes/du_nobody')).status).toBe(404);
});

test('lists disputes newest first, page by page, between two instants, also after a restart', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made++) ids.unshift(await taken('pm_card_createDispute'));
  await put({ payment_intent: ids[0] ?? '', status: 'under_review' });
  await shop.stop();
  await shop.start();
  const first = await shop.ask('/v1/disputes?limit=2');
  expect(first.body).toMatchObject({ object: 'list', has_more: true });
  expect(first.body.data).toMatchObject([{ status: 'under_review' }, { status: 'needs_response' }]);
  const last = first.body.data.at(-1).id;
  const second = await shop.ask(`/v1/disputes?limit=1&starting_after=${last}`);
  const all = [...first.body.data, ...second.body.data].map(
    (dispute: { payment_intent: string }) => dispute.payment_intent,
  );
  expect(all).toEqual(ids);
  const soon = Math.floor(Date.now() / 1000) + 60;
  expect((await shop.ask(`/v1/disputes?created[gte]=${soon}`)).body.data).toEqual([]);
  expect((await shop.ask(`/v1/disputes?created[lt]=${soon}&limit=2`)).body.data).toHaveLength(2);
});

describe('a rate limit', () => {
  const limit = (writesPerSecond: number | null) =>
    shop.ask('/local/limits', { method: 'PATCH', json: { writesPerSecond } });
  const write = (key?: string) =>
    shop.ask('/v1/payment_intents', { form: { amount: '1', currency: 'eur' }, ...(key && { key }) });

  test('lets so many writes through in a second, and the rest later, under the same key', async () => {
    await limit(20);
    const keysOfWrites = Array.from({ length: 60 }, newRegistration);
    const answers = await Promise.all(keysOfWrites.map((key) => write(key)));
    const refused = keysOfWrites.filter((_, at) => answers[at]?.status === 429);
    expect(answers.find(({ status }) => status === 429)?.body.error).toMatchObject({ code: 'rate_limit' });
    // As many as fit, and those that were let in while the 60 were under way.
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThanOrEqual(40);
    const [again = ''] = refused;
    await until(async () => (await write(again)).status === 200);
    const { body } = await limit(null);
    expect(body.before.refused).toBeGreaterThanOrEqual(refused.length);
    expect((await Promise.all(Array.from({ length: 60 }, () => write()))).every(({ status }) => status === 200)).toBe(
      true,
    );
  });

  test('counts neither reads nor what browsers send', async () => {
    await limit(1);
    await write();
    expect((await shop.ask('/v1/payment_intents')).status).toBe(200);
    expect(await shop.tokenOf(accepts)).toMatch(/^ctoken_/);
    expect((await limit(null)).status).toBe(200);
  });

  test('below one is refused, and so is a stranger', async () => {
    expect((await limit(0)).status).toBe(400);
    const asked = { method: 'PATCH', json: { writesPerSecond: 1 }, bearer: keys.publishableKey };
    expect((await shop.ask('/local/limits', asked)).status).toBe(401);
  });
});

test('another version of the API is refused, as the shapes would be others', async () => {
  const ask = (version: string) =>
    fetch(`${shop.url}/v1/payment_intents`, {
      headers: { authorization: `Bearer ${keys.secretKey}`, 'stripe-version': version },
    });
  expect((await ask('2026-08-26.dahlia')).status).toBe(200);
  expect((await ask('2024-06-20')).status).toBe(400);
});
