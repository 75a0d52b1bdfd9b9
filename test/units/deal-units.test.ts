import type { Claim } from '../../lambdas/domain/claim';
import type { Hold } from '../../lambdas/domain/hold';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { uuid7 } from '../../lambdas/platform/uuid';
import { dealUnit } from '../../lambdas/spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../lambdas/spots/blocks/memcached-blocks';
import { MemcachedTally } from '../../lambdas/spots/limits/memcached-tally';
import { poolShareOf, unitsPaid } from '../../lambdas/spots/limits/unit-limits';
import { dealUnits, type UnitsDealt, type UnitsRequest } from '../../lambdas/units/claims/deal-units';
import { MemcachedClaims, MemcachedVerdicts } from '../../lambdas/units/claims/memcached-claims';
import { forgetAll } from '../spots/blocks/dealers';
import { memcachedWith } from '../support/memcached';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';
import { unitLedgerOn } from '../support/units/ledger';
import { makePool } from '../support/units/pool';
import { until } from '../support/until';

const stores = openStores();

/** A process of the fleet: it has a memory of its own, and shares the cache and the database. */
const openDealer = ({ zones = [stores.memcached] }: { zones?: readonly Memcached[] } = {}) => {
  const { memcached } = stores;
  const errors: unknown[] = [];
  const lost: string[] = [];
  const asked = { claims: 0 };
  const counters = new MemcachedCounters(memcached);
  const ledger = unitLedgerOn(stores.database.postgres, { counters });
  const claim = ledger.claim.bind(ledger);
  ledger.claim = (request) => {
    asked.claims++;
    return claim(request);
  };
  const needs = {
    now: () => new Date(),
    pause: (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 10)),
    report: (error: unknown) => void errors.push(error),
    count: (what: string, amount = 1) => void lost.push(`${amount} ${what}`),
  };
  const deal = dealUnits({
    ...needs,
    deal: dealUnit({ ...needs, ledger, counters, blocks: new MemcachedBlocks(memcached) }),
    ledger,
    verdicts: new MemcachedVerdicts(memcached),
    remembered: new MemcachedClaims(zones),
    tally: new MemcachedTally(memcached, needs.report),
  });
  const dealAndGiveUp = async (request: UnitsRequest) => {
    const dealt = await deal(request, Date.now() + 15_000);
    if (dealt.kind === 'dealt') await dealt.givenUp;
    return dealt;
  };
  return { deal: dealAndGiveUp, errors, lost, asked, ledger };
};

const requestFor = (wanted: Readonly<Record<string, number>>, changes: Partial<UnitsRequest> = {}): UnitsRequest => ({
  registrationId: uuid7(),
  raceId: 'race',
  sessionHash: uuid7(),
  address: uuid7(),
  perAddress: 400,
  wanted: Object.entries(wanted).map(([pool, quantity]) => ({ pool, quantity })),
  previous: [],
  expiresAt: Date.now() + 600_000,
  ...changes,
});

const claimsOf = (dealt: UnitsDealt) => {
  if (dealt.kind !== 'dealt') throw new Error(`expected claims, got ${JSON.stringify(dealt)}`);
  return dealt.claims;
};

/** What the writer is told of claims that were paid for. */
const quotedOf = (claims: readonly Claim[], share = 4500): Parameters<typeof unitsPaid>[1] => ({
  blocks: claims.map(({ pool, block }) => [pool, block]),
  people: [{ registrationId: 'r', share, lines: claims.map(({ number }, n) => ['item', 'cap', 0, 0, [n, number]]) }],
});

const makePools = async (...units: readonly number[]): Promise<readonly string[]> => {
  const { raceId } = await makeRace(stores.database.postgres, { spots: 1 });
  const pools = await Promise.all(units.map((n) => makePool(stores.database.postgres, raceId, { units: n })));
  return pools.sort();
};
const claimed = async (pool: string) => {
  const rows = await stores.database.postgres.query<{ number: number }>(
    `SELECT u.number FROM unit u WHERE pool_id = $1 AND block IS NOT NULL ORDER BY 1`,
    [pool],
  );
  return rows.map(({ number }) => number);
};

