import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { holdRequest } from '../../../lambdas/api/messages/hold-request';
import { submission } from '../../../lambdas/api/messages/submission';
import { joinRequest } from '../../../lambdas/api/messages/waiting-list';
import { Browser } from '../../../loadtest/browser/browser';
import { Agenda } from '../../../loadtest/generator/agenda';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { person } from '../../../loadtest/people/people';
import { register } from '../../../loadtest/people/runner';
import { UserSession } from '../../../loadtest/people/user-session';
import { steadfast } from '../../../loadtest/scenarios/scenario';
import { uuid7 } from '../../../loadtest/uuid7';
import { serve } from '../support/small-server';

const price = 4500;
const [ten, twenty] = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'];
const instant = '2027-01-01T00:00:00.000Z';
const waiver = { version: '1', text: 'w', hash: 'h' };
const about = { raceId: 'r', raceName: 'Race', eventName: 'Ten' };

const first48Bits = (text: string) => createHash('sha256').update(text).digest().readUIntBE(0, 6);

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return request.headers['content-type'] === 'application/json' ? JSON.parse(Buffer.concat(chunks).toString()) : {};
};

interface Shop {
  /** Free spots of each event; NaN: all of them are held. */
  readonly left: Map<string, number>;
  /** Free spots after a runner was told that all are held. */
  readonly comesBack?: number;
  /** The work that a hold costs; absent: none. */
  readonly work?: number;
  /** Fields of the status that are not true. */
  readonly lie?: object;
}

/** A minimal shop, and a group of three runners who register with it. */
const threeCome = async ({ left, comesBack, work, lie = {} }: Shop, joins = 0) => {
  const asked: string[] = [];
  let held:
    | { readonly registrationId: string; readonly eventId: string; readonly companions: readonly string[] }
    | undefined;
  const problem = (name: string, more: object = {}) => ({
    status: 409,
    body: { type: `/problems/${name}`, title: '', status: 409, detail: '', ...more },
  });

  const answer = (route: string, body: unknown): { readonly status?: number; readonly body: object } => {
    if (route.endsWith('/availability')) {
      const events = [...left].map(([eventId, spotsLeft]) => ({ eventId, spotsLeft: spotsLeft || 0, state: 'open' }));
      return { body: { raceId: 'r', now: instant, events } };
    }
    if (route.endsWith('/holds')) {
      const { registrationId, eventId, companions = [], proof } = v.parse(holdRequest, body);
      const token = `work of ${[registrationId, ...companions].join()}`;
      if (work !== undefined && proof?.challenge !== token) {
        asked.push('work');
        return problem('prove-work', { challenge: { token, work } });
      }
      if (work !== undefined) expect(first48Bits(`${token}:${proof?.nonce}`)).toBeLessThan(2 ** 48 / work);
      const [size, free] = [1 + companions.length, left.get(eventId) ?? 0];
      asked.push(`${size} of ${eventId === ten ? 'ten' : 'twenty'}`);
      if (Number.isNaN(free)) {
        if (comesBack !== undefined) left.set(eventId, comesBack);
        return problem('all-held', { retryAfter: 0.01 });
      }
      const permit = `permit of ${registrationId}`;
      if (free === 0) return problem('sold-out', { permit });
      if (free < size) return problem('too-few-spots', { free, permit });
      left.set(eventId, free - size);
      held = { registrationId, eventId, companions };
      const quote = { currency: 'EUR', lines: [], total: size * price };
      const granted = { ...held, raceId: 'r', hold: 'k.h.s', expiresAt: instant, now: instant, quote, waiver };
      return { status: 201, body: { ...granted, ...(companions.length === 0 && { companions: undefined }) } };
    }
    if (route.endsWith('/v1/payment_methods')) return { body: { id: 'pm_1' } };
    if (route.startsWith('PUT')) {
      const { companions = [] } = v.parse(submission, body);
      expect(companions).toHaveLength(held?.companions.length ?? 0);
      return { status: 202, body: { registrationId: held?.registrationId, status: 'processing', pollAfter: 0 } };
    }
    if (route.endsWith('/waiting-list')) {
      const { placeId, size = 1, permit } = v.parse(joinRequest, body);
      expect(permit).toBe(`permit of ${placeId}`);
      asked.push(`${size} wait`);
      return {
        status: 202,
        body: { placeId, raceId: 'r', eventId: ten, ticket: 'k.t.s', status: 'processing', pollAfter: 0 },
      };
    }
    if (route.includes('/api/waiting-list/'))
      return {
        body: {
          ...about,
          placeId: uuid7(),
          eventId: ten,
          status: 'waiting',
          ahead: 0,
          size: 3,
          confirmation: 'done',
          pollAfter: 1,
        },
      };
    if (route.includes('/api/registrations/')) {
      const { companions = [], ...mine } = held ?? {};
      const others = companions.map((registrationId, n) => ({
        registrationId,
        firstName: '',
        lastName: '',
        number: 2 + n,
      }));
      return {
        body: {
          ...about,
          ...mine,
          status: 'confirmed',
          number: 1,
          payment: 'captured',
          amount: price,
          currency: 'EUR',
          ...(others.length > 0 && { companions: others }),
          runner: { firstName: '', lastName: '', email: '' },
          registeredAt: instant,
          ...lie,
        },
      };
    }
    const race = {
      id: 'r',
      name: 'R',
      place: 'P',
      date: '2027-05-02',
      timeZone: 'UTC',
      opensAt: instant,
      closesAt: instant,
    };
    return { body: { ...race, description: '', currency: 'EUR', waiver, events: [], changes: { refundPercent: 0 } } };
  };

  const server = await serve(async (request, response) => {
    const { status = 200, body } = answer(`${request.method} ${request.url}`, await bodyOf(request));
    const pace = 'retryAfter' in body ? { 'retry-after': String(body.retryAfter) } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...pace }).end(JSON.stringify(body));
  });
  const way = new UserSession({
    browser: new Browser('127.0.0.1', rawEngine()),
    agenda: new Agenda(),
    random: () => 0,
    departure: performance.now(),
    deadlineSeconds: 60,
    think: () => 0,
  });
  const [lead, ...companions] = [0, 1, 2].map((n) => person(n, 'run'));
  if (!lead) throw new Error('somebody pays');
  const outcome = await register(way, {
    site: { url: server.url, processor: { url: server.url, publishableKey: 'pk' } },
    raceId: 'r',
    registrationId: uuid7(),
    person: lead,
    companions,
    card: '4242424242424242',
    habits: { ...steadfast, joinsWaitingList: joins },
  });
  return { outcome, asked };
};

