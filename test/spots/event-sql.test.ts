import { spotSql } from '../../lambdas/ledger/dealing-sql';
import { anyLeft, mayComeBackToGroup, mayComeBackToOne } from '../../lambdas/ledger/event-sql';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { ledgerOn } from '../support/races/ledger';
import { type MadeRace, makeRace } from '../support/races/race';
import { openStores } from '../support/stores';

const stores = openStores();
let longStatements: Postgres;
beforeAll(() => {
  longStatements = openPostgres(stores.database.url, { statementTimeoutMs: 60_000 });
});
afterAll(() => longStatements.close());
const query = <Row extends object>(text: string, values: readonly unknown[]) => longStatements.query<Row>(text, values);

/** An event that was dealt to its end in blocks of 250, with every spot registered. */
const soldOut = async (spots: number): Promise<MadeRace> => {
  const race = await makeRace(stores.database.postgres, { spots });
  const blocks = Array.from({ length: spots / 250 }, uuid7);
  await query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     SELECT id, $1, array(SELECT generate_series(250 * n - 249, 250 * n)), now(), now() + interval '15 minutes' + n * interval '1 s'
     FROM unnest($2::uuid[]) WITH ORDINALITY AS b (id, n)`,
    [race.eventId, blocks],
  );
  await query('UPDATE spot SET block = ($2::uuid[])[(number + 249) / 250] WHERE event_id = $1', [race.eventId, blocks]);
  await query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
     SELECT gen_random_uuid(), $1, 'runner ' || number, 'confirmed', true, number, block, number, 'block' FROM spot WHERE event_id = $1`,
    [race.eventId],
  );
  return race;
};

interface Plan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}
/** How many pages a query reads. */
const pagesOf = async (text: string, values: readonly unknown[]): Promise<number> => {
  const [row] = await query<{ 'QUERY PLAN': readonly Plan[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  return plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN;
};
const leftOf = async (eventId: string) => (await query<{ left: boolean }>(anyLeft, [eventId]))[0]?.left;
const mark = async (eventId: string) => (await query(spotSql.markFull, [eventId])).length;

test('every caller reads no more of 50,000 spots than of 10,000', async () => {
  const pages = [];
  for (const spots of [10_000, 50_000]) {
    const { eventId } = await soldOut(spots);
    pages.push([
      await pagesOf(anyLeft, [eventId]),
      await pagesOf(mayComeBackToOne, [eventId]),
      await pagesOf(mayComeBackToGroup, [eventId, [1, 2], 3]),
      await pagesOf(spotSql.markFull, [eventId]),
    ]);
  }
  const [few = [], many = []] = pages;
  for (const [n, most] of few.entries()) expect(many[n]).toBeLessThan(1.5 * most);
  // Eight blocks of 250, each number looked up twice.
  expect(many[0]).toBeLessThan(2 * 4 * 8 * 250);
}, 120_000);

test('it is said that something is left until every block was looked at, and then never looked at again', async () => {
  const { eventId } = await soldOut(10_000);
  const said = [];
  for (let n = 0; n < 3; n++) said.push([await leftOf(eventId), await mark(eventId)]);
  expect(said).toEqual([
    [true, 32],
    [true, 8],
    [false, 0],
  ]);
  expect(await pagesOf(anyLeft, [eventId])).toBeLessThan(200);
});

test('one unregistered spot is found among blocks that are full, and is sellable once given back', async () => {
  const { eventId } = await soldOut(5_000);
  await query('DELETE FROM registration WHERE event_id = $1 AND spot = 4321', [eventId]);
  for (let n = 0; n < 4; n++) {
    await mark(eventId);
    expect(await leftOf(eventId)).toBe(true);
  }
  const [row] = await query<{ n: number }>('SELECT count(*)::int AS n FROM block WHERE event_id = $1 AND NOT is_full', [
    eventId,
  ]);
  expect(row?.n).toBe(1);
  await query(`UPDATE block SET closes_at = now() - interval '1 s' WHERE event_id = $1 AND NOT is_full`, [eventId]);
  expect(await ledgerOn(stores.database.postgres).reclaim(eventId)).toBe(1);
  expect(await ledgerOn(stores.database.postgres).cut(eventId, undefined, 'spent')).toMatchObject({
    kind: 'block',
    block: { numbers: [4321] },
  });
});

test('the ledger says held while it has not looked at all of them, and sold out once it has', async () => {
  const { eventId } = await soldOut(5_000);
  const answers = [];
  for (let n = 0; n < 3; n++)
    answers.push((await ledgerOn(stores.database.postgres).cut(eventId, undefined, 'spent')).kind);
  expect(answers).toEqual(['held', 'sold-out', 'sold-out']);
});