test('a quote claims units of several pools, and asked again it keeps them', async () => {
  const [shirts = '', hoodies = ''] = await makePools(100, 3);
  const { deal, errors } = openDealer();
  const request = requestFor({ [shirts]: 2, [hoodies]: 1 });
  const claims = claimsOf(await deal(request));
  expect(claims.map(({ pool }) => pool)).toEqual([shirts, shirts, hoodies]);
  expect(claimsOf(await deal(request))).toEqual(claims);
  // Another process that knows nothing, and a cache that forgot: the last quote says it.
  await forgetAll(stores.memcachedPort);
  expect(claimsOf(await openDealer().deal({ ...request, previous: claims }))).toEqual(claims);
  expect(errors).toEqual([]);
});

test('of the last units each goes to one, and everybody else hears that they are held', async () => {
  const [pool = ''] = await makePools(20);
  const dealers = [openDealer(), openDealer(), openDealer()];
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, n) => dealers[n % 3]?.deal(requestFor({ [pool]: 1 })) ?? Promise.reject()),
  );
  const claims = all.flatMap((one) => (one.kind === 'dealt' ? one.claims : []));
  expect(new Set(claims.map(({ number }) => number)).size).toBe(claims.length);
  const others = all.filter(({ kind }) => kind !== 'dealt');
  for (const one of others) expect(one).toEqual({ kind: 'missing', missing: [{ pool, kind: 'held', left: 0 }] });
  // What a spent block still has may be nobody's; it comes back with its block. The last eight are all claimed.
  expect(claims.length).toBeGreaterThanOrEqual(8);
  expect(await claimed(pool)).toHaveLength(20);
  expect(dealers.flatMap(({ errors }) => errors)).toEqual([]);
});

test('a runner is told from the cache, for a second, that the last ones are held', async () => {
  const [pool = ''] = await makePools(1);
  const { deal, asked } = openDealer();
  claimsOf(await deal(requestFor({ [pool]: 1 })));
  await deal(requestFor({ [pool]: 1 }));
  const before = asked.claims;
  for (let n = 0; n < 20; n++) expect((await deal(requestFor({ [pool]: 1 }))).kind).toBe('missing');
  expect(asked.claims - before).toBeLessThanOrEqual(1);
});

test('every pool that lacks something is named; what the others gave stays claimed', async () => {
  const [one = '', two = '', three = ''] = await makePools(2, 5, 0);
  const { deal } = openDealer();
  const request = requestFor({ [one]: 3, [two]: 1, [three]: 1 });
  const answer = await deal(request);
  expect(answer).toEqual({
    kind: 'missing',
    missing: [
      { pool: one, kind: 'gone', left: 2 },
      { pool: three, kind: 'gone', left: 0 },
    ],
  });
  expect(await claimed(two)).toEqual([1]);
  const fewer = { ...request, wanted: [{ pool: two, quantity: 1 }] };
  expect(claimsOf(await deal(fewer))).toMatchObject([{ pool: two, number: 1 }]);
  expect(await claimed(two)).toEqual([1]);
});

test('another size gives the first one back, and an older quote does not bring it again', async () => {
  const [medium = '', large = ''] = await makePools(1, 1);
  const { deal } = openDealer();
  const request = requestFor({ [medium]: 1 });
  const first = claimsOf(await deal(request));
  const change = { ...request, wanted: [{ pool: large, quantity: 1 }], previous: first };
  const second = claimsOf(await deal(change));
  expect(second).toMatchObject([{ pool: large }]);
  expect([await claimed(medium), await claimed(large)]).toEqual([[], [1]]);
  // Somebody else takes the medium one; the older quote is sent along all the same.
  expect(claimsOf(await deal(requestFor({ [medium]: 1 })))).toMatchObject([{ number: 1 }]);
  const answer = await deal({ ...request, previous: first });
  expect(answer).toEqual({ kind: 'missing', missing: [{ pool: medium, kind: 'held', left: 0 }] });
});

