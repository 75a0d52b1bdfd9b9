import type { Postgres, Sql } from '../platform/postgres/postgres';
import { sha256 } from '../platform/signed-tokens';
import { canaryRace, canaryRaceId } from './canary-race';
import { PostgresRaces } from './postgres-races';
import type { Race, RaceRegister } from './race';

/** Makes races in the primary database. */
export class PostgresRaceRegister implements RaceRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  /** @param isCanary true for the race that is in no list (domain/race-sql.ts). */
  create(race: Race, isCanary = false): ReturnType<RaceRegister['create']> {
    return this.#postgres.transaction(async (sql) => {
      // When two calls run at once, the second waits here until the first commits, and then finds its race.
      if (!(await insertRace(sql, race, isCanary))) {
        const existing = await new PostgresRaces(sql).find(race.id);
        if (!existing) throw new Error(`Race ${race.id} is there and cannot be found.`);
        return { kind: 'exists', race: existing };
      }
      const [taken] = await sql.query<{ id: string }>('SELECT id FROM event WHERE id = ANY ($1::uuid[]) LIMIT 1', [
        race.events.map(({ id }) => id),
      ]);
      if (taken) {
        await sql.query('DELETE FROM race WHERE id = $1', [race.id]);
        return { kind: 'event-taken', eventId: taken.id };
      }
      await insertEvents(sql, race);
      await insertWaiver(sql, race);
      await insertPrices(sql, race);
      for (const { id } of race.events) await sql.query(insertSpots, [id]);
      await sql.query('SELECT analyze_spots()');
      return { kind: 'created' };
    });
  }
}

const insertRace = async (sql: Sql, race: Race, isCanary: boolean) => {
  const { id, name, place, date, timeZone, description, currency, opensAt, closesAt, waiver, changes, sale } = race;
  const rows = await sql.query(
    `INSERT INTO race (id, name, place, date, time_zone, description, currency, opens_at, closes_at,
       waiver_version, waiver_text, waiver_hash, cancel_until, refund_percent, transfer_until, hold_seconds, offer_seconds,
       hold_limits, is_canary)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      id,
      name,
      place,
      date,
      timeZone,
      description,
      currency,
      opensAt,
      closesAt,
      waiver.version,
      waiver.text,
      waiver.hash,
      changes.cancelUntil ?? null,
      changes.refundPercent,
      changes.transferUntil ?? null,
      sale.holdSeconds,
      sale.offerSeconds,
      sale.limits === undefined ? null : JSON.stringify(sale.limits),
      isCanary,
    ],
  );
  return rows.length === 1;
};

const insertEvents = (sql: Sql, { id, events }: Race) =>
  sql.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number, kind)
     SELECT e.id, $1, e.position, e.name, e.distance, e.capacity, e.capacity + 1, e.kind
     FROM unnest($2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[]) WITH ORDINALITY
       AS e (id, name, distance, capacity, kind, position)`,
    [
      id,
      events.map((event) => event.id),
      events.map(({ name }) => name),
      events.map(({ distance }) => distance),
      events.map(({ capacity }) => capacity),
      events.map(({ kind = 'run' }) => kind),
    ],
  );

/** Whoever accepts it can be shown for good what they accepted. */
const insertWaiver = (sql: Sql, { id, waiver }: Race) =>
  sql.query(
    `INSERT INTO legal_text (race_id, kind, hash, version, locale, text) VALUES ($1, 'waiver', $2, $3, 'en', $4)`,
    [id, waiver.hash, waiver.version, waiver.text],
  );

const insertPrices = (sql: Sql, { events }: Race) => {
  const prices = events.flatMap((event) => event.prices.map((price) => ({ eventId: event.id, ...price })));
  return sql.query(
    `INSERT INTO price (event_id, starts_at, label, amount)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int[])`,
    [
      prices.map(({ eventId }) => eventId),
      prices.map(({ from }) => from),
      prices.map(({ label }) => label),
      prices.map(({ amount }) => amount),
    ],
  );
};

// One event per statement, so that each statement stays well inside its time limit.
const insertSpots = `
  INSERT INTO spot (event_id, number)
  SELECT id, generate_series(1, capacity) FROM event WHERE id = $1`;

/** Makes the canary's race, unless it is there. Throws when a race for runners has its id. */
export const makeCanaryRace = async (postgres: Postgres): Promise<void> => {
  await new PostgresRaceRegister(postgres).create(canaryRace(sha256), true);
  const [made] = await postgres.query<{ id: string }>('SELECT id FROM race WHERE is_canary');
  if (made?.id !== canaryRaceId)
    throw new Error(
      `The race "${canaryRaceId}" is not the canary's: runners may be registered in it. Give it another id by SQL (docs/runbook.md has the way to the database), and deploy again.`,
    );
};
