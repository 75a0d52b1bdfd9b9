import { quoteOf } from '../../lambdas/payment/quote';
import { times } from '../../lambdas/spots/block';
import type { Dealt } from '../../lambdas/spots/deal-spot';
import { type HoldWish, holdSpot } from '../../lambdas/spots/hold-spot';
import type { HeldSpot, Offer, Offered, Ticket } from '../../lambdas/spots/ports';

const now = new Date('2027-03-01T10:00:00Z');
const offer: Offer = {
  raceId: 'harbour',
  eventId: 'ten',
  opensAt: now,
  closesAt: new Date('2027-04-01T10:00:00Z'),
  quote: quoteOf('EUR', [{ label: 'Ten', amount: 4500 }]),
  waiver: { version: '1', text: 'At my own risk.', hash: 'w1' },
};
const block = { id: 'block', eventId: 'ten', numbers: [7, 8, 9], dealUntil: now.getTime() + 60_000 };
const wish: HoldWish = {
  registrationId: 'r1',
  raceId: 'harbour',
  eventId: 'ten',
  sessionHash: 's1',
  address: '203.0.113.7',
};

const ticket = { placeId: 'p1', raceId: 'harbour', eventId: 'ten' };
const tickets: Record<string, Ticket> = {
  ours: ticket,
  elsewhere: { ...ticket, eventId: 'marathon' },
  early: { ...ticket, placeId: 'p2' },
};
const offers: Record<string, Offered> = { p1: { person: 'ada', block: { ...block, numbers: [41] } } };

const setUp = ({
  dealt = undefined as Dealt | undefined,
  dealing = () => dealt,
  at = now,
  offered = offer as Offer | 'no-such-race',
} = {}) => {
  const held = new Map<string, HeldSpot>();
  const counts = new Map<string, number>();
  const beginning = new Set<string>();
  let next = 0;
  const add = (who: string, one: number) => {
    const count = (counts.get(who) ?? 0) + one;
    counts.set(who, count);
    return count;
  };
  const hold = holdSpot({
    offers: { find: async () => offered },
    held: {
      find: async (id) => held.get(id),
      keep: async (spot) => void held.set(spot.hold.registrationId, spot),
      begin: async (id) => {
        if (beginning.has(id)) return false;
        beginning.add(id);
        return true;
      },
      end: async (id) => void beginning.delete(id),
      countOneMore: async (who) => add(who, 1),
      countOneLess: async (who) => void add(who, -1),
    },
    deal: async () => {
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      return dealing() ?? { kind: 'dealt', block, spot: block.numbers[next++] ?? 0 };
    },
    seal: { seal: async ({ registrationId, spot }) => `${registrationId}/${spot}` },
    readTicket: async (token) => tickets[token],
    places: { offered: async (placeId) => offers[placeId] },
    hash: (text) => `hash of ${text}`,
    now: () => at,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    times,
    limits: { perSession: 2, perAddress: 4 },
  });
  return (changes: Partial<HoldWish> = {}) => hold({ ...wish, ...changes }, at.getTime() + 1000);
};

test('holds one particular spot, for ten minutes, at the price of this moment', async () => {
  const answer = await setUp()();
  expect(answer).toMatchObject({
    kind: 'granted',
    token: 'r1/7',
    hold: {
      spot: 7,
      block: 'block',
      sessionHash: 's1',
      waiverHash: 'w1',
      quote: { total: 4500 },
      expiresAt: now.getTime() + 600_000,
    },
  });
});

test('a double click holds the same spot again', async () => {
  const hold = setUp();
  expect(await hold()).toEqual(await hold());
});

test("somebody else's browser does not get the spot of a registration it names", async () => {
  const hold = setUp();
  await hold();
  expect(await hold({ sessionHash: 's2' })).toMatchObject({ hold: { spot: 8, sessionHash: 's2' } });
});

test('a hold never outlives its block by more than its own length, whatever the clock of this machine says', async () => {
  const at = new Date(block.dealUntil + 3_600_000);
  expect(await setUp({ at })()).toMatchObject({ hold: { expiresAt: block.dealUntil + 600_000 } });
});

