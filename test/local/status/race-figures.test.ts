import pg from 'pg';
import { wantRefund } from '../../../lambdas/ledger/seat-sql';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';
import { balanceBooks } from '../../../local/status/books';
import { readRaces } from '../../../local/status/race-figures';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { paidGroup } from '../../support/races/paid-group';
import { paidMove } from '../../support/races/paid-move';
import { unitLedgerOn } from '../../support/units/ledger';
import { makePool } from '../../support/units/pool';

const event = '0199a000-0000-7000-8000-000000000001';
const block = '0199a000-0000-7000-8000-00000000000b';
const id = (number: number) => `0199a000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;

let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  await pool.query(`
    INSERT INTO race VALUES ('r', 'Harbour', 'P', '2027-01-01', 'UTC', '', 'EUR', now(), now() + interval '1 day', '1', 'w', 'h');
    INSERT INTO event VALUES ('${event}', 'r', 1, 'Marathon', 42195, 10, 11, NULL);
    INSERT INTO block VALUES ('${block}', '${event}', NULL, '{1,2,3,4}', now(), now());
    INSERT INTO spot SELECT '${event}', n, CASE WHEN n <= 4 THEN '${block}'::uuid END FROM generate_series(1, 10) n;
    INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
      SELECT ('0199a000-0000-7000-8000-00000000010' || n)::uuid, '${event}', 'p' || n, 'confirmed', true, n, '${block}', n, 'block' FROM generate_series(1, 3) n;
    INSERT INTO registration (id, event_id, person, outcome, live, via) VALUES ('${id(4)}', '${event}', 'p1', 'duplicate', false, 'none');
    INSERT INTO payment VALUES ('${id(1)}', 'a1', 8900, 'EUR', 'capture', 'captured', now()), ('${id(2)}', 'a2', 8900, 'EUR', 'capture', 'captured', now()),
      ('${id(3)}', 'a3', 8900, 'EUR', 'capture', 'authorised', NULL), ('${id(4)}', 'a4', 8900, 'EUR', 'void', 'voided', now());
    INSERT INTO mail (registration_id, template, recipient, state) VALUES ('${id(1)}', 'confirmation', 'a@example.com', 'accepted'),
      ('${id(4)}', 'not-registered', 'a@example.com', 'accepted')`);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

test('the figures are those of the rows', async () => {
  const [race] = await readRaces(pool);
  expect(race).toMatchObject({
    capacity: 10,
    spots: 10,
    sellable: 6,
    held: 1,
    registered: 3,
    duplicates: 1,
    refused: 0,
    authorised: 1,
    captured: 2,
    voided: 1,
    unpaid: 0,
    unearned: 0,
    confirmations: 1,
    mailsGivenUp: 0,
  });
  expect(race && balanceBooks(race).balance).toBe('working');
});

test('a registered runner whose payment is missing, and a refused one who is charged, unbalance the books', async () => {
  await pool.query(`DELETE FROM payment WHERE registration_id = '${id(1)}'`);
  await pool.query(`UPDATE payment SET wanted = 'capture', state = 'captured' WHERE registration_id = '${id(4)}'`);
  const [race] = await readRaces(pool);
  expect(race).toMatchObject({ unpaid: 1, unearned: 1 });
  expect(race && balanceBooks(race).balance).toBe('no');
});

test('of several who paid together each is counted, and the books balance when the share of one goes back', async () => {
  const postgres = openPostgres(database.ownerUrl, { maxConnections: 2 });
  const { race, ids, lead } = await paidGroup(postgres, 3);
  const figures = async () => {
    const one = (await readRaces(pool)).find(({ raceId }) => raceId === race.raceId);
    if (!one) throw new Error('the race is there');
    return one;
  };
  await pool.query(
    `INSERT INTO mail (registration_id, template, recipient, state) SELECT unnest($1::uuid[]), 'confirmation', '', 'accepted'`,
    [ids],
  );
  expect(await figures()).toMatchObject({ registered: 3, captured: 3, confirmations: 3, unpaid: 0, inPart: 0 });
  expect(await figures()).toMatchObject({ charges: 1, charged: 13_500 });
  expect(balanceBooks(await figures()).balance).toBe('yes');

  await pool.query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled', refund = 3600 WHERE id = $1`,
    [ids[1]],
  );
  await pool.query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = 2', [race.eventId]);
  await pool.query(wantRefund, [lead, 3600]);
  expect(balanceBooks(await figures())).toEqual({ balance: 'working', wrong: [], underWay: ['1 refund to make'] });
  await pool.query(`UPDATE payment SET state = 'refunded', refunded = 3600 WHERE registration_id = $1`, [lead]);
  expect(await figures()).toMatchObject({ registered: 2, captured: 2, refunded: 1, toRefund: 0, kept: 0, inPart: 0 });
  expect(balanceBooks(await figures()).balance).toBe('yes');

  await pool.query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'deferred' WHERE id = $1`,
    [ids[2]],
  );
  await pool.query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = 3', [race.eventId]);
  expect(await figures()).toMatchObject({ registered: 1, captured: 2, refunded: 1, kept: 1 });
  expect(balanceBooks(await figures()).balance).toBe('yes');
  await postgres.close();
});

test('a capture of nothing is no charge', async () => {
  const postgres = openPostgres(database.ownerUrl, { maxConnections: 2 });
  const { race, lead } = await paidGroup(postgres, 2);
  await pool.query('UPDATE payment SET capture_amount = 0 WHERE registration_id = $1', [lead]);
  const figures = (await readRaces(pool)).find(({ raceId }) => raceId === race.raceId);
  expect(figures).toMatchObject({ charges: 0, charged: 0 });
  await postgres.close();
});

test.each([
  ['captured', 1_500],
  ['failed', 0],
])('a member who moved to a dearer event leaves the group whole when the difference is %s', async (state, paid) => {
  const postgres = openPostgres(database.ownerUrl, { maxConnections: 2 });
  const { race, ids } = await paidGroup(postgres, 3);
  const payer = await paidMove(postgres, ids[1] ?? '', state);
  // What could not be charged is no part of the share.
  await pool.query('UPDATE registration SET share = share + $2 WHERE id = $1', [ids[1], paid]);
  const figures = async () => (await readRaces(pool)).find(({ raceId }) => raceId === race.raceId);
  expect(await figures()).toMatchObject({ registered: 3, inPart: 0, refused: 0, unearned: 0 });
  // Charged for a move that there was not.
  await pool.query('DELETE FROM move_offer WHERE id = $1', [payer]);
  expect(await figures()).toMatchObject({ unearned: paid > 0 ? 1 : 0 });
  await postgres.close();
});

test.each([
  ['has no row', 'DELETE FROM registration WHERE id = $1'],
  [
    'was refused',
    `UPDATE registration SET outcome = 'refused', live = false, spot = NULL, block = NULL, number = NULL, via = 'none' WHERE id = $1`,
  ],
])('a group of whom one %s is registered in part', async (_, damage) => {
  const postgres = openPostgres(database.ownerUrl, { maxConnections: 2 });
  const { race, ids } = await paidGroup(postgres, 3);
  await pool.query(damage, [ids[2]]);
  const figures = (await readRaces(pool)).find(({ raceId }) => raceId === race.raceId);
  expect(figures).toMatchObject({ inPart: 1, charges: 1 });
  expect(figures && balanceBooks(figures).wrong).toContain('1 group registered in part');
  await postgres.close();
});

test('what was sold is counted by the rows, and a plain race sold nothing', async () => {
  const postgres = openPostgres(database.ownerUrl, { maxConnections: 2 });
  const { race, ids } = await paidGroup(postgres, 3);
  const figures = async () => (await readRaces(pool)).find(({ raceId }) => raceId === race.raceId);
  expect(await figures()).not.toHaveProperty('sold');
  const shirts = await makePool(postgres, race.raceId, { units: 2, ref: 'shirt-m' });
  const claim = { pool: shirts, registrationId: ids[0] ?? '', quantity: 1, except: [] };
  const [given] = (await unitLedgerOn(postgres).claim(claim)).claims;
  await pool.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, pool_id, unit, block, state)
     VALUES ($1, 1, 'item', 'shirt-m', 0, 0, $3, $4, $5, 'given'), ($2, 1, 'item', 'shirt-m', 0, 0, $3, NULL, NULL, 'short'),
       ($1, 2, 'donation', 'trees', 500, 500, NULL, NULL, NULL, 'given')`,
    [ids[0], ids[1], shirts, given?.number, given?.block],
  );
  await makePool(postgres, race.raceId, { units: 5, kind: 'code', ref: 'a code' });
  const variants = [
    { variant: 'a code', stock: 5, given: 0 },
    { variant: 'shirt-m', stock: 2, given: 1 },
  ];
  expect(await figures()).toMatchObject({
    sold: { variants, short: 1, over: 0, donated: 500, collected: 0, overfullTeams: 0 },
  });
  await pool.query('UPDATE pool SET stock = 0 WHERE id = $1', [shirts]);
  const now = await figures();
  expect(now && balanceBooks(now).wrong).toContain('1 of shirt-m given, 0 in stock');
  await postgres.close();
});

test('of a race that ended a week ago nothing is said any more', async () => {
  await pool.query(
    `UPDATE race SET opens_at = now() - interval '9 days', closes_at = now() - interval '8 days' WHERE id = 'r'`,
  );
  expect((await readRaces(pool)).map(({ raceId }) => raceId)).not.toContain('r');
});
