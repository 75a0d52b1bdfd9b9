import { setTimeout } from 'node:timers/promises';
import { personOf } from '../../../lambdas/domain/person/person';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { counterKey } from '../../../lambdas/spots/blocks/block';
import { type Dealt, dealSpot } from '../../../lambdas/spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import type { Counters, Ledger } from '../../../lambdas/spots/blocks/ports';

import { ledgerOn } from '../../support/races/ledger';
import { makeRace } from '../../support/races/race';
import { waitingListOn } from '../../support/races/waiting-list';
import { openStores } from '../../support/stores';
import { until } from '../../support/until';
import { type Dealer, dealersOn, forgetAll, spotsOf } from './dealers';

const stores = openStores();

const dealer = dealersOn(stores);

/** Asks until nobody may be admitted any more. */
const dealAll = async (
  fleet: readonly Dealer[],
  eventId: string,
  upset: (round: number) => Promise<unknown> = async () => undefined,
) => {
  const all: Dealt[] = [];
  for (let round = 0; round < 200; round++) {
    const dealt = await Promise.all(fleet.flatMap((deal) => Array.from({ length: 10 }, () => deal(eventId))));
    all.push(...dealt);
    if (dealt.every(({ kind }) => kind === 'held' || kind === 'sold-out')) return all;
    await upset(round);
  }
  throw new Error('it never came to an end');
};

test('four processes deal every spot of an event once, and then say that all are held', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 300 });
  const all = await dealAll([dealer(), dealer(), dealer(), dealer()], eventId);
  const spots = spotsOf(all);
  expect(new Set(spots).size).toBe(spots.length);
  expect(spots.length).toBe(300);
  expect(all.at(-1)).toEqual({ kind: 'held' });
});

test('a cache that forgets everything again and again costs spots for a while, and deals none twice', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 300 });
  const spots = spotsOf(
    await dealAll([dealer(), dealer()], eventId, async (round) => round < 8 && forgetAll(stores.memcachedPort)),
  );
  expect(new Set(spots).size).toBe(spots.length);
  expect(spots.length).toBeLessThanOrEqual(300);
});

test('the next block is cut by one caller before the last one is spent', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const one = dealer();
  for (let n = 0; n < 7; n++) await one(eventId);
  const [row] = await stores.database.postgres.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM block WHERE event_id = $1',
    [eventId],
  );
  expect(row?.n).toBe(2);
  const rest = await Promise.all(Array.from({ length: 3 }, () => one(eventId)));
  expect(spotsOf(rest)).toEqual([8, 9, 10]);
});

test('who finds a block spent while the next one is cut waits for it, and nobody cuts another', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  let goOn = () => {};
  const goesOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const pause = jest.fn(() => setTimeout(5));
  const real = ledger.cut.bind(ledger);
  const cut = jest.spyOn(ledger, 'cut').mockImplementation(async (...asked) => {
    if (asked[2] === 'ahead') await goesOn;
    return real(...asked);
  });
  const fleet = [dealer({ ledger, pause }), dealer({ ledger, pause })];
  const [one, other] = fleet as [Dealer, Dealer];
  for (let n = 0; n < 6; n++) await one(eventId);
  // The seventh of ten cuts ahead.
  const crowd = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : other)(eventId));
  await until(() => pause.mock.calls.length > 3);
  goOn();
  expect(new Set(spotsOf(await Promise.all(crowd))).size).toBe(8);
  expect(cut.mock.calls.map(([, , reason]) => reason)).toEqual(['spent', 'ahead']);
});

test('a clock five minutes ahead deals from the same block as everybody and strands nothing', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const ahead = dealer({ clock: () => new Date(Date.now() + 10 * 60_000) });
  const [a, b] = [await dealer()(eventId), await ahead(eventId)];
  const c = await ahead(eventId);
  expect(spotsOf([a, b, c])).toEqual([1, 2, 3]);
});

test('nobody is dealt a spot of a block that is over, because the one before it was over, too', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  let later = 0;
  const [one, idle] = [dealer(), dealer({ clock: () => new Date(Date.now() + later) })];
  await idle(eventId);
  // The block after it is cut, and is the current one in the cache.
  for (let n = 0; n < 7; n++) await one(eventId);
  later = 10 * 60_000;
  await stores.database.postgres.query(
    `UPDATE block SET deal_until = clock_timestamp() - interval '1 second' WHERE event_id = $1`,
    [eventId],
  );
  expect(spotsOf([await idle(eventId)])).toEqual([19]);
});

test('somebody who asks again and again while all spots are held is answered each time, not kept waiting', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 1 });
  const pause = jest.fn(() => setTimeout(10));
  const ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  const cut = jest.spyOn(ledger, 'cut');
  const one = dealer({ pause, ledger });
  await one(eventId);
  const kinds = new Set<string>();
  // Until what the cache remembers of the answer has run out twice.
  while (cut.mock.calls.length < 4) kinds.add((await one(eventId, 5_000)).kind);
  expect([...kinds]).toEqual(['held']);
  expect(pause).not.toHaveBeenCalled();
});