test('a session holds so many and no more; so does an address', async () => {
  const hold = setUp();
  const ask = async (n: number, sessionHash: string) => (await hold({ registrationId: `r${n}`, sessionHash })).kind;
  expect([await ask(1, 'a'), await ask(2, 'a'), await ask(3, 'a')]).toEqual(['granted', 'granted', 'too-many-holds']);
  expect([await ask(4, 'b'), await ask(5, 'b'), await ask(6, 'c')]).toEqual(['granted', 'granted', 'too-many-holds']);
});

test('a session that asks for a hundred at once gets no more than one that asks in turn; nor does an address', async () => {
  const hold = setUp();
  const ask = (n: number, sessionHash: string) => hold({ registrationId: `r${n}`, sessionHash });
  const granted = async (answers: readonly Promise<{ kind: string }>[]) =>
    (await Promise.all(answers)).filter(({ kind }) => kind === 'granted').length;
  expect(await granted(Array.from({ length: 100 }, (_, n) => ask(n, 'a')))).toBe(2);
  expect(await granted(Array.from({ length: 100 }, (_, n) => ask(100 + n, `b${n}`)))).toBe(2);
});

test('being told to come back costs nobody a hold', async () => {
  const answers: Dealt[] = Array.from({ length: 10 }, () => ({ kind: 'busy' }));
  const hold = setUp({ dealing: () => answers.pop() });
  for (let n = 0; n < 10; n++) expect((await hold()).kind).toBe('busy');
  expect((await hold()).kind).toBe('granted');
});

test('long before the opening nobody is asked', async () => {
  const answer = await setUp({ at: new Date(now.getTime() - 6 * 60_000) })();
  expect(answer).toEqual({ kind: 'not-open-yet', opensAt: now });
});

test.each<[Dealt, string]>([
  [{ kind: 'early' }, 'not-open-yet'],
  [{ kind: 'closed' }, 'closed'],
  [{ kind: 'held' }, 'held'],
  [{ kind: 'sold-out' }, 'sold-out'],
  [{ kind: 'busy' }, 'busy'],
])('when dealing says %j, the runner is told %s', async (dealt, kind) => {
  expect((await setUp({ dealt })()).kind).toBe(kind);
});

test('an unknown race is said to be unknown', async () => {
  expect(await setUp({ offered: 'no-such-race' })()).toEqual({ kind: 'no-such-race' });
});

test('who brings the ticket of an offer gets that spot, kept for him alone, whatever else he holds', async () => {
  const hold = setUp({ dealing: () => ({ kind: 'waiting' }) });
  for (const registrationId of ['r1', 'r2', 'r3']) {
    expect(await hold({ registrationId, ticket: 'ours' })).toMatchObject({
      kind: 'granted',
      hold: { registrationId, spot: 41, block: 'block', owner: 'hash of ada' },
    });
  }
});

test.each([
  ['is not ours', 'forged', 'not-yours'],
  ['is for another event', 'elsewhere', 'not-yours'],
  ['has no offer yet, or no more', 'early', 'offer-ended'],
] as const)('a ticket that %s holds nothing', async (_, token, kind) => {
  expect(await setUp()({ ticket: token })).toEqual({ kind });
});

test('asked three times at once with one id, he gets one spot, and none is left to nobody', async () => {
  const hold = setUp();
  const answers = await Promise.all([hold(), hold(), hold()]);
  expect(answers.map((answer) => answer.kind === 'granted' && answer.hold.spot)).toEqual([7, 7, 7]);
  expect(await hold({ registrationId: 'r2' })).toMatchObject({ hold: { spot: 8 } });
});

test('who got none may ask again at once', async () => {
  const answers: Dealt[] = [{ kind: 'held' }, { kind: 'dealt', block, spot: 9 }];
  const hold = setUp({ dealing: () => answers.shift() });
  expect(await hold()).toEqual({ kind: 'held' });
  expect(await hold()).toMatchObject({ kind: 'granted', hold: { spot: 9 } });
});
