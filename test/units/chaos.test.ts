import type { Claim } from '../../lambdas/domain/claim';
import { giveLines } from '../../lambdas/ledger/postgres-lines';
import { returnUnits } from '../../lambdas/ledger/postgres-returned-units';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { retryOnConflict } from '../../lambdas/platform/retry';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';
import { random as randomFrom } from '../support/random';
import { unitLedgerOn } from '../support/units/ledger';
import { makePool } from '../support/units/pool';

let database: FreshDatabase;
let postgres: Postgres;
beforeAll(async () => {
  database = await freshDatabase();
  postgres = openPostgres(database.url, { maxConnections: 8 });
});
afterAll(async () => {
  await postgres?.close();
  await database?.close();
});

/**
 * Eight connections do what runners, writers and the minute job do, in a random order, while a cache deals any number of any
 * block to anybody and blocks end at any time.
 */
test.each([1, 2, 3])(
  'whatever meets at a pool, each unit is for sale or has one line in the end (seed %i)',
  async (seed) => {
    const { next: random } = randomFrom(seed);
    const one = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
    const { raceId, eventId } = await makeRace(postgres, { spots: 1 });
    const units = 40;
    const pools = [await makePool(postgres, raceId, { units }), await makePool(postgres, raceId, { units })];
    const ledger = unitLedgerOn(postgres);
    const dealt: Claim[] = [];
    const paid: string[] = [];
    const counts = { given: 0, short: 0 };

    const claimSome = async (pool: string, registrationId: string): Promise<readonly Claim[]> => {
      if (random() < 0.4) {
        const cut = await ledger.cut(pool, one(dealt)?.block, 'spent');
        if (cut.kind === 'block')
          dealt.push(...cut.block.numbers.map((number) => ({ pool, number, block: cut.block.id })));
      }
      if (random() < 0.6)
        return [one(dealt.filter((claim) => claim.pool === pool)) ?? { pool, number: 1, block: uuid7() }];
      const wish = { pool, registrationId, quantity: 1 + Math.floor(random() * 2), except: [] };
      return (await ledger.claim(wish)).claims;
    };

    const register = async () => {
      const id = uuid7();
      const claims = [...(await claimSome(pools[0] ?? '', id)), ...(await claimSome(pools[1] ?? '', id))];
      // Nobody waits for a slow runner: the units come back with their block.
      if (random() < 0.2) return ledger.drop(claims).catch(() => undefined);
      const written = await postgres.transaction(
        async (sql) => {
          await sql.query(
            `INSERT INTO registration (id, event_id, outcome, live, via) VALUES ($1, $2, 'refused', false, 'none')`,
            [id, eventId],
          );
          const lines = claims.map((claim, position) => ({
            registrationId: id,
            quoted: id,
            position,
            kind: 'item' as const,
            ref: 'shirt',
            list: 10,
            amount: 10,
            claim,
          }));
          return giveLines({ newId: uuid7, feeOn: () => 0 })(sql, lines, () => ({}));
        },
        { retryOn: retryOnConflict },
      );
      for (const { state } of written) counts[state === 'short' ? 'short' : 'given']++;
      paid.push(id);
    };
    const cancel = async () => {
      const id = one(paid);
      if (id) await postgres.transaction((sql) => returnUnits(sql, [id]), { retryOn: retryOnConflict });
    };
    const end = async () => {
      // Others close blocks, too: of these only what nobody else is at.
      await postgres.query(
        `UPDATE unit_block SET closes_at = clock_timestamp() - interval '1 second'
         WHERE id IN (SELECT id FROM unit_block WHERE NOT closed ORDER BY md5(id::text || $1) LIMIT 3 FOR UPDATE SKIP LOCKED)`,
        [String(random())],
      );
      for (const pool of await ledger.due()) await ledger.reclaim(pool);
    };

    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 40; n++) await (random() < 0.7 ? register() : random() < 0.5 ? cancel() : end());
      }),
    );
    await postgres.query(`UPDATE unit_block SET closes_at = clock_timestamp() - interval '1 second' WHERE NOT closed`);
    for (const pool of pools) await ledger.reclaim(pool);

    expect(counts.given).toBeGreaterThan(units);
    expect(counts.short).toBeGreaterThan(0);
    for (const pool of pools) {
      const [books] = await postgres.query<{ sellable: number; given: number }>(
        `SELECT (SELECT count(*)::int FROM unit WHERE pool_id = $1 AND block IS NULL) AS sellable,
              (SELECT count(*)::int FROM registration_line WHERE pool_id = $1 AND unit IS NOT NULL) AS given`,
        [pool],
      );
      expect((books?.sellable ?? 0) + (books?.given ?? 0)).toBe(units);
    }
  },
);