test('who asks for another size that is gone keeps the one they have', async () => {
  const [medium = '', large = ''] = await makePools(1, 0);
  const { deal } = openDealer();
  const request = requestFor({ [medium]: 1 });
  const first = claimsOf(await deal(request));
  expect((await deal({ ...request, wanted: [{ pool: large, quantity: 1 }] })).kind).toBe('missing');
  expect(claimsOf(await deal(request))).toEqual(first);
});

test('a use of a code is not given back before its block ends', async () => {
  const [code = ''] = await makePools(1);
  const { deal } = openDealer();
  const request = requestFor({}, { wanted: [{ pool: code, quantity: 1, kind: 'code' }] });
  const first = claimsOf(await deal(request));
  expect(claimsOf(await deal({ ...request, wanted: [], previous: first }))).toEqual([]);
  expect(await claimed(code)).toEqual([1]);
  // Neither when the caches forgot that it was one.
  await forgetAll(stores.memcachedPort);
  expect(claimsOf(await deal({ ...request, wanted: [], previous: first, previousUses: first }))).toEqual([]);
  expect(await claimed(code)).toEqual([1]);
  expect((await deal(requestFor({ [code]: 1 }))).kind).toBe('missing');
});

test('a small pool is claimed from the ledger at once, however many it has', async () => {
  const [code = ''] = await makePools(100);
  const { deal, asked } = openDealer();
  const request = requestFor({}, { wanted: [{ pool: code, quantity: 2, kind: 'code', isDirect: true }] });
  expect(claimsOf(await deal(request)).map(({ number }) => number)).toEqual([1, 2]);
  expect(asked.claims).toBe(1);
  expect(await claimed(code)).toEqual([1, 2]);
});

test('one registration that asks many times at once is dealt once', async () => {
  const [pool = ''] = await makePools(100);
  const { deal } = openDealer();
  const request = requestFor({ [pool]: 1 });
  const all = await Promise.all(Array.from({ length: 5 }, () => deal(request)));
  expect(new Set(all.flatMap((one) => claimsOf(one).map(({ number }) => number))).size).toBe(1);
});

test('one session claims no more than two large entries, and what it is refused is not counted', async () => {
  const [pool = '', scarce = ''] = await makePools(2000, 0);
  const { deal } = openDealer();
  const [sessionHash, address] = [uuid7(), uuid7()];
  const ask = (wanted: Readonly<Record<string, number>>) => deal(requestFor(wanted, { sessionHash, address }));
  const tooMany = (of: string, left: number) => ({ kind: 'too-many', of, left, retryAfter: expect.any(Number) });
  for (let n = 0; n < 6; n++) expect((await ask({ [scarce]: 100 })).kind).toBe('missing');
  claimsOf(await ask({ [pool]: 104 }));
  claimsOf(await ask({ [pool]: 99 }));
  const before = Date.now() / 1000;
  const refused = await ask({ [pool]: 6 });
  expect(refused).toEqual(tooMany('session', 5));
  // Then the window that counts now is over, and so is the one after it.
  const at = before + ('retryAfter' in refused ? refused.retryAfter : 0);
  expect(Math.abs(at - (Math.floor(before / 900) + 2) * 900)).toBeLessThan(5);
  claimsOf(await ask({ [pool]: 5 }));
  expect(await ask({ [pool]: 1 })).toEqual(tooMany('session', 0));
  for (let n = 0; n < 3; n++) claimsOf(await deal(requestFor({ [pool]: 64 }, { address })));
  expect(await deal(requestFor({ [pool]: 1 }, { address }))).toEqual(tooMany('network', 0));
});

test('whoever asks again without their last quote is counted once', async () => {
  const [pool = ''] = await makePools(2000);
  const { deal } = openDealer();
  const sessionHash = uuid7();
  const [one, other] = [requestFor({ [pool]: 104 }, { sessionHash }), requestFor({ [pool]: 104 }, { sessionHash })];
  for (let n = 0; n < 3; n++) claimsOf(await deal(one));
  for (let n = 0; n < 3; n++) claimsOf(await deal(other));
  claimsOf(await deal(one));
  expect(await deal(requestFor({ [pool]: 1 }, { sessionHash }))).toMatchObject({ kind: 'too-many', of: 'session' });
});

