import type { Sql } from '../../platform/postgres/postgres';
import { delayEnds } from '../calling/delays';
import { counterOf } from '../calling/ports';
import type { LineKind, LineState } from '../ports';
import type { LineDesk, LineFigures } from './ports';

/** Lines as directors see them, as the last tick left them. */
export class PostgresLineFigures implements LineDesk {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  figures(raceId: string): Promise<LineFigures | undefined> {
    return readFigures(this.#sql, raceId);
  }
}

interface Row {
  readonly id: string;
  readonly kind: LineKind;
  readonly state: LineState;
  readonly gun: Date;
  readonly at_gun: 'open' | 'draw' | null;
  readonly enrol_until: Date;
  readonly pace: number;
  readonly held: string | null;
  readonly listed: number | null;
  readonly late: number;
  readonly in_draw: number;
  readonly later: number;
  readonly round: number | null;
  readonly round_at: Date | null;
  readonly is_round_there: boolean;
  readonly beacon_missed: boolean;
  readonly rate: number | null;
  readonly rate_max: number | null;
  readonly events: readonly {
    readonly id: string;
    readonly name: string;
    readonly called: number;
    readonly counts: readonly number[];
    readonly free: number;
  }[];
}

export const readFigures = async (sql: Sql, raceId: string): Promise<LineFigures | undefined> => {
  const [row] = await sql.query<Row>(findFigures, [raceId]);
  if (!row) return undefined;
  const all = row.in_draw + row.later;
  const { held, listed, round, round_at, rate, rate_max, at_gun } = row;
  return {
    lineId: row.id,
    kind: row.kind,
    state: row.state,
    gun: row.gun.toISOString(),
    ...(at_gun && { atGun: at_gun }),
    enrolUntil: row.enrol_until.toISOString(),
    pace: row.pace,
    ...(held !== null && { held }),
    passes: { draw: row.in_draw, later: row.later, late: row.late },
    ...(listed !== null && { listed }),
    ...(round !== null &&
      round_at && {
        beacon: { round, at: round_at.toISOString(), isThere: row.is_round_there, isMissed: row.beacon_missed },
      }),
    ...(rate !== null && { rate }),
    ...(rate_max !== null && { rateMax: rate_max }),
    events: row.events.map(({ id, name, called, counts, free }) => ({
      eventId: id,
      name,
      waiting: Math.max(0, Math.round(all - called)),
      called: Math.round(Math.min(all, called)),
      asked: counts.slice(0, delayEnds.length).reduce((sum, one) => sum + one, 0),
      inVain: counts[counterOf.inVain] ?? 0,
      free,
    })),
  };
};

/** A rate that is older than this says nothing of what is borne now. */
const freshTickSeconds = 60;

const findFigures = `
  SELECT l.id, l.kind, l.state, l.gun, l.at_gun, l.enrol_until, round(l.pace::numeric, 3)::float8 AS pace, l.paused_reason AS held, l.listed,
    (SELECT count(*)::int FROM line_pass p WHERE p.line_id = l.id AND p.late) AS late,
    (SELECT coalesce(sum(w.passes) FILTER (WHERE w.wave = 0), 0)::int FROM line_wave w WHERE w.line_id = l.id) AS in_draw,
    (SELECT coalesce(sum(w.passes) FILTER (WHERE w.wave > 0), 0)::int FROM line_wave w WHERE w.line_id = l.id) AS later,
    l.round::float8 AS round, l.round_at, l.signature IS NOT NULL AS is_round_there, l.beacon_missed,
    CASE WHEN t.at > clock_timestamp() - make_interval(secs => ${freshTickSeconds}) THEN t.rate::float8 END AS rate,
    t.rate_max::float8 AS rate_max,
    (SELECT coalesce(json_agg(json_build_object('id', e.event_id, 'name', v.name, 'called', e.called, 'counts', e.counts,
       'free', e.free) ORDER BY v.position), '[]')
     FROM line_event e JOIN event v ON v.id = e.event_id WHERE e.line_id = l.id) AS events
  FROM line l CROSS JOIN line_tick t WHERE l.race_id = $1 AND l.state <> 'over'`;
