import { type Hold, quoteOf } from '../../../lambdas/domain/hold';
import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import { openSigner } from '../../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { defaultSale } from '../../../lambdas/races/race';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';
import { times } from '../../../lambdas/spots/blocks/block';
import type { HeldSpot } from '../../../lambdas/spots/holds/ports';
import { cardTriesRoutes } from '../../../lambdas/spots/limits/card-tries-routes';
import { MemcachedTally } from '../../../lambdas/spots/limits/memcached-tally';
import { moreCardTries } from '../../../lambdas/spots/limits/more-card-tries';
import { requestEvent } from '../../platform/http/request-event';
import { openStores } from '../../support/stores';

const stores = openStores();
const kid = 'k'.repeat(16);
const holds = new SignedTokens(openSigner(async () => ({ kid, [kid]: 'a key of more than thirty-two characters' })));
const start = Date.parse('2027-03-01T10:00:00Z');

const setUp = (capacity = 500) => {
  const eventId = uuid7();
  const kept: HeldSpot[] = [];
  let now = start;
  const quote = quoteOf('EUR', [{ label: 'Ten', amount: 4500 }]);
  const more = moreCardTries({
    holds,
    offers: {
      find: async () => ({
        raceId: 'harbour',
        eventId,
        opensAt: new Date(start),
        closesAt: new Date(start + 1e9),
        quote,
        waiver: { version: '1', text: 'At my own risk.', hash: 'w1' },
        capacity,
        sale: defaultSale,
      }),
    },
    held: { keep: async (spot) => kept.push(spot) > 0 },
    tally: new MemcachedTally(stores.memcached, (error) => {
      throw error;
    }),
    now: () => new Date(now),
    times,
  });
  const holdOf = (changes: Partial<Hold> = {}): Hold => ({
    registrationId: uuid7(),
    spot: 7,
    raceId: 'harbour',
    eventId,
    block: 'block',
    sessionHash: uuid7(),
    quote,
    waiverHash: 'w1',
    cardTries: 2,
    expiresAt: now + 600_000,
    ...changes,
  });
  const ask = async (hold: Hold, { address = uuid7(), session = hold.sessionHash, id = hold.registrationId } = {}) =>
    more({ registrationId: id, hold: await holds.signHold(hold), sessionHash: session, address });
  /** How many more tries a hold gets, one after the other. */
  const exhaust = async (hold: Hold, address: string): Promise<number> => {
    const answer = await ask(hold, { address });
    if (answer.kind !== 'given') return 0;
    const next = await holds.readHold(answer.token);
    if (!next) throw new Error('a hold that is given can be read');
    return 1 + (await exhaust(next, address));
  };
  return {
    holdOf,
    ask,
    exhaust,
    kept,
    more,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

test('one more card at a time, up to five: the same hold, and the one that is found again', async () => {
  const { holdOf, ask, kept, exhaust } = setUp();
  const hold = holdOf();
  const answer = await ask(hold);
  expect(answer).toMatchObject({ kind: 'given', cardTries: 3 });
  expect(kept).toEqual([{ hold: { ...hold, cardTries: 3 }, token: answer.kind === 'given' && answer.token }]);
  expect(await exhaust(holdOf(), '203.0.113.7')).toBe(3);
  expect(await ask(holdOf({ cardTries: 5 }))).toEqual({ kind: 'no-more-tries', of: 'hold' });
  expect(await ask(holdOf({ cardTries: undefined }))).toEqual({ kind: 'no-more-tries', of: 'hold' });
});

test('for nobody but who holds, and not longer than they do', async () => {
  const { holdOf, ask, more, pass } = setUp();
  const hold = holdOf();
  const [id, address] = [hold.registrationId, '203.0.113.7'];
  expect(await ask(hold, { session: 'another' })).toEqual({ kind: 'hold-invalid' });
  expect(await ask(hold, { id: uuid7() })).toEqual({ kind: 'hold-invalid' });
  expect(await more({ registrationId: id, hold: 'forged', sessionHash: hold.sessionHash, address })).toEqual({
    kind: 'hold-invalid',
  });
  pass(600);
  expect(await ask(hold)).toEqual({ kind: 'hold-expired' });
});

test('a session is given ten, whatever it holds and wherever it comes from, until the window has passed', async () => {
  const { holdOf, ask, exhaust, pass } = setUp();
  const sessionHash = uuid7();
  const given = [];
  for (let n = 0; n < 4; n++) given.push(await exhaust(holdOf({ sessionHash }), `203.0.113.${n}`));
  expect(given).toEqual([3, 3, 3, 1]);
  expect(await ask(holdOf({ sessionHash }))).toEqual({ kind: 'no-more-tries', of: 'session' });
  pass(2400);
  expect(await ask(holdOf({ sessionHash }))).toMatchObject({ kind: 'given' });
});

test.each([
  [500, 30],
  [5000, 100],
])('of an event of %d spots an address is given %d, whatever sessions it has', async (capacity, most) => {
  const { holdOf, ask } = setUp(capacity);
  const answers = [];
  for (let n = 0; n < most; n++) answers.push((await ask(holdOf(), { address: '203.0.113.7' })).kind);
  expect(new Set(answers)).toEqual(new Set(['given']));
  expect(await ask(holdOf(), { address: '203.0.113.7' })).toEqual({ kind: 'no-more-tries', of: 'network' });
  expect(await ask(holdOf(), { address: '203.0.113.8' })).toMatchObject({ kind: 'given' });
});

test('a /48 is given four times what an address is', async () => {
  const { holdOf, ask } = setUp();
  const from = async (n: number) => (await ask(holdOf(), { address: `2001:db8:1:${n.toString(16)}::/64` })).kind;
  for (let n = 0; n < 120; n++) expect(await from(n)).toBe('given');
  expect(await from(120)).toBe('no-more-tries');
});

test('somebody who was offered a spot is given ten a day, under whatever ids they hold it', async () => {
  const { holdOf, ask, pass } = setUp();
  for (let n = 0; n < 10; n++) expect(await ask(holdOf({ owner: 'ada' }))).toMatchObject({ kind: 'given' });
  pass(3600);
  expect(await ask(holdOf({ owner: 'ada' }))).toEqual({ kind: 'no-more-tries', of: 'place' });
  expect(await ask(holdOf({ owner: 'bea' }))).toMatchObject({ kind: 'given' });
});

test('the route tells each of them what is true, and what to do', async () => {
  const id = uuid7();
  const door = (kind: 'hold' | 'session' | 'network' | 'place') =>
    ourApi(
      cardTriesRoutes({
        moreCardTries: async () => ({ kind: 'no-more-tries', of: kind }),
        sessions: { find: async () => 's' },
      }),
    );
  const event = requestEvent({
    routeKey: 'POST /api/registrations/{registrationId}/card-tries',
    path: { registrationId: id },
    headers: { authorization: 'Bearer x' },
  });
  for (const [of, words] of [
    ['hold', 'register again'],
    ['session', 'from this browser'],
    ['network', 'another connection'],
    ['place', 'tomorrow'],
  ] as const) {
    const { statusCode, body } = await door(of)(event);
    expect([statusCode, JSON.parse(body ?? '')]).toMatchObject([
      429,
      { type: '/problems/no-more-tries', detail: expect.stringContaining(words) },
    ]);
  }
});