test('a process that comes late from a spent block goes on with the block after it, and skips none', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const [one, errors] = [dealer(), [] as unknown[]];
  for (let n = 0; n < 10; n++) await one(eventId);
  let first = true;
  class Slow extends MemcachedBlocks {
    override async after(blockId: string) {
      const answer = await super.after(blockId);
      if (!first) return answer;
      first = false;
      // Between this caller's look and its turn to cut, the others deal most of the next block and cut the one after.
      for (let n = 0; n < 7; n++) await one(eventId);
      return undefined;
    }
  }
  const late = dealer({ blocks: new Slow(stores.memcached), errors });
  expect(spotsOf([await late(eventId)])).toEqual([18]);
  expect(errors).toEqual([]);
});

test('of hundreds who ask while all spots are held one asks the ledger, and a few the cache', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 1 });
  const ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  let [asked, looked] = [0, 0];
  const counted = {
    cut: (...wish: Parameters<Ledger['cut']>) => {
      asked++;
      return ledger.cut(...wish);
    },
    end: ledger.end.bind(ledger),
    giveBack: ledger.giveBack.bind(ledger),
    due: ledger.due.bind(ledger),
    reclaim: ledger.reclaim.bind(ledger),
  };
  class Counted extends MemcachedBlocks {
    override current(event: string) {
      looked++;
      return super.current(event);
    }
  }
  const one = dealer({ ledger: counted, blocks: new Counted(stores.memcached) });
  await one(eventId);
  [asked, looked] = [0, 0];
  const answers = await Promise.all(Array.from({ length: 450 }, () => one(eventId)));
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['held']));
  expect(asked).toBeLessThanOrEqual(2);
  expect(looked).toBeLessThan(20);
});

/** The event's blocks as they were cut; `soon`: one that ends with its holds, not as planned. */
const endsOf = async (eventId: string) => {
  const rows = await stores.database.postgres.query<{ soon: boolean }>(
    `SELECT closes_at < clock_timestamp() + make_interval(secs => hold_seconds + 95) AS soon FROM block
     WHERE event_id = $1 ORDER BY numbers[1]`,
    [eventId],
  );
  return rows.map(({ soon }) => (soon ? 'soon' : 'planned'));
};

test('a block ends soon once its last number is dealt, and not while it is dealt from', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const one = dealer();
  for (let n = 0; n < 9; n++) await one(eventId);
  expect(await endsOf(eventId)).toEqual(['planned', 'planned']);
  await one(eventId);
  expect(await endsOf(eventId)).toEqual(['soon', 'planned']);
});

test('when the process that was dealt the last number dies before it says so, the next one does', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  const errors: unknown[] = [];
  const dying = {
    cut: ledger.cut.bind(ledger),
    giveBack: ledger.giveBack.bind(ledger),
    due: ledger.due.bind(ledger),
    reclaim: ledger.reclaim.bind(ledger),
    end: async () => Promise.reject(new Error('dead')),
  };
  const [one, another] = [dealer({ ledger: dying, errors }), dealer()];
  for (let n = 0; n < 10; n++) await one(eventId);
  expect(errors).toHaveLength(1);
  expect(await endsOf(eventId)).toEqual(['planned', 'planned']);
  expect(spotsOf([await another(eventId)])).toEqual([11]);
  expect(await endsOf(eventId)).toEqual(['soon', 'planned']);
});

test('what the ledger could not be told of a block it is told with the next request', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  let isAway = false;
  const away = () => Promise.reject(new Error('away'));
  const weak: Ledger = {
    cut: (...wish) => (isAway ? away() : ledger.cut(...wish)),
    end: (...block) => (isAway ? away() : ledger.end(...block)),
    giveBack: ledger.giveBack.bind(ledger),
    due: ledger.due.bind(ledger),
    reclaim: ledger.reclaim.bind(ledger),
  };
  const errors: unknown[] = [];
  let ahead = 0;
  const one = dealer({ ledger: weak, errors, clock: () => new Date(Date.now() + ahead) });
  for (let n = 0; n < 9; n++) await one(eventId);
  isAway = true;
  // The caller who is counted to the end, and the one who is counted past it.
  expect(spotsOf([await one(eventId), await one(eventId)])).toEqual([10, 11]);
  expect(errors).toHaveLength(3);
  // The ledger may hang: the next caller is dealt a spot without waiting for it.
  expect(spotsOf([await one(eventId), await one(eventId)])).toEqual([12, 13]);
  expect(errors).toHaveLength(3);
  expect(await endsOf(eventId)).toEqual(['planned', 'planned']);
  isAway = false;
  ahead = 5_000;
  expect(spotsOf([await one(eventId)])).toEqual([14]);
  expect(await endsOf(eventId)).toEqual(['soon', 'planned']);
});

