import { hiddenEventsOf } from '../../domain/race-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { countSpots } from '../../spots/availability/postgres-spot-counts';
import { isPrivate } from '../../spots/blocks/block-sql';
import type { LineKind, LineState } from '../ports';
import { drawWave, type Waves } from '../rules/waves';
import type { Reading } from './delays';
import type { ActiveLine, Decision, LineStep, OpenBlock, Present, Ticks } from './ports';

/** The blocks whose numbers are looked up, of each event. Of those that end later, nothing counts as registered. */
const mostBlocksCounted = 64;
/** Ticks come a second apart at the least. */
const leastPauseMs = 500;

/** Ticks in the primary database: it knows what is free at this instant. */
export class PostgresTicks implements Ticks {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  tick(decide: (present: Present) => Promise<Decision>): Promise<boolean> {
    return this.#postgres.transaction(async (sql) => {
      const [last] = await sql.query<{ rate: number | null; at: number; now: number }>(lockTick);
      // The last one may be in the future, if the clock of the primary was set back: the line must not wait for that.
      if (!last || Math.abs(last.now - last.at) < leastPauseMs) return false;
      const lines = await activeLines(sql);
      const decision = await decide({
        now: last.now,
        lastAt: Math.min(last.at, last.now),
        rate: last.rate ?? undefined,
        lines,
        openBlocks: (eventIds) => sql.query<OpenBlock>(findOpenBlocks, [eventIds]),
      });
      for (const step of decision.lines) await keep(sql, step, last.now);
      await sql.query(keepTick, [decision.rate ?? null, last.now, decision.rateMax]);
      return true;
    });
  }
}

interface LineRow {
  readonly id: string;
  readonly race_id: string;
  readonly kind: LineKind;
  readonly state: LineState;
  readonly gun: number;
  readonly enrol_until: number;
  readonly at_gun: 'open' | 'draw' | null;
  readonly round_at: number | null;
  readonly opened_at: number | null;
  readonly pace: number;
  readonly is_paused: boolean;
  readonly passes_before: number;
  readonly waves: Waves;
  readonly is_sale_over: boolean;
  readonly hold_seconds: number;
  readonly events: readonly {
    readonly event_id: string;
    readonly called_to: number;
    readonly counts: readonly number[];
    readonly seen: readonly number[];
    readonly history: readonly Reading[];
    readonly is_hidden: boolean;
  }[];
}

const activeLines = async (sql: Sql): Promise<readonly ActiveLine[]> => {
  const rows = await sql.query<LineRow>(findActive);
  const ids = rows.flatMap(({ events }) => events.map(({ event_id }) => event_id));
  const counted = ids.length > 0 ? await countSpots(sql, ids) : [];
  const spots = new Map(counted.map((count) => [count.eventId, count]));
  return rows.map((row) => ({
    id: row.id,
    raceId: row.race_id,
    kind: row.kind,
    state: row.state,
    gun: row.gun,
    enrolUntil: row.enrol_until,
    atGun: row.at_gun ?? undefined,
    roundAt: row.round_at ?? undefined,
    openedAt: row.opened_at ?? undefined,
    pace: row.pace,
    isPaused: row.is_paused,
    passesBefore: row.passes_before,
    passes: row.waves.find(([wave]) => wave === drawWave)?.[1] ?? 0,
    waves: row.waves,
    isSaleOver: row.is_sale_over,
    holdSeconds: row.hold_seconds,
    events: row.events.map((event) => {
      const count = spots.get(event.event_id);
      const isLeftOut = event.is_hidden || count?.sale === 'closed' || count?.sale === 'cancelled';
      return {
        eventId: event.event_id,
        calledTo: event.called_to,
        counts: event.counts,
        seen: event.seen,
        history: event.history,
        sellable: count && !count.waitedFor && !isLeftOut ? count.sellable : 0,
        block: isLeftOut ? null : (count?.block ?? null),
        isLeftOut,
        isOnSale: count !== undefined && count.sale === undefined,
        isWaitedFor: count?.waitedFor ?? false,
      };
    }),
  }));
};

const keep = async (sql: Sql, { id, from, state, atGun, passes, events }: LineStep, now: number) => {
  // A director who opened it meanwhile, or a draw that came, has changed the state: theirs stays.
  await sql.query(keepLine, [id, from, state, atGun ?? null, passes, now]);
  if (events.length === 0) return;
  await sql.query(keepEvents, [id, JSON.stringify(events), now]);
};