test('a club behind one address that pays is never refused, and one that does not pay is', async () => {
  const [pool = ''] = await makePools(3000);
  const { deal, errors } = openDealer();
  const tally = new MemcachedTally(stores.memcached, (error) => void errors.push(error));
  const counted = { address: uuid7(), at: Math.floor(Date.now() / 1000), seconds: 1200 };
  /** Somebody who comes to the desk of the club, and what they hold. */
  const comes = async () => {
    const sessionHash = uuid7();
    // The address of the hold is what counts, wherever the quote comes from.
    const dealt = await deal(requestFor({ [pool]: 10 }, { sessionHash, counted }));
    return { dealt, hold: { sessionHash, raceId: 'race', counted, quote: { total: 4500 } } as Hold };
  };
  for (let n = 0; n < 60; n++) {
    const { dealt, hold } = await comes();
    await tally.takeBack(unitsPaid(hold, quotedOf(claimsOf(dealt))));
  }
  for (let n = 0; n < 40; n++) claimsOf((await comes()).dealt);
  expect((await comes()).dealt).toMatchObject({ kind: 'too-many', of: 'network', left: 0 });
  expect(errors).toEqual([]);
});

test('one address leaves half of a small pool to others, in however many browsers, until it pays', async () => {
  const [hoodies = '', shirts = ''] = await makePools(50, 3000);
  const { deal, errors } = openDealer();
  const tally = new MemcachedTally(stores.memcached, (error) => void errors.push(error));
  const counted = { address: uuid7(), at: Math.floor(Date.now() / 1000), seconds: 1200 };
  const share = poolShareOf(50, [5000]);
  const comes = async (quantity: number, changes: Partial<UnitsRequest> = {}) => {
    const sessionHash = uuid7();
    const wanted = [
      { pool: hoodies, quantity, share },
      { pool: shirts, quantity: 8, share: poolShareOf(3000, [5000]) },
    ];
    const request = requestFor({}, { wanted, sessionHash, counted, ...changes });
    return { request, dealt: await deal(request), hold: { sessionHash, raceId: 'race', counted } as Hold };
  };
  const held = (left: number) => ({
    kind: 'missing',
    missing: [{ pool: hoodies, kind: 'held', left, ofNetwork: true }],
  });

  // A stranger whose group of eight wants six each.
  expect((await comes(48)).dealt).toEqual(held(25));
  // What is refused counts for nobody, and takes nothing from the other pool.
  expect(await claimed(shirts)).toEqual([]);
  const first = await comes(20);
  claimsOf(first.dealt);
  expect((await comes(6)).dealt).toEqual(held(5));
  const second = await comes(5);
  claimsOf(second.dealt);
  expect((await comes(1)).dealt).toEqual(held(0));
  // Who has some of it is told how many they may have with them.
  const more = second.request.wanted.map((one) => ({ ...one, quantity: 8 }));
  expect(await deal({ ...second.request, wanted: more })).toEqual(held(5));
  // Others notice nothing, wherever the quote of a hold comes from.
  claimsOf((await comes(8, { counted: { ...counted, address: uuid7() } })).dealt);

  // What is given up, and what is paid for, counts no longer. What cost nothing does.
  const fewer = second.request.wanted.filter(({ pool }) => pool === shirts);
  claimsOf(await deal({ ...second.request, wanted: fewer }));
  await until(async () => (await comes(5)).dealt.kind === 'dealt');
  const paid = quotedOf(claimsOf(first.dealt));
  const free = { total: 0 } as Hold['quote'];
  await tally.takeBack(unitsPaid({ ...first.hold, quote: free }, quotedOf(claimsOf(first.dealt), 0)));
  expect((await comes(1)).dealt).toEqual(held(0));
  await tally.takeBack(unitsPaid({ ...first.hold, quote: free }, paid));
  claimsOf((await comes(8)).dealt);
  expect(errors).toEqual([]);
});

