import * as v from 'valibot';
import * as examples from '../../../lambdas/api/examples/examples';
import { quoteGiven } from '../../../lambdas/api/examples/form-examples';
import { formDefinition } from '../../../lambdas/api/form/definition/definition';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { Entry } from '../../../lambdas/api/form/entry';
import { entrySchema } from '../../../lambdas/api/form/entry-schema';
import { donationFor, itemsFor } from '../../../lambdas/api/form/fill';
import { quoteRequest } from '../../../lambdas/api/messages/quotes';
import { quotedSubmission } from '../../../lambdas/api/messages/submission';
import { Browser } from '../../../loadtest/browser/browser';
import { Agenda } from '../../../loadtest/generator/agenda';
import { codeFor } from '../../../loadtest/generator/let-run';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { isOneOf } from '../../../loadtest/people/fill-in-form';
import { person } from '../../../loadtest/people/people';
import { register } from '../../../loadtest/people/runner';
import { UserSession } from '../../../loadtest/people/user-session';
import { uuid7 } from '../../../loadtest/uuid7';
import { aForm } from '../../forms/a-form';
import { aStore } from '../../forms/a-store';
import { random as seeded } from '../../support/random';
import { jsonOf, smallShop } from '../aws/small-shop';
import { serve } from '../support/small-server';

const readForm = (form: unknown) => v.parse(formDefinition, form) as Form;
const form = readForm({ ...aForm, ...aStore, questions: aForm.questions });
const price = 4711;

interface Shop {
  /** How often the form changes while it is filled in. */
  readonly changes?: number;
  /** Variants that cannot be had. */
  readonly missing?: Readonly<Record<string, 'held' | 'gone'>>;
  /** What becomes of the code that the runner has. */
  readonly code?: 'good' | 'code-used-up' | 'code-held';
  /** The first card is declined. */
  readonly declines?: boolean;
}