const instant = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/** The one who has this row ticks. Nobody waits for it. */
const lockTick = `
  SELECT rate::float8 AS rate, ${instant('at')} AS at, ${instant('clock_timestamp()')} AS now
  FROM line_tick FOR UPDATE SKIP LOCKED`;

const keepTick = `UPDATE line_tick SET rate = $1, at = to_timestamp($2::float8 / 1000), rate_max = $3`;

const findActive = `
  SELECT l.id, l.race_id, l.kind, l.state, ${instant('l.gun')} AS gun, ${instant('l.enrol_until')} AS enrol_until, l.at_gun,
    ${instant('l.round_at')} AS round_at, ${instant('l.opened_at')} AS opened_at, l.pace::float8 AS pace,
    l.paused_reason IS NOT NULL AS is_paused, l.passes AS passes_before, r.hold_seconds,
    r.cancelled_at IS NOT NULL OR r.closes_at <= clock_timestamp() AS is_sale_over,
    (SELECT coalesce(json_agg(json_build_array(w.wave, w.passes, 1) ORDER BY w.wave), '[]')
     FROM line_wave w WHERE w.line_id = l.id) AS waves,
    (SELECT coalesce(json_agg(json_build_object('event_id', e.event_id, 'called_to', e.called_to, 'counts', e.counts,
       'seen', e.seen, 'history', e.history,
       'is_hidden', e.event_id::text = ANY (h.hidden)) ORDER BY e.event_id), '[]')
     FROM line_event e WHERE e.line_id = l.id) AS events
  FROM line l JOIN race r ON r.id = l.race_id CROSS JOIN LATERAL (SELECT ${hiddenEventsOf('r.id', 'r.form_revision')} AS hidden) h
  WHERE l.state <> 'over' ORDER BY l.id`;

const keepLine = `
  UPDATE line SET state = $3, at_gun = coalesce(at_gun, $4), passes = $5,
    opened_at = CASE WHEN $3 = 'open' THEN coalesce(opened_at, to_timestamp($6::float8 / 1000)) ELSE opened_at END,
    over_at = CASE WHEN $3 = 'over' THEN to_timestamp($6::float8 / 1000) END
  WHERE id = $1 AND state = $2
    AND (state <> $3 OR at_gun IS DISTINCT FROM coalesce(at_gun, $4) OR passes <> $5)`;

const keepEvents = `
  WITH step AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS s ("eventId" uuid, "calledTo" float8, called float8, "isMoved" boolean,
      counts bigint[], seen bigint[], history jsonb, free integer, curve jsonb)),
  kept AS (
    UPDATE line_event e SET called_to = greatest(e.called_to, s."calledTo"), called = greatest(e.called, s.called),
      counts = s.counts, seen = s.seen, history = s.history, free = s.free, curve = s.curve
    FROM step s WHERE e.line_id = $1 AND e.event_id = s."eventId")
  INSERT INTO line_call (line_id, event_id, at, called_to, called)
  SELECT $1, s."eventId", to_timestamp($3::float8 / 1000), s."calledTo", s.called FROM step s WHERE s."isMoved"`;

/** From indexes, as the console counts them (lambdas/sales/spots-sql.ts). */
const findOpenBlocks = `
  SELECT o.event_id AS "eventId", o.id, cardinality(o.numbers) AS size, counted.left, extract(epoch FROM o.closes_at)::float8 AS "endsAt",
    ${isPrivate} AS "isPrivate", o.id = e.current_block AND o.deal_until > clock_timestamp() AS "isDealt"
  FROM event e
  CROSS JOIN LATERAL (
    SELECT *, row_number() OVER (ORDER BY closes_at) AS place FROM block
    WHERE event_id = e.id AND NOT closed AND NOT is_full AND owner IS NULL) o
  CROSS JOIN LATERAL (
    SELECT CASE WHEN o.place > ${mostBlocksCounted} THEN cardinality(o.numbers) ELSE
      (SELECT count(*)::int FROM spot WHERE event_id = o.event_id AND number = ANY (o.numbers) AND block = o.id)
      - (SELECT count(*)::int FROM registration WHERE event_id = o.event_id AND spot = ANY (o.numbers) AND block = o.id) END AS left) counted
  WHERE e.id = ANY ($1::uuid[]) AND counted.left > 0`;
