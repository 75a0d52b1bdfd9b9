import type { Postgres, Sql } from '../platform/postgres/postgres';
import { sha256 } from '../platform/signed-tokens';
import { canaryRace, canaryRaceId } from './canary-race';
import { PostgresRaces } from './postgres-races';
import type { LineMode, Race, RaceEvent, RaceRegister } from './race';

/** Makes races in the primary database. */
export class PostgresRaceRegister implements RaceRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  /** @param isCanary true for the race that is in no list (domain/race-sql.ts). */
  create(race: Race, isCanary = false): ReturnType<RaceRegister['create']> {
    return this.#postgres.transaction(async (sql) => {
      const made = await addRace(sql, race, isCanary);
      if (made.kind !== 'exists') return made;
      const existing = await new PostgresRaces(sql).find(race.id);
      if (!existing) throw new Error(`Race ${race.id} is there and cannot be found.`);
      return { kind: 'exists', race: existing };
    });
  }
}

type Added = { kind: 'created' } | { kind: 'exists' } | { kind: 'event-taken'; eventId: string };

/** Makes a race with all its spots, in the caller's transaction. */
export const addRace = async (sql: Sql, race: Race, isCanary = false): Promise<Added> => {
  // When two calls run at once, the second waits here until the first commits, and then finds its race.
  if ((await sql.query(insertRace, [...raceColumns(race), race.revision ?? 1, isCanary])).length === 0)
    return { kind: 'exists' };
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
  await makeSpots(sql, race.events);
  return { kind: 'created' };
};

/**
 * Changes a race in the transaction of its caller, who has locked what the change depends on. An event that stays keeps its
 * capacity. What stays the same is not written: each statement is one more wait, beside an opening a long one.
 */
export const changeRace = async (sql: Sql, before: Race, race: Race): Promise<void> => {
  await sql.query(updateRace, raceColumns(race));
  const [old, ids] = [before.events.map((event) => event.id), race.events.map((event) => event.id)];
  const added = race.events.filter((event) => !old.includes(event.id));
  const removed = old.filter((event) => !ids.includes(event));
  const hasNewPrices = !isSame(priceColumns(before), priceColumns(race));
  if (hasNewPrices) await sql.query('DELETE FROM price WHERE event_id = ANY ($1::uuid[])', [old]);
  if (removed.length > 0) await removeEvents(sql, removed);
  // A unique index allows each position once, so all positions are freed first.
  if (old.join() !== ids.join()) await sql.query('UPDATE event SET position = -position WHERE race_id = $1', [race.id]);
  if (!isSame(eventColumns(before), eventColumns(race))) await sql.query(updateEvents, eventColumns(race));
  if (added.length > 0) await insertEvents(sql, race);
  if (hasNewPrices) await insertPrices(sql, race);
  if (added.length > 0) await makeSpots(sql, added);
};

/** Deletes a race that nobody has used, in the transaction of its caller. */
export const removeRace = async (sql: Sql, { id, events }: Race): Promise<void> => {
  const ids = events.map((event) => event.id);
  await sql.query('DELETE FROM price WHERE event_id = ANY ($1::uuid[])', [ids]);
  await removeEvents(sql, ids);
  await sql.query('DELETE FROM race WHERE id = $1', [id]);
};

const raceColumns = (race: Race) => {
  const { id, name, place, date, timeZone, description, currency, opensAt, closesAt, waiver, changes, sale } = race;
  return [
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
    !race.isUnlisted,
    race.notice ?? null,
    race.series ?? null,
    changes.deferral?.until ?? null,
    changes.deferral?.worth ?? null,
    changes.deferral?.fee ?? null,
    changes.deferral?.creditUntil ?? null,
    changes.transferFee || null,
    race.lineMode ?? 'auto',
    race.media === undefined ? null : JSON.stringify(race.media),
  ];
};

const insertRace = `
  INSERT INTO race (id, name, place, date, time_zone, description, currency, opens_at, closes_at,
    waiver_version, waiver_text, waiver_hash, cancel_until, refund_percent, transfer_until, hold_seconds, offer_seconds,
    hold_limits, listed, notice, series, defer_until, defer_worth, defer_fee, credit_until, transfer_fee, line_mode, media,
    revision, is_canary)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
          $26, $27, $28, $29, $30)
  ON CONFLICT (id) DO NOTHING RETURNING id`;

