import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyCall } from './support/every-call';
import type { Exchange } from './support/recorder';
import { callOf, faultsOfAnswer } from './support/specification';
import { answerBank, openSandbox, openStand, secretKey } from './support/stand';
import { scrubbed, type Walked, walk } from './walk/walk';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const bank = (clientSecret: string, outcome: 'pass' | 'fail') => answerBank(sandbox.url, clientSecret, outcome);

const walkAll = async (customer?: typeof bank): Promise<readonly Walked[]> => {
  const all: Walked[] = [];
  const account = { secretKey, api: sandbox.url, searchSeconds: 2, attemptMs: 2000 };
  for await (const walked of walk({ ...account, ...(customer && { bank: customer }) })) all.push(walked);
  return all;
};

test('the walk goes through at the sandbox, and each question is asked by a step', async () => {
  const all = await walkAll(bank);
  expect(all.filter(({ state }) => state === 'otherwise').map(({ name, what }) => `${name}: ${what}`)).toEqual([]);
  const questions = readFileSync('docs/payments.md', 'utf8').match(/^\| Q\d/gm) ?? [];
  const page = readFileSync(join(__dirname, 'walk/bank-page.ts'), 'utf8');
  const answered = new Set([...all.flatMap(({ answers }) => answers ?? []), ...(page.match(/Q\d/g) ?? [])]);
  expect([...answered].sort()).toEqual(questions.map((line) => line.slice(2)));
}, 120_000);

test('without a browser, only the steps in which the bank asks are skipped', async () => {
  const all = await walkAll();
  expect(all.filter(({ state }) => state === 'skipped').map(({ asks }) => asks)).toEqual([true, true]);
}, 120_000);

test('a bank that lets the wrong customer pass is seen', async () => {
  const all = await walkAll((clientSecret) => bank(clientSecret, 'pass'));
  expect(all.filter(({ state }) => state === 'otherwise').map(({ name }) => name)).toEqual([
    'a card whose bank says no',
  ]);
}, 120_000);

test('what is recorded names neither key, nor secret, nor object of the account', () => {
  const exchange: Exchange = {
    method: 'POST',
    url: '/v1/payment_intents/pi_3MtwBwLkdIwHu7ix28a3tqPa?client_secret=x',
    sent: 'payment_method=pm_1MtwBwLkdIwHu7ix',
    path: '/v1/payment_intents/pi_3MtwBwLkdIwHu7ix28a3tqPa',
    query: {},
    form: { payment_method: 'pm_1MtwBwLkdIwHu7ix' },
    headers: { authorization: 'Bearer sk_test_51Secret' },
    status: 200,
    body: { client_secret: 'pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH' },
  };
  expect(JSON.stringify(scrubbed(exchange))).not.toMatch(/sk_test|YrKJ|MtwBw|client_secret=/);
});

const folder = join(__dirname, 'recorded');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
if (files.length === 0)
  console.log('Nothing of a Stripe account is recorded: `npm run stripe:walk` does it with test keys.');

const recorded: readonly Exchange[] = files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
(files.length > 0 ? test : test.skip)('the sandbox answers with fields that Stripe answers with', async () => {
  const fieldsOf = ({ body }: Exchange) => Object.keys(Object(body));
  const byStripe = new Map<string, Set<string>>();
  for (const exchange of recorded) {
    const call = `${callOf(exchange)} ${exchange.status}`;
    byStripe.set(call, new Set([...(byStripe.get(call) ?? []), ...fieldsOf(exchange)]));
  }
  const stand = await openStand(sandbox.url);
  const invented = (await everyCall(stand)).flatMap((exchange) => {
    const call = `${callOf(exchange)} ${exchange.status}`;
    const known = byStripe.get(call);
    return known
      ? fieldsOf(exchange)
          .filter((field) => !known.has(field))
          .map((field) => `${call} ${field}`)
      : [];
  });
  await stand.recorder.close();
  expect(invented).toEqual([]);
  expect(recorded.flatMap(faultsOfAnswer)).toEqual([]);
});