test('while the ledger is being told of a spent block, nobody else tells it', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const ledger = ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(stores.memcached) });
  let reports = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow: Ledger = {
    cut: ledger.cut.bind(ledger),
    end: async (...block) => {
      reports++;
      await answered;
      return ledger.end(...block);
    },
    giveBack: ledger.giveBack.bind(ledger),
    due: ledger.due.bind(ledger),
    reclaim: ledger.reclaim.bind(ledger),
  };
  const one = dealer({ ledger: slow });
  for (let n = 0; n < 9; n++) await one(eventId);
  const last = one(eventId);
  await until(() => reports === 1);
  const later = Array.from({ length: 5 }, () => one(eventId));
  await until(() => reports === 2);
  answer();
  await Promise.all([last, ...later]);
  // The caller that was counted to the end, and the first that was counted past it, in case the other died.
  expect(reports).toBe(2);
  expect(await endsOf(eventId)).toEqual(['soon', 'planned']);
});

test('a block whose counter is gone ends soon; one whose counter does not answer does not', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const real = new MemcachedCounters(stores.memcached);
  let failing = 0;
  const counters: Counters = {
    open: (id) => real.open(id),
    next: (id, size) => (failing-- > 0 ? Promise.reject(new Error('no answer')) : real.next(id, size)),
  };
  const one = dealer({ counters });
  await one(eventId);
  failing = 3;
  for (let n = 0; n < 3; n++) await one(eventId);
  expect(await endsOf(eventId)).toEqual(['planned', 'planned']);
  await forgetAll(stores.memcachedPort);
  await one(eventId);
  expect(await endsOf(eventId)).toEqual(['planned', 'soon', 'planned']);
});

test('a block whose counter alone is gone, after the next one was cut, ends soon too', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const [one, another] = [dealer(), dealer()];
  for (let n = 0; n < 8; n++) await one(eventId);
  const [first] = await stores.database.postgres.query<{ id: string }>(
    'SELECT id FROM block WHERE event_id = $1 ORDER BY numbers[1]',
    [eventId],
  );
  await stores.memcached.delete(counterKey(first?.id ?? ''));
  expect(spotsOf([await one(eventId), await another(eventId)])).toEqual([11, 12]);
  expect(await endsOf(eventId)).toEqual(['soon', 'planned']);
});

test('a process that hears that others wait has what is over taken back for them', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 1 });
  const one = dealer();
  await one(eventId);
  const runner = { firstName: 'Ada', lastName: 'Test', email: 'ada@example.com', birthDate: '1990-01-01' };
  const join = { placeId: uuid7(), person: personOf(runner), runner, size: 1 };
  await waitingListOn(stores.database.postgres).join(eventId, [join]);
  await stores.database.postgres.query('UPDATE waiting SET confirmed_at = now() WHERE id = $1', [join.placeId]);
  await stores.database.postgres.query('UPDATE block SET closes_at = now() WHERE event_id = $1', [eventId]);
  expect((await dealer()(eventId)).kind).toBe('waiting');
  const [place] = await stores.database.postgres.query<{ state: string }>('SELECT state FROM waiting WHERE id = $1', [
    join.placeId,
  ]);
  expect(place?.state).toBe('offered');
});

test('before the gun nobody is admitted', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 5, opensIn: 60_000 });
  expect(await dealer()(eventId)).toEqual({ kind: 'early' });
});

test('an increment without an answer admits nobody; after three in a row the block counts as lost', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const real = new MemcachedCounters(stores.memcached);
  let failing = 0;
  const counters: Counters = {
    open: (id) => real.open(id),
    next: (id, size) => (failing-- > 0 ? Promise.reject(new Error('no answer')) : real.next(id, size)),
  };
  const errors: unknown[] = [];
  const one = dealer({ counters, errors });
  expect(spotsOf([await one(eventId)])).toEqual([1]);
  failing = 3;
  expect([(await one(eventId)).kind, (await one(eventId)).kind]).toEqual(['busy', 'busy']);
  expect(spotsOf([await one(eventId)])).toEqual([11]);
  expect(errors).toHaveLength(3);
});

test('with the cache away nobody is admitted, nobody waits, and nothing is cut', async () => {
  const { eventId } = await makeRace(stores.database.postgres, { spots: 80 });
  const gone = openMemcached('memcached://127.0.0.1:1');
  const errors: unknown[] = [];
  const deal = dealSpot({
    ledger: ledgerOn(stores.database.postgres, { counters: new MemcachedCounters(gone) }),
    counters: new MemcachedCounters(gone),
    blocks: new MemcachedBlocks(gone),
    now: () => new Date(),
    pause: async () => undefined,
    report: (error) => void errors.push(error),
    count: () => undefined,
  });
  expect(await deal(eventId, Date.now() + 2_000)).toEqual({ kind: 'busy' });
  expect(errors).not.toHaveLength(0);
  const [row] = await stores.database.postgres.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM block WHERE event_id = $1',
    [eventId],
  );
  expect(row?.n).toBe(0);
  gone.close();
});