/** With the text of its waiver, which is kept for ever. */
const updateRace = `
  WITH told AS (
    INSERT INTO legal_text (race_id, kind, hash, version, locale, text) VALUES ($1, 'waiver', $12, $10, 'en', $11)
    ON CONFLICT DO NOTHING)
  UPDATE race SET name = $2, place = $3, date = $4, time_zone = $5, description = $6, currency = $7, opens_at = $8,
    closes_at = $9, waiver_version = $10, waiver_text = $11, waiver_hash = $12, cancel_until = $13, refund_percent = $14,
    transfer_until = $15, hold_seconds = $16, offer_seconds = $17, hold_limits = $18, listed = $19, notice = $20,
    series = $21, defer_until = $22, defer_worth = $23, defer_fee = $24, credit_until = $25, transfer_fee = $26,
    line_mode = $27, media = $28, revision = revision + 1,
    waiver_since = CASE WHEN waiver_hash = $12 THEN waiver_since ELSE clock_timestamp() END
  WHERE id = $1`;

/** What a race says of its line, in the transaction of the caller. */
export const setLineMode = (sql: Sql, raceId: string, mode: LineMode): Promise<unknown> =>
  sql.query('UPDATE race SET line_mode = $2 WHERE id = $1', [raceId, mode]);

const eventColumns = ({ id, events }: Race) => [
  id,
  events.map((event) => event.id),
  events.map(({ name }) => name),
  events.map(({ distance }) => distance),
  events.map(({ capacity }) => capacity),
  events.map(({ kind = 'run' }) => kind),
];

const wantedEvents = `
  unnest($2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[]) WITH ORDINALITY
    AS e (id, name, distance, capacity, kind, position)`;

/** Inserts the events of a race that do not exist yet. */
const insertEvents = (sql: Sql, race: Race) =>
  sql.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number, kind)
     SELECT e.id, $1, e.position, e.name, e.distance, e.capacity, e.capacity + 1, e.kind FROM ${wantedEvents}
     WHERE NOT EXISTS (SELECT FROM event known WHERE known.id = e.id)`,
    eventColumns(race),
  );

// An event that stays the same is not written, because a write would wait for the lock of the event.
const updateEvents = `
  UPDATE event SET name = e.name, distance = e.distance, kind = e.kind, position = e.position FROM ${wantedEvents}
  WHERE event.race_id = $1 AND event.id = e.id
    AND (event.name, event.distance, event.kind, event.position::bigint)
      IS DISTINCT FROM (e.name, e.distance, e.kind, e.position)`;

const removeEvents = async (sql: Sql, ids: readonly string[]) => {
  await sql.query('DELETE FROM spot WHERE event_id = ANY ($1::uuid[])', [ids]);
  await sql.query('DELETE FROM event WHERE id = ANY ($1::uuid[])', [ids]);
};

/** The text of a waiver is kept for ever, so that people can see what they accepted. */
const insertWaiver = (sql: Sql, { id, waiver }: Race) =>
  sql.query(
    `INSERT INTO legal_text (race_id, kind, hash, version, locale, text) VALUES ($1, 'waiver', $2, $3, 'en', $4)
     ON CONFLICT DO NOTHING`,
    [id, waiver.hash, waiver.version, waiver.text],
  );

const priceColumns = ({ events }: Race) => {
  const prices = events.flatMap((event) => event.prices.map((price) => ({ eventId: event.id, ...price })));
  return [
    prices.map(({ eventId }) => eventId),
    prices.map(({ from }) => from),
    prices.map(({ label }) => label),
    prices.map(({ amount }) => amount),
  ];
};

const isSame = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

const insertPrices = (sql: Sql, race: Race) =>
  sql.query(
    `INSERT INTO price (event_id, starts_at, label, amount)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int[])`,
    priceColumns(race),
  );

const makeSpots = async (sql: Sql, events: readonly RaceEvent[]) => {
  // One event per statement, so that each statement stays well inside its time limit.
  for (const { id } of events) await sql.query(insertSpots, [id]);
  await sql.query('SELECT analyze_spots()');
};

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
