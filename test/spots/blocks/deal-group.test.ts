import fc from 'fast-check';
import { personOf } from '../../../lambdas/domain/person/person';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { MemcachedBlocks, MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import type { Ledger } from '../../../lambdas/spots/blocks/ports';
import { administer } from '../../../local/services/postgres-server';
import { ledgerOn } from '../../support/races/ledger';
import { makeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { joinConfirmed } from '../../support/races/waiting-list';
import { openStores } from '../../support/stores';
import { until } from '../../support/until';
import { dealersOn, forgetAll, spotsOf } from './dealers';

const stores = openStores();
const dealer = dealersOn(stores);
const dealMs = 20_000;

const spotsIn = async (eventId: string, which: string) => {
  const rows = await stores.database.postgres.query<{ number: number }>(
    `SELECT number FROM spot WHERE event_id = $1 AND ${which} ORDER BY number`,
    [eventId],
  );
  return rows.map(({ number }) => number);
};
const sellable = async (eventId: string) => (await spotsIn(eventId, 'block IS NULL')).length;

/** The ledger, and how often it was asked for a block. */
const countedLedger = () => {
  const ledger: Ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  let asked = 0;
  const counted: Ledger = {
    cut: (...wish) => {
      asked++;
      return ledger.cut(...wish);
    },
    end: (...block) => ledger.end(...block),
    giveBack: (...numbers) => ledger.giveBack(...numbers),
    due: () => ledger.due(),
    reclaim: (eventId) => ledger.reclaim(eventId),
  };
  return { ledger: counted, asked: () => asked };
};

test('a family is counted at once, and the numbers up to there are all theirs', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 400 });
  const deal = dealer();
  const dealt = [await deal(eventId), await deal(eventId, dealMs, 4), await deal(eventId)];
  expect(spotsOf(dealt)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(dealt[1]).toMatchObject({ kind: 'dealt', spots: [2, 3, 4, 5] });
});

test('a group for which a block has too few left goes on with the next one, and nobody gets a part', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 160 });
  const { ledger, asked } = countedLedger();
  const deal = dealer({ ledger });
  const four = () => deal(eventId, dealMs, 4);
  // A block of 20, and one of 17 from the 140 that are left.
  expect(spotsOf([await four(), await four(), await deal(eventId)])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(spotsOf([await four(), await four()])).toEqual([10, 11, 12, 13, 14, 15, 16, 17]);
  expect(spotsOf([await four()])).toEqual([21, 22, 23, 24]);
  expect(spotsOf([await deal(eventId)])).toEqual([25]);
  expect(asked()).toBe(2);
  // The three that were too few for the last family are on sale again.
  expect((await spotsIn(eventId, 'block IS NULL')).slice(0, 4)).toEqual([18, 19, 20, 38]);
});

test('where blocks are short a family gets one of its own, and the others go on with theirs', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 24 });
  const deal = dealer();
  const dealt = [await deal(eventId), await deal(eventId, dealMs, 4), await deal(eventId), await deal(eventId)];
  expect(dealt.map((each) => each.kind === 'dealt' && each.spots)).toEqual([[1], [4, 5, 6, 7], [2], [3]]);
});

test('one after the other families get spots until fewer are left than they are, and then are told how many', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 17 });
  const deal = dealer();
  const five = () => deal(eventId, dealMs, 5);
  expect(spotsOf([await five(), await five(), await five()])).toHaveLength(15);
  expect(await five()).toEqual({ kind: 'too-few', sellable: 2 });
  expect(spotsOf([await deal(eventId, dealMs, 2)])).toEqual([16, 17]);
  expect(await deal(eventId, dealMs, 3)).toEqual({ kind: 'held' });
});

test('that there are too few for a family is no news for one alone', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 3 });
  const deal = dealer();
  expect(spotsOf([await deal(eventId)])).toEqual([1]);
  expect(await deal(eventId, dealMs, 8)).toEqual({ kind: 'too-few', sellable: 1 });
  // Also in another environment, which knows no block yet.
  const another = dealer();
  expect(spotsOf([await another(eventId), await deal(eventId)])).toEqual([2, 3]);
});

test('of rows that others have locked a family gets none rather than some', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 4 });
  await stores.database.postgres.transaction(async (sql) => {
    await sql.query('SELECT 1 FROM spot WHERE event_id = $1 AND number = 3 FOR UPDATE', [eventId]);
    expect(await dealer()(eventId, dealMs, 4)).toEqual({ kind: 'too-few', sellable: 3 });
  });
  expect(await sellable(eventId)).toBe(4);
  // As soon as the cached answer has expired.
  const dealt = await until(async () => {
    const spots = spotsOf([await dealer()(eventId, dealMs, 4)]);
    return spots.length > 0 && spots;
  });
  expect(dealt).toEqual([1, 2, 3, 4]);
});

test('before the gun nobody is admitted, in whatever company', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 50, opensIn: 60_000 });
  expect(await dealer()(eventId, dealMs, 3)).toEqual({ kind: 'early' });
});

test('what is too little for those who wait is dealt to a family whom it serves; what comes back is not', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 3 });
  const runner = { firstName: 'Ada', lastName: 'Test', email: 'ada@example.com', birthDate: '1990-01-01' };
  await joinConfirmed(stores.database.postgres, eventId, [
    { placeId: uuid7(), person: personOf(runner), runner, size: 4 },
  ]);
  const deal = dealer();
  expect(spotsOf([await deal(eventId, dealMs, 3)])).toEqual([1, 2, 3]);
  expect(await deal(eventId, dealMs, 3)).toEqual({ kind: 'waiting' });
});