/** A shop whose race has a form. */
const comes = async ({ changes = 0, missing = {}, code, declines = false }: Shop = {}, donates = false) => {
  const shop = smallShop(1);
  let revision = 1;
  const seen: string[] = [];
  const entries: unknown[] = [];
  const server = await serve(async (request, response) => {
    const [method = '', path = ''] = [request.method, request.url ?? ''];
    const body = await jsonOf(request);
    const answer = () => {
      if (path.includes('/forms/')) {
        seen.push(`form ${path.split('/').at(-1)}`);
        return { status: 200, body: { raceId: examples.race.id, revision: Number(path.split('/').at(-1)), ...form } };
      }
      if (path.endsWith('/quote')) {
        const asked = v.parse(quoteRequest, body);
        if (revision <= changes) {
          revision++;
          const problem = { type: '/problems/form-changed', title: '', status: 409, detail: '', form: revision };
          return { status: 409, body: problem };
        }
        seen.push(`quote of form ${asked.form}`);
        const { eventId } = examples.holdGranted;
        entries.push(v.parse(entrySchema(form, eventId), asked.entry));
        if (asked.previous) seen.push(`${asked.previous.tried ? 'tried' : 'had'} ${asked.previous.quote}`);
        const [one] = asked.entry.people;
        const lacking = entries
          .slice(-1)
          .flatMap((entry) => (entry as Entry).people[0]?.items ?? [])
          .flatMap(({ variant }) => (missing[variant] ? [{ variant, state: missing[variant], left: 0 }] : []));
        if (lacking.length > 0) {
          const type = `/problems/${lacking.some(({ state }) => state === 'gone') ? 'item-gone' : 'item-held'}`;
          return { status: 409, body: { type, title: '', status: 409, detail: '', items: lacking, retryAfter: 30 } };
        }
        if (asked.codes && code !== 'good') {
          const problem = {
            type: `/problems/${code}`,
            title: '',
            status: 409,
            detail: '',
            code: 0,
            left: 0,
            retryAfter: 30,
          };
          return { status: 409, body: problem };
        }
        const used = { registrationId: one?.registrationId, kind: 'code', ref: 'mill', list: 0, amount: 0 };
        const shares = [{ registrationId: one?.registrationId, amount: price }];
        const entry = asked.entry;
        return {
          status: 200,
          body: {
            ...quoteGiven,
            registrationId: one?.registrationId,
            quote: 'quote',
            entry,
            shares,
            total: price,
            ...(asked.codes && { lines: [...quoteGiven.lines, used] }),
          },
        };
      }
      if (method === 'PUT') {
        const { quote, entry } = v.parse(quotedSubmission, body);
        seen.push(`pay ${quote}`);
        expect(entry).toEqual(entries.at(-1));
        if (declines && seen.filter((one) => one.startsWith('pay')).length === 1)
          return { status: 402, body: { type: '/problems/card-declined', title: '', status: 402, detail: '' } };
        return {
          status: 202,
          body: { ...examples.registrationAccepted, registrationId: path.split('/').at(-1), pollAfter: 0 },
        };
      }
      const { status, body: said } = shop.answer(method, path, body);
      if (path.endsWith('/holds')) return { status, body: { ...Object(said), form: 1 } };
      const isStatus = path.startsWith('/api/registrations/');
      return { status, body: isStatus ? { ...Object(said), amount: price } : said };
    };
    const { status, body: said } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  const session = new UserSession({
    browser: new Browser('127.0.0.1', rawEngine()),
    agenda: new Agenda(),
    random: seeded(7).next,
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
    ...(declines && { secondCard: '4242424242424242' }),
    donates,
    ...(code && { code: 'MILL-TEN' }),
  });
  return { outcome, seen, entries };
};

describe('a runner in a race with a form', () => {
  test('answers what is asked, has it quoted, and pays exactly that', async () => {
    const { outcome, seen, entries } = await comes();
    expect(outcome).toMatchObject({ kind: 'confirmed', total: price });
    expect(seen).toEqual(['form 1', 'quote of form 1', 'pay quote']);
    expect(entries[0]).not.toHaveProperty('order.donation');
  });

  test('donates if they are one of those who do', async () => {
    const { outcome, entries } = await comes({}, true);
    expect(outcome.kind).toBe('confirmed');
    expect(entries[0]).toMatchObject({ order: { donation: { cause: 'trees' } } });
  });

  test('reads a form that changed once more, and not for ever', async () => {
    expect((await comes({ changes: 1 })).seen).toEqual(['form 1', 'form 2', 'quote of form 2', 'pay quote']);
    const { outcome } = await comes({ changes: 9 });
    expect(outcome).toMatchObject({ kind: 'error', detail: expect.stringContaining('form-changed') });
  });
});

test('a runner whose card is declined takes other items, has them quoted as tried, and pays with another card', async () => {
  const { outcome, seen, entries } = await comes({ declines: true });
  expect(outcome).toMatchObject({ kind: 'confirmed', total: price });
  expect(seen.slice(1)).toEqual(['quote of form 1', 'pay quote', 'quote of form 1', 'tried quote', 'pay quote']);
  const [before, after] = entries.map((entry) => (entry as Entry).people[0]);
  expect(after?.items).not.toEqual(before?.items);
  expect({ ...after, items: [] }).toEqual({ ...before, items: [] });
});

test('runners use the codes of a wish in turn', () => {
  expect([0, 1, 2].map((n) => codeFor({ codes: 'A, B', seed: 1 }, n).code)).toEqual(['A', 'B', 'A']);
  expect(codeFor({ seed: 1 }, 0)).toEqual({});
  const tenth = { codes: 'A', withCode: 10, seed: 1 };
  const withCode = Array.from({ length: 1_000 }, (_, n) => codeFor(tenth, n)).filter(({ code }) => code !== undefined);
  expect(withCode.length).toBeGreaterThan(60);
  expect(withCode.length).toBeLessThan(140);
});

describe('a runner with a code', () => {
  test.each([
    ['good', 1],
    ['code-used-up', 0],
    ['code-held', 0],
  ] as const)('uses it while it can be used, and goes on without it otherwise: %s', async (code, uses) => {
    const { outcome } = await comes({ code });
    expect(outcome).toMatchObject({ kind: 'confirmed' });
    expect(outcome.basket?.quoted.mill ?? 0).toBe(uses);
  });
});

describe('a runner who is told that a size cannot be had', () => {
  test.each(['gone', 'held'] as const)('takes another one when it is %s', async (state) => {
    const { outcome, entries } = await comes({ missing: { 'shirt-s': state, 'hoodie-l': state, pasta: state } });
    const { basket } = outcome;
    expect(outcome.kind).toBe('confirmed');
    const [person] = (entries.at(-1) as Entry).people;
    expect([person?.items, person?.without]).toEqual([[{ variant: 'shirt-m', quantity: 1 }], undefined]);
    expect(basket?.gone.includes('shirt-m')).toBe(false);
    const wasGone = basket?.gone.every((variant) => variant !== 'shirt-m') && (basket?.gone.length ?? 0) > 0;
    expect(wasGone).toBe(state === 'gone' && entries.length > 1);
  });

  test('goes without when no size is left', async () => {
    const { outcome, entries } = await comes({ missing: { 'shirt-s': 'gone', 'shirt-m': 'gone' } });
    expect(outcome.kind).toBe('confirmed');
    expect((entries.at(-1) as Entry).people[0]?.without).toEqual(['shirt']);
    expect([...(outcome.basket?.gone ?? [])].sort()).toEqual(['shirt-m', 'shirt-s']);
  });
});

test('what simulated runners take fits the form, whatever they draw', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = seeded(seed).next;
    const [items, donation] = [itemsFor(form, examples.holdGranted.eventId, random), donationFor(form, random)];
    expect(items.filter(({ variant }) => variant.startsWith('shirt-'))).toHaveLength(1);
    expect([500, 2000]).toContain(donation?.amount);
  }
});

test('of a crowd as many donate as were wished for, and the same with the same seed', () => {
  const crowd = (seed: number, donate: number) =>
    Array.from({ length: 10_000 }, (_, n) => isOneOf('donate', { seed, donate }, n));
  expect(crowd(1, 10)).toEqual(crowd(1, 10));
  expect(Math.abs(crowd(1, 10).filter(Boolean).length - 1000)).toBeLessThan(150);
  expect(crowd(1, 0)).not.toContain(true);
});
