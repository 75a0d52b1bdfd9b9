import { isForRunners } from '../../domain/race-sql';
import { writeRaceAudit } from '../../ledger/audit';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { setLineMode } from '../../races/postgres-race-register';
import type { LineMode } from '../../races/race';
import { makeSurge } from '../calling/postgres-line-register';
import type { LineKind, LineState } from '../ports';
import type { LineOrders, LineWish, NotSteered, Standing, StandingLine, Steered } from './ports';
import { readFigures } from './postgres-line-figures';
import { begins, steered } from './steer';

interface Row {
  readonly mode: LineMode;
  readonly time_zone: string;
  readonly is_cancelled: boolean;
  readonly was_there: boolean;
  readonly is_on_sale: boolean;
  readonly rate_max: number | null;
  readonly now: Date;
  readonly line: {
    readonly id: string;
    readonly kind: LineKind;
    readonly state: Exclude<LineState, 'over'>;
    readonly gun: string;
    readonly at_gun: 'open' | 'draw' | null;
    readonly enrol_until: string;
    readonly is_list_closed: boolean;
    readonly pace: number;
    readonly held: string | null;
  } | null;
}

/** The words of directors about lines, in the primary database. Ticks and documents read them there. */
export class PostgresLineOrders implements LineOrders {
  readonly #postgres: Postgres;
  readonly #eventsOf: (raceId: string) => Promise<readonly string[]>;

  /** `eventsOf`: the events of a race that people wait for. */
  constructor(postgres: Postgres, eventsOf: (raceId: string) => Promise<readonly string[]>) {
    this.#postgres = postgres;
    this.#eventsOf = eventsOf;
  }

  async carryOut(raceId: string, wish: LineWish, isDryRun: boolean): Promise<Steered | NotSteered> {
    const mayBegin = wish.kind === 'set' && wish.mode === 'always';
    const eventIds = mayBegin ? await this.#eventsOf(raceId) : [];
    return this.#postgres.transaction((sql) => carryOut(sql, { raceId, eventIds }, wish, isDryRun), {
      retryOn: retryOnConflict,
    });
  }
}

/** A line changes its state by itself, and a word is about the state that was read. */
const mostTries = 5;

interface OfRace {
  readonly raceId: string;
  readonly eventIds: readonly string[];
}

const carryOut = async (sql: Sql, race: OfRace, wish: LineWish, isDryRun: boolean): Promise<Steered | NotSteered> => {
  const { raceId } = race;
  for (let tries = 0; tries < mostTries; tries++) {
    const [row] = await sql.query<Row>(findStanding, [raceId]);
    if (!row) return { kind: 'no-such-race' };
    if (row.is_cancelled) return { kind: 'race-cancelled' };
    const before = standingOf(row, race.eventIds.length > 0);
    const after = steered(before, wish, row.now.getTime());
    if ('kind' in after) return after;
    const isChanged = JSON.stringify(after) !== JSON.stringify(before);
    const figures = row.line ? await readFigures(sql, raceId) : undefined;
    if (isChanged && !isDryRun && !(await keep(sql, race, row, before, after))) continue;
    return {
      kind: 'steered',
      before,
      after,
      isChanged,
      figures,
      rateMax: row.rate_max ?? undefined,
      timeZone: row.time_zone,
    };
  }
  throw new Error(`The line of race ${raceId} changed each time that a director's word was kept.`);
};

const keep = async (
  sql: Sql,
  { raceId, eventIds }: OfRace,
  { line }: Row,
  before: Standing,
  after: Standing,
): Promise<boolean> => {
  if (begins({ before, after })) {
    if (line && (await sql.query(endOpen, [line.id])).length === 0) return false;
    await setLineMode(sql, raceId, after.mode);
    if (!(await makeSurge(sql, raceId, eventIds, after.line))) return false;
  } else if (line && after.line && JSON.stringify(after.line) !== JSON.stringify(before.line)) {
    const { state, atGun, enrolUntil, pace, held } = after.line;
    const kept = await sql.query(keepLine, [
      line.id,
      line.state,
      line.is_list_closed,
      state,
      atGun ?? null,
      new Date(enrolUntil),
      pace,
      held ?? null,
    ]);
    if (kept.length === 0) return false;
  }
  if (after.mode !== before.mode) await setLineMode(sql, raceId, after.mode);
  await writeRaceAudit(sql, raceId, 'line-steered', { from: said(before), to: said(after) });
  return true;
};