test('a /48 leaves a quarter of a small pool to others', async () => {
  const [pool = ''] = await makePools(50);
  const { deal } = openDealer();
  const share = poolShareOf(50, [5000]);
  const claim = (n: number, quantity: number) =>
    deal(requestFor({}, { wanted: [{ pool, quantity, share }], address: `2001:db8:79:${n.toString(16)}::/64` }));
  for (let n = 0; n < 4; n++) claimsOf(await claim(n, 8));
  expect(await claim(4, 8)).toMatchObject({ kind: 'missing', missing: [{ left: 5 }] });
  claimsOf(await claim(4, 5));
});

test('whoever changes their mind again and again may: what they give up does not count any more', async () => {
  const [medium = '', large = ''] = await makePools(300, 300);
  const { deal, errors } = openDealer();
  const [sessionHash, address, registrationId] = [uuid7(), uuid7(), uuid7()];
  const ask = (pool: string) => deal(requestFor({ [pool]: 104 }, { sessionHash, address, registrationId }));
  for (let n = 0; n < 4; n++) for (const pool of [medium, large]) claimsOf(await ask(pool));
  expect(errors).toEqual([]);
  // What is not on sale again counts: others may not have it.
  const held = (pool: string) => deal(requestFor({ [pool]: 104 }, { sessionHash, address }));
  claimsOf(await held(medium));
  expect(await held(large)).toMatchObject({ kind: 'too-many', of: 'session' });
});

test('what a slow database may not have taken back counts', async () => {
  const [medium = '', large = ''] = await makePools(300, 300);
  const { deal, ledger } = openDealer();
  ledger.drop = () => Promise.reject(new Error('too slow'));
  const [sessionHash, address, registrationId] = [uuid7(), uuid7(), uuid7()];
  const ask = (pool: string) => deal(requestFor({ [pool]: 104 }, { sessionHash, address, registrationId }));
  for (const pool of [medium, large]) claimsOf(await ask(pool));
  expect(await ask(medium)).toMatchObject({ kind: 'too-many', of: 'session' });
});

test('what one pool gave is kept when another fails, and the next try goes on with it', async () => {
  const [fails = '', scarce = '', dealt = ''] = await makePools(2, 2, 100);
  const { deal, errors, ledger } = openDealer();
  const claim = ledger.claim.bind(ledger);
  ledger.claim = (wish) => (wish.pool === fails ? Promise.reject(new Error('database away')) : claim(wish));
  const request = requestFor({ [fails]: 1, [scarce]: 1, [dealt]: 1 });
  expect(await deal(request)).toEqual({ kind: 'busy' });
  expect(errors).toHaveLength(1);
  expect(await claimed(scarce)).toEqual([1]);
  ledger.claim = claim;
  expect(claimsOf(await deal(request)).map(({ pool, number }) => [pool, number])).toEqual([
    [fails, 1],
    [scarce, 1],
    [dealt, 1],
  ]);
});

test('a network claims no more than four of its addresses may', async () => {
  const [pool = ''] = await makePools(2000);
  const { deal } = openDealer();
  const claim = (n: number, network = '2001:db8:77') =>
    deal(requestFor({ [pool]: 60 }, { address: `${network}:${n.toString(16)}::/64` }));
  for (let n = 0; n < 26; n++) claimsOf(await claim(n));
  expect(await claim(26)).toMatchObject({ kind: 'too-many', of: 'network', left: 40 });
  claimsOf(await claim(0, '2001:db8:78'));
});

test('what nobody can remember is given up at once, and does not count', async () => {
  const [pool = ''] = await makePools(100);
  const { memcached } = stores;
  const forgetful = memcachedWith(memcached, { set: () => Promise.reject(new Error('cache away')) });
  const { deal, errors } = openDealer({ zones: [forgetful] });
  const sessionHash = uuid7();
  for (let n = 0; n < 31; n++) expect(await deal(requestFor({ [pool]: 2 }, { sessionHash }))).toEqual({ kind: 'busy' });
  expect(errors).toHaveLength(31);
  // Of what was dealt everything is back. What is not dealt yet waits in its block.
  const rest = await stores.database.postgres.query(
    'SELECT FROM unit u JOIN pool p ON p.id = u.pool_id WHERE u.pool_id = $1 AND u.block = p.current_block',
    [pool],
  );
  expect(await claimed(pool)).toHaveLength(rest.length);
  claimsOf(await openDealer().deal(requestFor({ [pool]: 1 }, { sessionHash })));
});