test('when all is sold a crowd of families asks the ledger a few times, not each', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 5 });
  expect(spotsOf([await dealer()(eventId, dealMs, 3)])).toHaveLength(3);
  const { ledger, asked } = countedLedger();
  const fleet = Array.from({ length: 4 }, () => dealer({ ledger }));
  const told = await Promise.all(
    fleet.flatMap((deal) => Array.from({ length: 50 }, (_, n) => deal(eventId, dealMs, 3 + (n % 2)))),
  );
  expect(new Set(told.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ kind: 'too-few', sellable: 2 })]),
  );
  // Each size once a second; some waited for their turn before.
  expect(asked()).toBeLessThan(50);
});

test('what one alone was told just now is the answer for a family, too', async () => {
  // It is cached for at most a second, which may be over before the family asks.
  await until(async () => {
    const { eventId } = await makeRace(stores.database.postgres, { spots: 50 });
    await new MemcachedBlocks(stores.memcached).remember(eventId, 1, { kind: 'held' });
    const { ledger, asked } = countedLedger();
    return (await dealer({ ledger })(eventId, dealMs, 3)).kind === 'held' && asked() === 0;
  });
});

test('a relay, where nobody comes alone, is dealt from blocks like any race', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 1200 });
  const { ledger, asked } = countedLedger();
  const fleet = Array.from({ length: 3 }, () => dealer({ ledger }));
  const dealt = await Promise.all(fleet.flatMap((deal) => Array.from({ length: 60 }, () => deal(eventId, dealMs, 4))));
  const spots = spotsOf(dealt);
  expect(spots).toHaveLength(720);
  expect(new Set(spots).size).toBe(720);
  expect(asked()).toBeLessThan(60);
});

test('families leave nothing idle: who comes alone after them gets every number that they did not', async () => {
  const sizes = fc.array(fc.integer({ min: 2, max: 8 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 8, max: 200 }), sizes, async (spots, coming) => {
      const { eventId } = await makeRace(stores.database.postgres, { spots });
      const fleet = [dealer(), dealer()];
      const all = await Promise.all(
        coming.map(async (size, n) => (await fleet[n % 2]?.(eventId, dealMs, size)) ?? nobody),
      );
      for (let alone = await dealer()(eventId); alone.kind === 'dealt'; alone = await dealer()(eventId))
        all.push(alone);
      expect(spotsOf(all).toSorted((a, b) => a - b)).toEqual(Array.from({ length: spots }, (_, n) => n + 1));
    }),
    { numRuns: 12, seed: 7, endOnFailure: true },
  );
});

const nobody = { kind: 'busy' } as const;

/** Random crowds: the group sizes of each, and whether the cache forgets everything after it. */
const crowds = fc.array(
  fc.record({
    sizes: fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 8 })), { minLength: 1, maxLength: 30 }),
    forgets: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 5 },
);

test('however groups and single runners come: no number twice, all of a group in one block, none lost, all or none', async () => {
  const { postgres, ownerUrl } = stores.database;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 150 }), crowds, async (spots, coming) => {
      const race = await makeRace(postgres, { spots });
      const { eventId } = race;
      const fleet = [dealer(), dealer()];
      const groups = [];
      for (const { sizes, forgets } of coming) {
        const asked = await Promise.all(
          sizes.map(async (size, n) => ({ size, dealt: (await fleet[n % 2]?.(eventId, dealMs, size)) ?? nobody })),
        );
        groups.push(...asked);
        expect(asked.filter(({ dealt }) => dealt.kind === 'busy')).toEqual([]);
        if (forgets) await forgetAll(stores.memcachedPort);
      }
      // The group gets what it wants from the few numbers that are left, as long as they are there.
      for (let size = 8; size > 0; size--) {
        await forgetAll(stores.memcachedPort);
        const [free, dealt] = [await sellable(eventId), (await fleet[0]?.(eventId, dealMs, size)) ?? nobody];
        groups.push({ size, dealt });
        if (free >= size) expect(dealt.kind).toBe('dealt');
        else if (size > 1) expect(dealt).toEqual(free > 0 ? { kind: 'too-few', sellable: free } : { kind: 'held' });
      }

      for (const { size, dealt } of groups) {
        if (dealt.kind === 'too-few') expect(dealt.sellable).toBeLessThan(size);
        if (dealt.kind !== 'dealt') continue;
        expect(dealt.spots).toHaveLength(size);
        expect(await spotsIn(eventId, `block = '${dealt.block.id}'`)).toEqual(expect.arrayContaining([...dealt.spots]));
      }
      const numbers = spotsOf(groups.map(({ dealt }) => dealt));
      expect(new Set(numbers).size).toBe(numbers.length);

      const submissions = groups.flatMap(({ dealt }) =>
        dealt.kind === 'dealt'
          ? dealt.spots.map((spot) => submissionFor(race, { ...dealt.block, numbers: [spot] }, 0))
          : [],
      );
      await registrationsOn(postgres).record(eventId, submissions);
      await administer(ownerUrl, [`UPDATE block SET closes_at = clock_timestamp() - interval '1 second'`]);
      await ledgerOn(postgres).reclaim(eventId);
      expect([...numbers, ...(await spotsIn(eventId, 'block IS NULL'))].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: spots }, (_, n) => n + 1),
      );
    }),
    { numRuns: 15, seed: 11 },
  );
});
