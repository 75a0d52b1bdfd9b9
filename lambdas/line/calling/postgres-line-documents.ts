import { hiddenEventsOf } from '../../domain/race-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { CurvePoint, LineDocument, LineDocuments, LineKind, LineState } from '../ports';
import type { Waves } from '../rules/waves';
import { pastOf, type Reading } from './delays';

/** The document has so many waves at the most. Those that were called, and the first ones, are told apart. */
const mostWaves = 60;
/**
 * A line that nobody has stepped forward for so many minutes is lost: whoever looks at it steps it forward each second, and
 * `plan-capacity` each minute. Everybody may ask then, as in a race without a line. A line that a director holds stays held.
 */
const lostMinutes = 5;
/** How often browsers ask. More often costs more requests, and lets nobody in earlier (docs/decisions/142-a-line-counts-when-people-ask.md). */
const poll = { divide: 2, min: 3, max: 60 };

/** Lines as the last tick left them. */
export class PostgresLineDocuments implements LineDocuments {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(raceId: string): Promise<LineDocument | undefined> {
    const [row] = await this.#sql.query<Row>(findLine, [raceId]);
    return row && documentOf(row);
  }
}

interface Row {
  readonly race_id: string;
  readonly id: string;
  readonly kind: LineKind;
  readonly state: LineState;
  readonly now: string;
  readonly gun: string;
  readonly at_gun: 'open' | 'draw' | null;
  readonly enrol_until: string;
  readonly commitment: string | null;
  readonly secret: string | null;
  readonly root: string | null;
  readonly listed: number | null;
  readonly late: number;
  readonly chain: string | null;
  readonly round: number | null;
  readonly round_at: string | null;
  readonly signature: string | null;
  readonly beacon_missed: boolean;
  readonly seed: string | null;
  readonly paused_reason: string | null;
  readonly waves: readonly (readonly [wave: number, passes: number, width: number])[];
  readonly events: readonly {
    readonly event_id: string;
    readonly called_to: number;
    readonly free: number;
    readonly curve: readonly CurvePoint[];
    readonly history: readonly Reading[];
  }[];
}

const documentOf = (row: Row): LineDocument => ({
  raceId: row.race_id,
  lineId: row.id,
  kind: row.kind,
  state: row.state,
  now: row.now,
  gun: row.gun,
  ...(row.at_gun && { atGun: row.at_gun }),
  enrolUntil: row.enrol_until,
  passes: row.waves.reduce((sum, [, passes]) => sum + passes, 0),
  ...(row.commitment && { commitment: row.commitment }),
  ...(row.root && { list: { root: row.root, count: row.listed ?? 0, late: row.late } }),
  ...beaconOf(row),
  // Before the seed is there, the secret is one.
  ...(row.seed && row.secret && { secret: row.secret, seed: row.seed }),
  waves: fewWaves(row.waves),
  events: row.events.map(({ event_id, called_to, free, curve, history }) => ({
    eventId: event_id,
    calledTo: called_to,
    free,
    curve,
    past: pastOf(history, Date.parse(row.now) / 1000),
  })),
  ...(row.paused_reason !== null && { paused: { reason: row.paused_reason } }),
  poll,
});

const beaconOf = ({ chain, round, round_at, signature, beacon_missed }: Row) =>
  chain && round && round_at
    ? {
        beacon: {
          chain,
          round,
          at: round_at,
          ...(signature && { signature }),
          ...(beacon_missed && { isMissed: true as const }),
        },
      }
    : {};

/** Waves that follow each other are counted together until they are few. The draw stays alone. */
export const fewWaves = (waves: Waves): Waves => {
  const [first, ...others] = waves;
  if (!first || waves.length <= mostWaves) return waves;
  const part = Math.ceil(others.length / (mostWaves - 1));
  const merged = Array.from({ length: Math.ceil(others.length / part) }, (_, n) => {
    const some = others.slice(n * part, (n + 1) * part);
    const [start = 0] = some[0] ?? [];
    const [end = 0, , width = 1] = some.at(-1) ?? [];
    return [start, some.reduce((sum, [, passes]) => sum + passes, 0), end + width - start] as const;
  });
  return [first, ...merged];
};

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const isLost = `l.state IN ('lobby', 'closing', 'drawing', 'calling') AND l.paused_reason IS NULL
  AND greatest(l.gun, (SELECT at FROM line_tick)) < clock_timestamp() - make_interval(mins => ${lostMinutes})`;

const findLine = `
  SELECT l.race_id, l.id, l.kind, CASE WHEN ${isLost} THEN 'open' ELSE l.state END AS state, ${iso('clock_timestamp()')} AS now, ${iso('l.gun')} AS gun, l.at_gun,
    ${iso('l.enrol_until')} AS enrol_until, encode(l.commitment, 'hex') AS commitment, encode(l.secret, 'hex') AS secret,
    encode(l.root, 'hex') AS root, l.listed, l.chain, l.round::float8 AS round, ${iso('l.round_at')} AS round_at,
    encode(l.signature, 'hex') AS signature, l.beacon_missed, encode(l.seed, 'hex') AS seed, l.paused_reason,
    (SELECT count(*)::int FROM line_pass p WHERE p.line_id = l.id AND p.late) AS late,
    (SELECT coalesce(json_agg(json_build_array(w.wave, w.passes, 1) ORDER BY w.wave), '[]')
     FROM line_wave w WHERE w.line_id = l.id) AS waves,
    (SELECT coalesce(json_agg(json_build_object('event_id', e.event_id, 'called_to', e.called_to, 'free', e.free,
       'curve', e.curve, 'history', e.history) ORDER BY e.event_id), '[]')
     FROM line_event e WHERE e.line_id = l.id AND e.event_id::text <> ALL (h.hidden)) AS events
  FROM line l JOIN race r ON r.id = l.race_id CROSS JOIN LATERAL (SELECT ${hiddenEventsOf('r.id', 'r.form_revision')} AS hidden) h
  WHERE l.race_id = $1 AND l.state <> 'over'`;
