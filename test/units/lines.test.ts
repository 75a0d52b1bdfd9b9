import type { Claim } from '../../lambdas/domain/claim';
import type { FeeFigures } from '../../lambdas/domain/money/quote';
import { giveLines, type NewLine } from '../../lambdas/ledger/postgres-lines';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { type MadeRace, makeRace } from '../support/races/race';
import { unitLedgerOn } from '../support/units/ledger';
import { makePool } from '../support/units/pool';
import { until } from '../support/until';

let database: FreshDatabase;
let race: MadeRace;
beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 10 });
});
afterAll(() => database.close());

const percent = { basisPoints: 1000 };
const feeOn = ({ basisPoints = 0, fixed = 0 }: FeeFigures, charged: number) =>
  charged > 0 ? Math.floor((charged * basisPoints) / 10_000) + fixed : 0;

/** A registration that a batch confirmed in the same transaction: here it needs no spot. */
const registered = async (sql: Sql = database.postgres, id = uuid7()) => {
  await sql.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, via) VALUES ($1, $2, $1::uuid::text, 'refused', false, 'none')`,
    [id, race.eventId],
  );
  return id;
};

const lineOf = (registrationId: string, claim?: Claim, changes: Partial<NewLine> = {}): NewLine => ({
  registrationId,
  quoted: registrationId,
  position: 1,
  kind: 'item',
  ref: 'shirt',
  list: 2000,
  amount: 2000,
  claim,
  ...changes,
});

const record = (lines: readonly NewLine[], sql?: Sql) => {
  const write = (on: Sql) => giveLines({ newId: uuid7, feeOn })(on, lines, () => percent);
  return sql ? write(sql) : database.postgres.transaction(write);
};

const poolOf = (units: number) => makePool(database.postgres, race.raceId, { units });
const claimFor = async (pool: string, registrationId: string = uuid7(), quantity = 1): Promise<readonly Claim[]> => {
  const claimed = await unitLedgerOn(database.postgres).claim({ pool, registrationId, quantity, except: [] });
  return claimed.claims;
};
/** What a cache may deal of a block that everybody deals from. */
const cutOf = async (pool: string): Promise<readonly Claim[]> => {
  const cut = await unitLedgerOn(database.postgres).cut(pool, undefined, 'spent');
  if (cut.kind !== 'block') throw new Error(cut.kind);
  return cut.block.numbers.map((number) => ({ pool, number, block: cut.block.id }));
};
const rowsOf = (pool: string) =>
  database.postgres.query<{ unit: number | null; amount: number; state: string }>(
    'SELECT unit, amount, state FROM registration_line WHERE pool_id = $1 ORDER BY unit',
    [pool],
  );
const statesOf = (lines: readonly { state: string; amount: number }[]) => lines.map((one) => [one.state, one.amount]);
const sellable = async (pool: string) =>
  (await database.postgres.query('SELECT FROM unit WHERE pool_id = $1 AND block IS NULL', [pool])).length;

test('each line gets what it claimed; what is not limited needs no claim', async () => {
  const pool = await poolOf(2);
  const id = await registered();
  const [first, second] = await claimFor(pool, id, 2);
  const written = await record([
    lineOf(id, undefined, { position: 0, kind: 'entry', ref: '', label: 'Early', list: 4500, amount: 4500 }),
    lineOf(id, first),
    lineOf(id, second, { position: 2 }),
  ]);
  expect(statesOf(written)).toEqual([
    ['given', 4500],
    ['given', 2000],
    ['given', 2000],
  ]);
  expect(await rowsOf(pool)).toMatchObject([{ unit: 1 }, { unit: 2 }]);
});

test('of two to whom a cache dealt one unit, one gets another, as long as there is one', async () => {
  const pool = await poolOf(9);
  const [claim] = await cutOf(pool);
  const ids = [await registered(), await registered()];
  expect(statesOf(await record(ids.map((id) => lineOf(id, claim))))).toEqual([
    ['given', 2000],
    ['given', 2000],
  ]);
  expect(new Set((await rowsOf(pool)).map(({ unit }) => unit)).size).toBe(2);
  // Four are in the block.
  expect(await sellable(pool)).toBe(4);
});

test('what cannot be given is short and costs nothing, nor does the fee on it; the rest is taken', async () => {
  const pool = await poolOf(1);
  const claims = await claimFor(pool);
  const [winner, loser] = [await registered(), await registered()];
  await unitLedgerOn(database.postgres).drop(claims);
  const [again] = await claimFor(pool, winner);
  await record([lineOf(winner, again)]);
  const written = await record([
    lineOf(loser, undefined, { position: 0, kind: 'entry', ref: '', list: 4500, amount: 4500 }),
    lineOf(loser, claims[0]),
    lineOf(loser, undefined, { position: 2, kind: 'fee', ref: '', list: 650, amount: 650 }),
  ]);
  expect(statesOf(written)).toEqual([
    ['given', 4500],
    ['short', 0],
    ['given', 450],
  ]);
  const rows = await database.postgres.query(
    'SELECT amount, state, pool_id FROM registration_line WHERE registration_id = $1 ORDER BY position',
    [loser],
  );
  expect(rows).toEqual([
    { amount: 4500, state: 'given', pool_id: null },
    { amount: 0, state: 'short', pool_id: pool },
    { amount: 450, state: 'given', pool_id: null },
  ]);
});

test('a use of a code beyond its limit stands at its price, and is over', async () => {
  const pool = await poolOf(1);
  const [claim] = await claimFor(pool);
  const ids = [await registered(), await registered()];
  const lines = ids.map((id) =>
    lineOf(id, claim, { quoted: claim?.block ?? '', kind: 'code', ref: 'c', list: 0, amount: 0 }),
  );
  expect(statesOf(await record(lines)).map(([state]) => state)).toEqual(['over', 'over']);
});

test('what one registration claimed for itself is nobody else’s', async () => {
  const pool = await poolOf(1);
  const owner = await registered();
  const [claim] = await claimFor(pool, owner);
  const thief = await registered();
  expect(statesOf(await record([lineOf(thief, claim)]))).toEqual([['short', 0]]);
  const companion = await registered();
  expect(statesOf(await record([lineOf(companion, claim, { quoted: owner })]))).toEqual([['given', 2000]]);
});

test('a late one takes nothing that is promised to somebody, and nobody’s claim outlives its block', async () => {
  const pool = await poolOf(2);
  const first = await registered();
  const [old] = await claimFor(pool, first);
  await unitLedgerOn(database.postgres).drop([old ?? { pool, number: 0, block: '' }]);
  const owner = await registered();
  const [mine] = await claimFor(pool, owner);
  expect(mine?.number).toBe(old?.number);
  // Old and mine are the same number in other blocks. One unit is sellable: the late one gets that.
  expect(statesOf(await record([lineOf(first, old)]))).toEqual([['given', 2000]]);
  expect(statesOf(await record([lineOf(await registered(), old)]))).toEqual([['short', 0]]);
  expect(statesOf(await record([lineOf(owner, mine)]))).toEqual([['given', 2000]]);
  expect(await rowsOf(pool)).toMatchObject([{ unit: 1 }, { unit: 2 }, { unit: null }]);
});

test('what was taken for a late one who turns out to have their line is sellable again', async () => {
  const pool = await poolOf(2);
  const id = await registered();
  const [claim] = await claimFor(pool);
  await record([lineOf(id, claim, { quoted: uuid7() })]);
  expect(await sellable(pool)).toBe(0);
  const other = await poolOf(1);
  const [theirs] = await claimFor(other);
  await unitLedgerOn(database.postgres).drop(theirs ? [theirs] : []);
  await record([lineOf(id, theirs)]);
  expect(await sellable(other)).toBe(1);
});

test('a line that is written while its unit is dropped keeps it, and what was dropped with it is sellable', async () => {
  const pool = await poolOf(9);
  const id = await registered();
  const claims = await claimFor(pool, id, 2);
  let dropped: Promise<unknown> | undefined;
  await database.postgres.transaction(async (sql) => {
    await record([lineOf(id, claims[0])], sql);
    // It may take longer than a runner waits for it.
    dropped = unitLedgerOn(database.postgres).drop(claims).catch(String);
    await untilOneWaits(database.postgres);
  });
  await dropped;
  await until(async () => (await sellable(pool)) === 8);
  expect(await rowsOf(pool)).toMatchObject([{ unit: claims[0]?.number, state: 'given' }]);
});

test('a writer and a reclaim that meet at a unit: who comes first decides, and it is given or sellable', async () => {
  const pool = await poolOf(9);
  const [claim] = await cutOf(pool);
  const id = await registered();
  await database.postgres.query('UPDATE unit_block SET closes_at = clock_timestamp() WHERE pool_id = $1', [pool]);
  let reclaimed: Promise<number> | undefined;
  await database.postgres.transaction(async (sql) => {
    await record([lineOf(id, claim)], sql);
    reclaimed = unitLedgerOn(database.postgres).reclaim(pool);
    await untilOneWaits(database.postgres);
  });
  // The others of the block.
  expect(await reclaimed).toBe(3);
  expect(await rowsOf(pool)).toMatchObject([{ unit: claim?.number, state: 'given' }]);
  // The other way round: the claim is gone with its block, and the unit is found again as any sellable one.
  const two = await poolOf(9);
  const [late] = await cutOf(two);
  await database.postgres.query('UPDATE unit_block SET closes_at = clock_timestamp() WHERE pool_id = $1', [two]);
  await unitLedgerOn(database.postgres).reclaim(two);
  expect(statesOf(await record([lineOf(await registered(), late)]))).toEqual([['given', 2000]]);
});
