import { returnUnits } from '../../lambdas/ledger/postgres-returned-units';
import { Cache } from '../../lambdas/platform/cache/cache';
import { uuid7 } from '../../lambdas/platform/uuid';
import { MemcachedCounters } from '../../lambdas/spots/blocks/memcached-blocks';
import { CachedStock } from '../../lambdas/units/stock/cached-stock';
import { PostgresStocks } from '../../lambdas/units/stock/postgres-stocks';
import { stockOf } from '../../lambdas/units/stock/show-stock';
import { directing } from '../support/directing';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';
import { unitLedgerOn } from '../support/units/ledger';

const stores = openStores();
const postgres = () => stores.database.postgres;
const stocks = () => new PostgresStocks(postgres(), uuid7);
const ledger = () => unitLedgerOn(postgres(), { counters: new MemcachedCounters(stores.memcached) });
const aRace = async () => (await makeRace(postgres(), { spots: 5 })).raceId;
const set = (raceId: string, stock: number, isDryRun = false) =>
  stocks().set({ raceId, variant: 'shirt-m', stock, isDryRun });
const poolOf = async (raceId: string) => {
  const [row] = await postgres().query<{ id: string }>('SELECT id FROM pool WHERE race_id = $1', [raceId]);
  return row?.id ?? '';
};
const numbersOf = async (pool: string) =>
  (await postgres().query<{ number: number }>('SELECT number FROM unit WHERE pool_id = $1 ORDER BY 1', [pool])).map(
    ({ number }) => number,
  );

/** Claims units and writes a line for the first `given` of them. Returns the registration. */
const take = async (raceId: string, quantity: number, given: number) => {
  const [pool, registrationId] = [await poolOf(raceId), uuid7()];
  const { claims } = await ledger().claim({ pool, registrationId, quantity, except: [] });
  await postgres().query(
    `INSERT INTO registration (id, event_id, outcome, live, via) SELECT $1, id, 'refused', false, 'none' FROM event WHERE race_id = $2`,
    [registrationId, raceId],
  );
  await postgres().query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, pool_id, unit, block, state)
     SELECT $1, number, 'item', 'shirt-m', 0, 0, $2, number, block, 'given' FROM unnest($3::int[], $4::uuid[]) u (number, block)`,
    [
      registrationId,
      pool,
      claims.slice(0, given).map(({ number }) => number),
      claims.slice(0, given).map(({ block }) => block),
    ],
  );
  return registrationId;
};

test('stock is set, raised and lowered, and a dry run says what would be', async () => {
  const raceId = await aRace();
  expect(await set(raceId, 3, true)).toEqual({ kind: 'set', before: 0, units: 3, given: 0 });
  expect(await poolOf(raceId)).toBe('');
  expect(await set(raceId, 3)).toEqual({ kind: 'set', before: 0, units: 3, given: 0 });
  expect(await set(raceId, 5)).toEqual({ kind: 'set', before: 3, units: 5, given: 0 });
  expect(await set(raceId, 5)).toEqual({ kind: 'set', before: 5, units: 5, given: 0 });
  expect(await set(raceId, 2, true)).toEqual({ kind: 'set', before: 5, units: 2, given: 0 });
  expect(await set(raceId, 2)).toEqual({ kind: 'set', before: 5, units: 2, given: 0 });
  // A number is never used a second time: somebody may have it in a mail.
  await set(raceId, 3);
  expect(await numbersOf(await poolOf(raceId))).toEqual([1, 2, 6]);
  const changes = await postgres().query(`SELECT race_id, event_id FROM audit WHERE action = 'stock-changed'`);
  expect(changes).toEqual(new Array(4).fill({ race_id: raceId, event_id: null }));
  expect(await stocks().set({ raceId: 'none', variant: 'shirt-m', stock: 1, isDryRun: false })).toEqual({
    kind: 'no-such-race',
  });
});

test('stock is not lowered below what is given; what is claimed is waited for', async () => {
  const raceId = await aRace();
  await set(raceId, 5);
  await take(raceId, 3, 2);
  expect(await set(raceId, 1)).toEqual({ kind: 'given', given: 2 });
  for (const isDryRun of [true, false])
    expect(await set(raceId, 2, isDryRun)).toEqual({ kind: 'set', before: 5, units: 3, given: 2 });
});

test('a director sets the stock by a command, and reads why it cannot be', async () => {
  const raceId = await aRace();
  const direct = directing({ stocks: stocks() });
  const order = (stock: number, dryRun = false) => direct({ setStock: { raceId, variant: 'shirt-m', stock, dryRun } });
  expect(await order(4)).toEqual({
    stock: { raceId, variant: 'shirt-m', stock: 4, before: 0, units: 4, given: 0, dryRun: false },
  });
  await take(raceId, 3, 3);
  expect(await order(2, true)).toMatchObject({
    refused: { reason: 'more-given', errors: [{ field: 'setStock.stock' }] },
  });
});

test('the units of a registration that ends are sellable at once', async () => {
  const raceId = await aRace();
  await set(raceId, 2);
  const registrationId = await take(raceId, 2, 2);
  await postgres().transaction((sql) => returnUnits(sql, [registrationId]));
  expect(
    await postgres().query('SELECT FROM unit WHERE pool_id = $1 AND block IS NULL', [await poolOf(raceId)]),
  ).toHaveLength(2);
  expect(
    await postgres().query('SELECT state, unit FROM registration_line WHERE registration_id = $1', [registrationId]),
  ).toEqual([
    { state: 'returned', unit: null },
    { state: 'returned', unit: null },
  ]);
});

test('a page says plenty, few, held or gone', async () => {
  const raceId = await aRace();
  const stockNow = async () => {
    const counts = new CachedStock(new Cache(stores.memcached), postgres(), stores.memcached);
    return (await counts.of(raceId)).map(stockOf);
  };
  await set(raceId, 100);
  // Of the block that is dealt from now, what is not dealt is there, too.
  await ledger().cut(await poolOf(raceId), undefined, 'spent');
  expect(await stockNow()).toEqual([{ variant: 'shirt-m', state: 'plenty' }]);
});

test.each([
  [{ sellable: 21, undealt: 0, held: false }, { state: 'plenty' }],
  [
    { sellable: 12, undealt: 8, held: false },
    { state: 'few', left: 20 },
  ],
  [{ sellable: 0, undealt: 0, held: true }, { state: 'held' }],
  [{ sellable: 0, undealt: 0, held: false }, { state: 'gone' }],
])('%j is shown as %j', (count, shown) => {
  expect(stockOf({ variant: 'm', ...count })).toEqual({ variant: 'm', ...shown });
});
