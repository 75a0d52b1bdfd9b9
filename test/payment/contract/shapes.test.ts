import { createServer } from 'node:http';
import * as v from 'valibot';
import { disputeStatuses } from '../../../lambdas/domain/money/dispute';
import { stripeVersion } from '../../../lambdas/payment/stripe/call';
import { intent } from '../../../lambdas/payment/stripe/messages';
import { testCards } from '../../../local/processor/cards';
import { until } from '../../support/until';
import { charge, soon } from '../support/shop';
import { everyCall } from './support/every-call';
import type { Exchange } from './support/recorder';
import { faultsOfAnswer, faultsOfObject, faultsOfRequest, specifiedVersion, valuesOf } from './support/specification';
import { openSandbox, openStand, type Stand } from './support/stand';

/** Events that the sandbox sent to the shop. */
const events: unknown[] = [];
const shop = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  events.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  response.end();
});
let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let stand: Stand;

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const address = shop.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  sandbox = await openSandbox({ webhookUrl: `http://127.0.0.1:${port}/` });
  stand = await openStand(sandbox.url);
});
afterAll(async () => {
  await stand.recorder.close();
  await sandbox.close();
  shop.closeAllConnections();
  shop.close();
});

const faultsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.flatMap((one) => [...faultsOfRequest(one), ...faultsOfAnswer(one)]);

test('adapter and specification are of one version of the API', () => {
  expect(stripeVersion).toBe(specifiedVersion);
});

test('we know every status of a dispute and of a payment', () => {
  expect(valuesOf('dispute', 'status')).toEqual(expect.arrayContaining([...disputeStatuses]));
  expect(disputeStatuses).toHaveLength(valuesOf('dispute', 'status').length);
  for (const status of valuesOf('payment_intent', 'status'))
    expect(
      v.parse(intent, { id: 'pi_1', object: 'payment_intent', amount: 1, currency: 'eur', metadata: {}, status }),
    ).toHaveProperty('status', status);
});

const cards = testCards.filter(({ silentOn, brokenOn }) => silentOn === undefined && brokenOn === undefined);
test.each(cards)('authorising $number: $what', async ({ token }) => {
  await stand.processor.authorise({ ...charge(), raceId: 'city', eventId: 'e1', paymentMethod: token }, soon(3000));
  const exchanges = stand.recorder.take();
  expect(exchanges.length).toBeGreaterThan(1);
  expect(faultsOf(exchanges)).toEqual([]);
});

test('every call of the adapter, also those that are refused', async () => {
  const exchanges = await everyCall(stand);
  expect(exchanges.filter(({ status }) => status >= 400).length).toBeGreaterThan(2);
  expect(faultsOf(exchanges)).toEqual([]);
});

test('webhooks', async () => {
  await everyCall(stand);
  await until(() => events.length > 1);
  for (const event of events) {
    const { object } = Object(event).data;
    expect([...faultsOfObject('event', event), ...faultsOfObject(object.object, object)]).toEqual([]);
  }
});

describe('the specification can refuse', () => {
  const exchange = (form: object, body: unknown = {}, path = '/v1/payment_intents'): Exchange => ({
    method: 'POST',
    url: path,
    sent: '',
    path,
    query: {},
    form,
    headers: {},
    status: 200,
    body,
  });

  test.each([
    ['an unknown parameter', { amount: '1', currency: 'eur', kind: 'card' }, 'additional'],
    ['an unknown value', { amount: '1', currency: 'eur', capture_method: 'later' }, 'allowed values'],
    ['a text for a number', { amount: 'one', currency: 'eur' }, 'integer'],
    ['a missing parameter', { amount: '1' }, 'required'],
  ])('%s', (_, form, why) => {
    expect(faultsOfRequest(exchange(form)).join()).toContain(why);
  });

  test('a call that Stripe has not', () => {
    expect(faultsOfRequest(exchange({}, {}, '/v1/payment_intents/pi_1/authorise'))).toHaveLength(1);
  });

  test('an answer with another status, and one with a field that Stripe has not', () => {
    const intent = { id: 'pi_1', object: 'payment_intent', created: 1, livemode: false, status: 'succeeded' };
    const form = { amount: '1', currency: 'eur' };
    expect(faultsOfAnswer(exchange(form, intent))).toEqual([]);
    expect(faultsOfAnswer(exchange(form, { ...intent, status: 'done' }))).toHaveLength(1);
    expect(faultsOfAnswer(exchange(form, { ...intent, colour: 'red' }))).toHaveLength(1);
  });
});