test('three are in: one ask, one payment, a number for each', async () => {
  const { outcome, asked } = await threeCome({ left: new Map([[ten, 3]]) });
  expect(asked).toEqual(['3 of ten']);
  expect(outcome).toMatchObject({
    kind: 'confirmed',
    number: 1,
    total: 3 * price,
    companions: [{ number: 2 }, { number: 3 }],
    people: 3,
    stayedHome: 0,
  });
});

test('who is asked for work does it, and asks again for the very same', async () => {
  const { outcome, asked } = await threeCome({ left: new Map([[ten, 3]]), work: 5000 });
  expect(asked).toEqual(['work', '3 of ten']);
  expect(outcome).toMatchObject({ kind: 'confirmed', people: 3 });
});

test('where one event has too few for them, another may have enough', async () => {
  const { outcome, asked } = await threeCome({
    left: new Map([
      [ten, 2],
      [twenty, 5],
    ]),
  });
  expect(asked).toEqual(['3 of ten', '3 of twenty']);
  expect(outcome).toMatchObject({ kind: 'confirmed', people: 3, stayedHome: 0 });
});

test('where all is held, another event is asked before they wait', async () => {
  const { outcome, asked } = await threeCome({
    left: new Map([
      [ten, Number.NaN],
      [twenty, 3],
    ]),
  });
  expect(asked).toEqual(['3 of ten', '3 of twenty']);
  expect(outcome).toMatchObject({ kind: 'confirmed', people: 3 });
});

test('who waits for what is held asks again there alone', async () => {
  const left = new Map([
    [ten, 0],
    [twenty, Number.NaN],
  ]);
  const { outcome, asked } = await threeCome({ left, comesBack: 3 });
  expect(asked).toEqual(['3 of ten', '3 of twenty', '3 of twenty']);
  expect(outcome).toMatchObject({ kind: 'confirmed', people: 3 });
});

test('where none has enough, as many as fit go on, and the others stay at home', async () => {
  const { outcome, asked } = await threeCome({
    left: new Map([
      [ten, 1],
      [twenty, 2],
    ]),
  });
  expect(asked).toEqual(['3 of ten', '3 of twenty', '2 of ten', '2 of twenty']);
  expect(outcome).toMatchObject({ kind: 'confirmed', total: 2 * price, people: 2, stayedHome: 1 });
});

test('where nothing is left all of them wait together', async () => {
  const { outcome, asked } = await threeCome({ left: new Map([[ten, 0]]) }, 1);
  expect(asked).toEqual(['3 of ten', '3 wait']);
  expect(outcome).toEqual({ kind: 'waiting', people: 3, stayedHome: 0 });
});

test.each<[string, object, RegExp]>([
  ['one of them is not mentioned', { companions: [] }, /came with 2, and was told of 0/],
  ['the price is that of all three', { amount: 3 * price }, /told that it cost 13500, and not 4500/],
])('it is an error when %s', async (_, lie, detail) => {
  const { outcome } = await threeCome({ left: new Map([[ten, 3]]), lie });
  expect(outcome).toMatchObject({ kind: 'error', detail: expect.stringMatching(detail) });
});