const said = ({ mode, line }: Standing) => ({
  mode,
  ...(line && {
    state: line.state,
    atGun: line.atGun,
    enrolUntil: new Date(line.enrolUntil).toISOString(),
    pace: line.pace,
    held: line.held,
  }),
});

const standingOf = ({ mode, line, was_there, is_on_sale }: Row, hasEvents: boolean): Standing => ({
  mode,
  line: line ? lineOf(line) : undefined,
  wasThere: was_there,
  isSelling: is_on_sale && hasEvents,
});

const lineOf = (line: NonNullable<Row['line']>): StandingLine => ({
  kind: line.kind,
  state: line.state,
  gun: Date.parse(line.gun),
  atGun: line.at_gun ?? undefined,
  enrolUntil: Date.parse(line.enrol_until),
  isListClosed: line.is_list_closed,
  pace: line.pace,
  held: line.held ?? undefined,
});

/** The line of a race that forms gets another gun. Passes stay in the draw: their waves were decided when they were issued. */
export const moveGun = (sql: Sql, raceId: string, gun: Date): Promise<unknown> => sql.query(setGun, [raceId, gun]);

/** Where a race has no line any more, everybody in it may ask. Otherwise a line that goes on stays as it is. */
export const followMode = (sql: Sql, raceId: string, mode: LineMode): Promise<unknown> =>
  mode === 'never' ? sql.query(openLine, [raceId]) : sql.query(setAtGun, [raceId, mode === 'always' ? 'draw' : null]);

const findStanding = `
  SELECT r.line_mode AS mode, r.time_zone, r.cancelled_at IS NOT NULL AS is_cancelled, clock_timestamp() AS now,
    r.opens_at <= clock_timestamp() AND r.closes_at > clock_timestamp() AS is_on_sale,
    (SELECT rate_max::float8 FROM line_tick) AS rate_max,
    EXISTS (SELECT FROM line o WHERE o.race_id = r.id AND o.state = 'over') AS was_there,
    (SELECT json_build_object('id', l.id, 'kind', l.kind, 'state', l.state, 'gun', l.gun, 'at_gun', l.at_gun,
       'enrol_until', l.enrol_until, 'is_list_closed', l.root IS NOT NULL, 'pace', l.pace, 'held', l.paused_reason)
     FROM line l WHERE l.race_id = r.id AND l.state <> 'over') AS line
  FROM race r WHERE r.id = $1 AND ${isForRunners('r')}`;

/** Only while the line is as it was read. */
const keepLine = `
  UPDATE line SET state = $4, at_gun = $5, enrol_until = $6, pace = $7, paused_reason = $8,
    opened_at = CASE WHEN $4 = 'open' THEN coalesce(opened_at, clock_timestamp()) ELSE opened_at END
  WHERE id = $1 AND state = $2 AND (root IS NOT NULL) = $3 RETURNING id`;

/** Everybody may ask already, so nobody loses anything when the next line takes its place. */
const endOpen = `UPDATE line SET state = 'over', over_at = clock_timestamp() WHERE id = $1 AND state = 'open' RETURNING id`;

const isForming = `kind = 'opening' AND state = 'lobby'`;

const setGun = `
  UPDATE line SET gun = $2, enrol_until = $2::timestamptz + (enrol_until - gun) WHERE race_id = $1 AND ${isForming}`;

const openLine = `
  UPDATE line SET state = 'open', paused_reason = NULL, opened_at = coalesce(opened_at, clock_timestamp())
  WHERE race_id = $1 AND state NOT IN ('open', 'over')`;

const setAtGun = `UPDATE line SET at_gun = $2 WHERE race_id = $1 AND ${isForming}`;