test('nobody waits long for a database that is slow to take back what they do not want any more', async () => {
  const [medium = '', large = ''] = await makePools(1, 1);
  const { deal, errors, lost } = openDealer();
  const request = requestFor({ [medium]: 1 });
  claimsOf(await deal(request));
  await stores.database.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM unit WHERE pool_id = $1 FOR UPDATE', [medium]);
    claimsOf(await deal({ ...request, wanted: [{ pool: large, quantity: 1 }] }));
    expect(errors).toHaveLength(1);
    expect(lost).toEqual(['1 SpotsLost']);
  });
  // The database goes on when it can.
  await until(async () => (await claimed(medium)).length === 0);
}, 5_000);

test('whoever returns to what they gave up a moment ago is not promised what a slow database still takes back', async () => {
  const [medium = '', large = ''] = await makePools(1, 1);
  const { deal } = openDealer();
  const request = requestFor({ [medium]: 1 });
  claimsOf(await deal(request));
  await stores.database.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM unit WHERE pool_id = $1 FOR UPDATE', [medium]);
    const previous = claimsOf(await deal({ ...request, wanted: [{ pool: large, quantity: 1 }] }));
    expect(await deal({ ...request, previous })).toEqual({
      kind: 'missing',
      missing: [{ pool: medium, kind: 'held', left: 0 }],
    });
  });
  await until(async () => (await claimed(medium)).length === 0);
  await until(async () => (await deal(request)).kind === 'dealt');
  const [claim] = claimsOf(await deal(request));
  const [unit] = await stores.database.postgres.query('SELECT block FROM unit WHERE pool_id = $1', [medium]);
  expect(unit).toEqual({ block: claim?.block });
}, 10_000);

test('what is gone for somebody who has some of it is only held for all others', async () => {
  const [pool = ''] = await makePools(3);
  const { deal } = openDealer();
  const request = requestFor({ [pool]: 1 });
  claimsOf(await deal(request));
  const more = { ...request, wanted: [{ pool, quantity: 4 }] };
  expect(await deal(more)).toEqual({ kind: 'missing', missing: [{ pool, kind: 'gone', left: 3 }] });
  // As many as the first one lacks.
  const answer = await deal(requestFor({ [pool]: 3 }));
  expect(answer).toEqual({ kind: 'missing', missing: [{ pool, kind: 'held', left: 2 }] });
});

test('a crowd that wants the last one at once asks for it a few at a time, and hears together that it is held', async () => {
  const [pool = ''] = await makePools(1);
  const { deal, asked, errors } = openDealer();
  const all = await Promise.all(Array.from({ length: 100 }, () => deal(requestFor({ [pool]: 1 }))));
  expect(all.filter(({ kind }) => kind === 'dealt')).toHaveLength(1);
  const held = { kind: 'missing', missing: [{ pool, kind: 'held', left: 0 }] };
  expect(all.filter(({ kind }) => kind !== 'dealt')).toEqual(Array(99).fill(held));
  // Two ask at once, and one after them. Somebody may come between.
  expect(asked.claims).toBeLessThanOrEqual(4);
  expect(errors).toEqual([]);
});

test('when a verdict is a second old one caller asks again, and all others are still told', async () => {
  const verdicts = new MemcachedVerdicts(stores.memcached);
  const lack = { kind: 'held', sellable: 0 } as const;
  // On a busy machine the verdict may be over before the others ask.
  await until(async () => {
    await verdicts.remember('pool', 1, lack);
    const told = await verdicts.find('pool', 1);
    // The second of memcached's clock was over between the two.
    if (told === undefined) return false;
    expect(told).toEqual(lack);
    await until(async () => (await verdicts.find('pool', 1)) === undefined);
    return (await verdicts.find('pool', 1)) !== undefined;
  });
  expect(await verdicts.find('pool', 2)).toBeUndefined();
});
