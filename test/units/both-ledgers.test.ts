import { authenticationGraceSeconds } from '../../lambdas/domain/registration';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { Block, Times } from '../../lambdas/spots/blocks/block';
import type { Counters, Cut, Ledger } from '../../lambdas/spots/blocks/ports';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { ledgerOn } from '../support/races/ledger';
import { makeRace } from '../support/races/race';
import { unitLedgerOn } from '../support/units/ledger';
import { makePool } from '../support/units/pool';

/** The statements are made by one function: what is true of spots is true of units. */
interface Kind {
  readonly ledger: (
    postgres: Postgres,
    options?: { counters?: Pick<Counters, 'open'>; changes?: Partial<Times> },
  ) => Ledger;
  /** As many of them, and the id of what they belong to. */
  readonly make: (count: number) => Promise<string>;
  readonly table: 'spot' | 'unit';
  readonly column: 'event_id' | 'pool_id';
  /** SQL that writes the row which takes number $3 of block $4, as the registration $1 of the event or pool $2. */
  readonly take: string;
  /** The next block gets one of so many parts of what is sellable. */
  readonly parts: number;
}

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Times of blocks that have ended when they are cut: holds last ten minutes. */
const over: Partial<Times> = { deal: 0, grace: -600 };

const insertSpot = `
  INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
  VALUES ($1, $2, 'runner ' || $1::uuid, 'confirmed', true, $3, $4, $3, 'block')`;
const insertLine = `
  WITH done AS (
    INSERT INTO registration (id, event_id, person, outcome, live, via)
    SELECT $1, e.id, NULL, 'refused', false, 'none' FROM pool p JOIN event e ON e.race_id = p.race_id WHERE p.id = $2 RETURNING id)
  INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, pool_id, unit, block, state)
  SELECT id, 1, 'item', 'm', 0, 0, $2, $3, $4, 'given' FROM done`;

const kinds: Readonly<Record<'spots' | 'units', Kind>> = {
  spots: {
    ledger: ledgerOn,
    make: async (spots) => (await makeRace(database.postgres, { spots })).eventId,
    table: 'spot',
    column: 'event_id',
    take: insertSpot,
    parts: 8,
  },
  units: {
    ledger: unitLedgerOn,
    make: async (units) => {
      const { raceId } = await makeRace(database.postgres, { spots: 1 });
      return makePool(database.postgres, raceId, { units });
    },
    table: 'unit',
    column: 'pool_id',
    take: insertLine,
    parts: 2,
  },
};

const blockOf = (cut: Cut): Block => {
  if (cut.kind !== 'block') throw new Error(`expected a block, got ${cut.kind}`);
  return cut.block;
};

