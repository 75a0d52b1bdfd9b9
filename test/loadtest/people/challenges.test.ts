import * as examples from '../../../lambdas/api/examples/examples';
import { Browser } from '../../../loadtest/browser/browser';
import { Agenda } from '../../../loadtest/generator/agenda';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { challengeOf } from '../../../loadtest/people/challenges';
import type { Reaction } from '../../../loadtest/people/journey';
import { person } from '../../../loadtest/people/people';
import { register } from '../../../loadtest/people/runner';
import { UserSession } from '../../../loadtest/people/user-session';
import { challengesOf } from '../../../loadtest/report/figures';
import { uuid7 } from '../../../loadtest/uuid7';
import { jsonOf, smallShop } from '../aws/small-shop';
import { serve } from '../support/small-server';

const payment = 'pi_1';
const askedCard = '4000000000003220';
const tokenMade = `token of ${askedCard}`;
const clientSecret = 'pi_1_secret_x';

interface Bank {
  /** How often it asks about one payment. */
  readonly questions: number;
  /** What the product answers a runner whom the bank did not believe. */
  readonly afterFailure?: { readonly status: number; readonly body: object };
}

const declined = (reason: string) => ({
  status: 402,
  body: { type: '/problems/card-declined', title: '', status: 402, detail: '', reason },
});

/** A shop with one spot whose processor takes cards, and a bank that asks. */
const comes = async (reaction: Reaction, { questions, afterFailure = declined('authentication-failed') }: Bank) => {
  const shop = smallShop(1);
  const seen: string[] = [];
  let [asked, isBelieved] = [0, true];
  const server = await serve(async (request, response) => {
    const [method = '', path = ''] = [request.method, request.url ?? ''];
    const chunks: Buffer[] = [];
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    if (isForm) for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const body = isForm ? undefined : await jsonOf(request);
    const answer = () => {
      if (path === '/v1/confirmation_tokens') {
        seen.push(`token of ${form.get('payment_method_data[card][number]')}`);
        return { status: 200, body: { id: 'ctoken_1' } };
      }
      if (path === '/v1/payment_methods') return { status: 200, body: { id: 'pm_1' } };
      if (path === `/v1/payment_intents/${payment}/authenticate`) {
        seen.push(`bank: ${form.get('outcome')}`);
        expect(form.get('client_secret')).toBe(clientSecret);
        isBelieved = form.get('outcome') === 'pass';
        return { status: 200, body: {} };
      }
      if (method !== 'PUT') return shop.answer(method, path, body);
      const { confirmationToken, paymentMethod = confirmationToken, resume } = Object(body);
      seen.push(`pay ${paymentMethod}${resume === undefined ? '' : ` again for ${resume}`}`);
      if (confirmationToken === undefined) return shop.answer(method, path, body);
      if (resume !== undefined && !isBelieved) return afterFailure;
      const registrationId = path.split('/').at(-1) ?? '';
      const until = new Date().toISOString();
      if (asked++ < questions)
        return { status: 200, body: { status: 'action-required', registrationId, clientSecret, payment, until } };
      return shop.answer(method, path, body);
    };
    const { status, body: said } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  const session = new UserSession({
    browser: new Browser('127.0.0.1', rawEngine()),
    agenda: new Agenda(),
    random: () => 0,
    departure: performance.now(),
    deadlineSeconds: 60,
    think: () => 0,
  });
  const outcome = await register(session, {
    site: { url: server.url, processor: { url: server.url, publishableKey: 'pk' } },
    raceId: examples.race.id,
    registrationId: uuid7(),
    person: person(0, 'run'),
    card: '4242424242424242',
    challenge: { card: askedCard, reaction },
  });
  return { outcome, seen };
};

describe('a runner whose bank asks', () => {
  test('answers it, sends the form again, and is in', async () => {
    const { outcome, seen } = await comes('passed', { questions: 1 });
    expect(outcome).toMatchObject({ kind: 'confirmed', number: 1, challenge: 'passed' });
    expect(seen).toEqual([tokenMade, 'pay ctoken_1', 'bank: pass', 'pay ctoken_1 again for pi_1']);
  });

  test('answers once more when it asks once more', async () => {
    const { outcome, seen } = await comes('passed', { questions: 2 });
    expect(outcome).toMatchObject({ kind: 'confirmed', challenge: 'passed' });
    expect(seen.filter((what) => what === 'bank: pass')).toHaveLength(2);
  });

  test('whom it does not believe is told so, and is in with another card', async () => {
    const { outcome, seen } = await comes('failed', { questions: 1 });
    expect(outcome).toMatchObject({ kind: 'confirmed', challenge: 'failed' });
    expect(seen.slice(-3)).toEqual(['bank: fail', 'pay ctoken_1 again for pi_1', 'pay pm_1']);
  });

  test('may leave, and has said nothing to the bank', async () => {
    const { outcome, seen } = await comes('abandoned', { questions: 1 });
    expect(outcome).toMatchObject({ kind: 'abandoned', challenge: 'abandoned' });
    expect(seen).toEqual([tokenMade, 'pay ctoken_1']);
  });
});

test.each<[string, Reaction, Bank, RegExp]>([
  ['the bank was to ask and did not', 'passed', { questions: 0 }, /bank was to ask/],
  ['the bank never stops asking', 'passed', { questions: 9 }, /asked 3 times/],
  [
    'a failure is called a decline of the card',
    'failed',
    { questions: 1, afterFailure: declined('declined') },
    /failed at the bank/,
  ],
  [
    'a failure counts as a registration',
    'failed',
    { questions: 1, afterFailure: { status: 202, body: {} } },
    /failed at the bank/,
  ],
])('it is an error when %s', async (_, challenge, bank, detail) => {
  const { outcome } = await comes(challenge, bank);
  expect(outcome).toMatchObject({ kind: 'error', detail: expect.stringMatching(detail) });
});

test('of a crowd as many are asked as were wished for, and the same with the same seed', () => {
  const crowd = (seed: number, challenged: number) =>
    Array.from({ length: 10_000 }, (_, n) => challengeOf({ seed, challenged }, n));
  const asked = crowd(7, 40).flatMap((challenge) => challenge?.reaction ?? []);
  expect(asked.length / 10_000).toBeCloseTo(0.4, 1);
  for (const rare of ['failed', 'abandoned'] as const)
    expect(asked.filter((one) => one === rare).length / asked.length).toBeCloseTo(0.05, 1);
  expect(crowd(7, 40)).toEqual(crowd(7, 40));
  expect(crowd(8, 40)).not.toEqual(crowd(7, 40));
  expect(crowd(7, 0).every((one) => one === undefined)).toBe(true);
  expect(crowd(7, 100).every((one) => one !== undefined)).toBe(true);
});

test('the report counts who passed, who failed and who left', () => {
  const confirmed = { kind: 'confirmed', registrationId: 'a', eventId: 'e', number: 1, total: 4500 } as const;
  expect(
    challengesOf([
      { ...confirmed, challenge: 'passed' },
      { kind: 'refused', challenge: 'passed' },
      { ...confirmed, challenge: 'failed' },
      { kind: 'abandoned', challenge: 'abandoned' },
      confirmed,
    ]),
  ).toEqual({ asked: 4, passed: 2, failed: 1, abandoned: 1 });
  expect(challengesOf([confirmed, { kind: 'abandoned' }])).toBeUndefined();
});