describe.each(['spots', 'units'] as const)('%s', (name) => {
  const kind = kinds[name];
  const sellable = async (id: string) => {
    const [row] = await database.postgres.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${kind.table} WHERE ${kind.column} = $1 AND block IS NULL`,
      [id],
    );
    return row?.n;
  };
  const take = (id: string, { id: block, numbers }: Block, n: number) =>
    database.postgres.query(kind.take, [uuid7(), id, numbers[n], block]);
  const ledger = (changes: Partial<Times> = {}) => kind.ledger(database.postgres, { changes });

  test(`are cut into ${kind.parts} parts, once for many callers, and nothing is stranded`, async () => {
    const id = await kind.make(400);
    const first = blockOf(await ledger().cut(id, undefined, 'spent'));
    expect(first.numbers).toHaveLength(400 / kind.parts);
    const nexts = await Promise.all(Array.from({ length: 20 }, () => ledger().cut(id, first.id, 'spent')));
    expect(new Set(nexts.map((next) => blockOf(next).id)).size).toBe(1);
    const left = 400 - 400 / kind.parts;
    expect(await sellable(id)).toBe(left - Math.floor(left / kind.parts));
  });

  test('come back when their block ended and nobody took them, and only those', async () => {
    const id = await kind.make(80);
    const block = blockOf(await ledger(over).cut(id, undefined, 'spent'));
    await take(id, block, 3);
    expect(await ledger().due()).toContain(id);
    expect(await ledger().reclaim(id)).toBe(block.numbers.length - 1);
    expect([await sellable(id), await ledger().reclaim(id)]).toEqual([79, 0]);
    expect(await ledger().due()).not.toContain(id);
    const open = blockOf(await ledger().cut(id, block.id, 'spent'));
    expect(await ledger().reclaim(id)).toBe(0);
    expect(await sellable(id)).toBe(79 - open.numbers.length);
  });

  test('of a writer in the middle of its transaction stay with it', async () => {
    const id = await kind.make(80);
    // No retry: the foreign key refuses to free what is taken, and a second attempt would find the writer's row.
    const once: Postgres = {
      query: (text, values) => database.postgres.query(text, values),
      transaction: (work) => database.postgres.transaction(work),
      close: () => database.postgres.close(),
    };
    const careful = kind.ledger(once, { changes: over });
    const block = blockOf(await careful.cut(id, undefined, 'spent'));
    let reclaimed: Promise<number> | undefined;
    await database.postgres.transaction(async (sql) => {
      await sql.query(`SELECT 1 FROM ${kind.table} WHERE ${kind.column} = $1 AND number = $2 FOR NO KEY UPDATE`, [
        id,
        block.numbers[0],
      ]);
      reclaimed = careful.reclaim(id);
      await untilOneWaits(database.postgres);
      await sql.query(kind.take, [uuid7(), id, block.numbers[0], block.id]);
    });
    expect(await reclaimed).toBe(block.numbers.length - 1);
    expect(await sellable(id)).toBe(79);
  });

  test('of several blocks are taken back in the order in which a writer locks them', async () => {
    const id = await kind.make(80);
    // No retry: of two that wait for each other PostgreSQL ends one.
    const once: Postgres = {
      query: (text, values) => database.postgres.query(text, values),
      transaction: (work) => database.postgres.transaction(work),
      close: () => database.postgres.close(),
    };
    const careful = kind.ledger(once, { changes: over });
    const first = blockOf(await careful.cut(id, undefined, 'spent'));
    const second = blockOf(await careful.cut(id, first.id, 'expired'));
    // What came back and was cut again lies anywhere.
    const [low, high] = [first.numbers.at(-1), second.numbers[0]];
    const blocks = kind.table === 'spot' ? 'block' : 'unit_block';
    await database.postgres.query(
      `UPDATE ${kind.table} SET block = CASE number WHEN $2 THEN $4::uuid ELSE $5::uuid END
       WHERE ${kind.column} = $1 AND number IN ($2, $3)`,
      [id, low, high, second.id, first.id],
    );
    for (const [block, from, to] of [
      [first.id, low, high],
      [second.id, high, low],
    ])
      await database.postgres.query(`UPDATE ${blocks} SET numbers = array_replace(numbers, $2, $3) WHERE id = $1`, [
        block,
        from,
        to,
      ]);
    const lock = `SELECT FROM ${kind.table} WHERE ${kind.column} = $1 AND number = $2 FOR NO KEY UPDATE`;
    let reclaimed: Promise<number> | undefined;
    await database.postgres.transaction(async (sql) => {
      await sql.query(lock, [id, low]);
      reclaimed = careful.reclaim(id);
      reclaimed.catch(() => {});
      await untilOneWaits(database.postgres);
      await sql.query(lock, [id, high]);
    });
    expect(await reclaimed).toBe(first.numbers.length + second.numbers.length);
  });

  test('that go back at the end of a block are sellable again, but for one that is taken', async () => {
    const id = await kind.make(10 * kind.parts);
    const block = blockOf(await ledger().cut(id, undefined, 'spent'));
    await take(id, block, 8);
    await ledger().giveBack(id, block.id, [8, 9, 10]);
    expect(await sellable(id)).toBe(10 * kind.parts - 8);
    expect(blockOf(await ledger().cut(id, undefined, 'expired')).numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

test('a pool is dealt from after its race closed, and a spot is not', async () => {
  const race = await makeRace(database.postgres, { spots: 100, opensIn: -60_000, closesIn: -1 });
  const pool = await makePool(database.postgres, race.raceId, { units: 100 });
  expect(await ledgerOn(database.postgres).cut(race.eventId, undefined, 'spent')).toEqual({ kind: 'closed' });
  const { dealUntil } = blockOf(await unitLedgerOn(database.postgres).cut(pool, undefined, 'spent'));
  expect(dealUntil).toBeGreaterThan(Date.now());
});

describe('of the last units of a pool', () => {
  const claimOf = (pool: string, quantity = 1, registrationId = uuid7(), except: readonly number[] = []) =>
    unitLedgerOn(database.postgres).claim({ pool, registrationId, quantity, except });

  test('no block is cut, and each registration claims its own: all it wants, or nothing', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const pool = await makePool(database.postgres, raceId, { units: 8 });
    expect(await unitLedgerOn(database.postgres).cut(pool, undefined, 'spent')).toEqual({ kind: 'scarce' });
    const me = uuid7();
    const mine = await claimOf(pool, 3, me);
    expect(mine).toMatchObject({ claims: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    // The answer may be lost, and the memory of it too.
    expect(await claimOf(pool, 3, me)).toEqual(mine);
    expect(await claimOf(pool, 1, me, [1, 2, 3])).toMatchObject({ claims: [{ number: 4 }] });
    expect(await claimOf(pool, 6)).toEqual({ claims: [], lacks: { kind: 'held', sellable: 4 } });
    const four = { claims: [{ number: 5 }, { number: 6 }, { number: 7 }, { number: 8 }] };
    expect(await claimOf(pool, 4)).toMatchObject(four);
    expect(await claimOf(pool)).toEqual({ claims: [], lacks: { kind: 'held', sellable: 0 } });
  });

  test('a claim, and a block that ends early, outlast the answer to a bank and its way to the writer', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const pool = await makePool(database.postgres, raceId, { units: 40 });
    const ledger = unitLedgerOn(database.postgres);
    const { id, holdSeconds } = blockOf(await ledger.cut(pool, undefined, 'spent'));
    await ledger.end(pool, id, 'spent');
    const { claims } = await claimOf(pool);
    const open = await database.postgres.query<{ seconds: number }>(
      `SELECT extract(epoch FROM closes_at - clock_timestamp())::float8 AS seconds FROM unit_block WHERE id = ANY ($1)`,
      [[id, claims[0]?.block]],
    );
    expect(open).toHaveLength(2);
    const afterGrace = open.map(({ seconds }) => seconds - holdSeconds - authenticationGraceSeconds);
    for (const seconds of afterGrace) expect(seconds).toBeGreaterThan(20);
    for (const seconds of afterGrace) expect(seconds).toBeLessThanOrEqual(30);
  });

  test('what the asker has is held by nobody else', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const pool = await makePool(database.postgres, raceId, { units: 3 });
    const [me, other] = [uuid7(), uuid7()];
    const { claims } = await claimOf(pool, 1, me);
    // Three are there for me, one of which I have: a fourth will never be.
    expect(await claimOf(pool, 4, me)).toEqual({ claims, lacks: { kind: 'gone', sellable: 2 } });
    expect(await claimOf(pool, 3, me, [1])).toEqual({ claims: [], lacks: { kind: 'gone', sellable: 2 } });
    expect(await claimOf(pool, 3, other)).toEqual({ claims: [], lacks: { kind: 'held', sellable: 2 } });
    await claimOf(pool, 1, other);
    expect(await claimOf(pool, 3, me)).toEqual({ claims, lacks: { kind: 'held', sellable: 1 } });
  });

  test('a pool is gone only when each unit has its line', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const pool = await makePool(database.postgres, raceId, { units: 1 });
    await database.postgres.transaction(async (sql) => {
      await sql.query('SELECT 1 FROM unit WHERE pool_id = $1 FOR UPDATE', [pool]);
      expect(await claimOf(pool)).toEqual({ claims: [], lacks: { kind: 'held', sellable: 0 } });
    });
    const { claims } = await claimOf(pool);
    expect(await claimOf(pool)).toEqual({ claims: [], lacks: { kind: 'held', sellable: 0 } });
    await database.postgres.query(insertLine, [uuid7(), pool, 1, claims[0]?.block]);
    expect(await claimOf(pool)).toEqual({ claims: [], lacks: { kind: 'gone', sellable: 0 } });
  });

  test('none is claimed twice, however many ask at once', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const pool = await makePool(database.postgres, raceId, { units: 50 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => claimOf(pool, 3)));
    const numbers = answers.flatMap(({ claims }) => claims.map(({ number }) => number));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length % 3).toBe(0);
    expect(numbers.length).toBeGreaterThanOrEqual(30);
  });

  test('what is dropped can be claimed by others, and the old claim holds no longer', async () => {
    const { raceId } = await makeRace(database.postgres, { spots: 1 });
    const pool = await makePool(database.postgres, raceId, { units: 1 });
    const { claims } = await claimOf(pool);
    await unitLedgerOn(database.postgres).drop(claims);
    const again = (await claimOf(pool)).claims;
    expect(again).toMatchObject([{ number: 1 }]);
    expect(again).not.toEqual(claims);
  });
});

test('units beyond a lowered stock go as they come back', async () => {
  const { raceId } = await makeRace(database.postgres, { spots: 1 });
  const pool = await makePool(database.postgres, raceId, { units: 20 });
  const block = blockOf(await unitLedgerOn(database.postgres, { changes: over }).cut(pool, undefined, 'spent'));
  await database.postgres.query('UPDATE pool SET stock = 1 WHERE id = $1', [pool]);
  await database.postgres.query(insertLine, [uuid7(), pool, block.numbers[0], block.id]);
  expect(await unitLedgerOn(database.postgres).due()).toContain(pool);
  await unitLedgerOn(database.postgres).reclaim(pool);
  expect(await database.postgres.query('SELECT number FROM unit WHERE pool_id = $1', [pool])).toEqual([{ number: 1 }]);
  expect(await unitLedgerOn(database.postgres).due()).not.toContain(pool);
});
