import { maxGroupSize } from '../domain/hold';
import { isForRunners } from '../domain/race-sql';
import { salePhase } from '../ledger/event-sql';

/** Whoever looks at a line steps it forward. Of so many who wait, somebody looks each second while a draw goes on. */
const crowd = 200;
/** While so many steps were taken in the last seconds before the last one, many looked. The history keeps each of those. */
const manySteps = 8;
const manyStepsSeconds = 15;
/** Where nobody looks, `plan-capacity` steps all lines forward once a minute, and some seconds earlier or later. */
const backstopSeconds = 150;
/** Longer than anybody is waited for whose turn was called (line/calling/delays.ts). */
const expectedSeconds = 180;

const ago = (seconds: number | string) => `statement_timestamp() - make_interval(secs => ${seconds})`;
const readings = 'jsonb_array_elements(q.history) AS h (reading)';
const readAt = 'to_timestamp((h.reading ->> 0)::float8)';

/** Line `l` was stepped forward last, or had its gun, more than so many seconds ago. */
const isLate = (seconds: number | string) => `greatest(l.gun, t.at) < ${ago(seconds)}`;

const wasLookedAt = `
  CASE l.state WHEN 'calling' THEN
    (SELECT count(*) FROM ${readings} WHERE ${readAt} > t.at - make_interval(secs => ${manyStepsSeconds})) >= ${manySteps}
  ELSE w.passes >= ${crowd} END`;

/** Passes that were called lately and may still ask are given as many spots as a pass may ask for. */
const callsNobody = `
  l.state = 'calling' AND ${salePhase} = 'open' AND q.free > 0
  AND (q.history -> 0 ->> 0)::float8 < extract(epoch FROM ${ago('$2::float8')})
  -- The last step found that it may call.
  AND q.curve <> '[]'
  AND NOT EXISTS (SELECT FROM ${readings} WHERE ${readAt} > ${ago('$2::float8')} AND (h.reading ->> 3)::float8 < 1)
  AND NOT EXISTS (SELECT FROM line_call c WHERE c.line_id = l.id AND c.event_id = e.id AND c.at > ${ago('$2::float8')})
  AND q.free > ${maxGroupSize} * (q.called - coalesce((
    SELECT c.called FROM line_call c WHERE c.line_id = l.id AND c.event_id = e.id AND c.at <= ${ago(expectedSeconds)}
    ORDER BY c.at DESC LIMIT 1), 0))`;

/**
 * Lines after their gun in which somebody waits and nothing goes on, although no director holds them: nobody has stepped them forward
 * for $1 seconds while many looked, or they have called nobody for $2 seconds while spots were free.
 */
export const standingLines = `
  SELECT count(*)::int AS count, (array_agg(l.race_id))[1:5] AS samples
  FROM line l JOIN race r ON r.id = l.race_id AND ${isForRunners('r')} CROSS JOIN line_tick t
  -- Passes of later waves are of crowded addresses, and are called in their time (line/rules/waves.ts).
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(passes), 0) AS passes FROM line_wave
    WHERE line_id = l.id AND wave <= 2 + extract(epoch FROM statement_timestamp() - l.gun)) w
  WHERE l.state IN ('lobby', 'closing', 'drawing', 'calling') AND l.paused_reason IS NULL AND l.gun < statement_timestamp()
    AND r.cancelled_at IS NULL AND r.closes_at > statement_timestamp() AND EXISTS (
      SELECT FROM line_event q JOIN event e ON e.id = q.event_id
      -- What was called is a sum of shares.
      WHERE q.line_id = l.id AND w.passes - q.called > 0.5
        AND (${isLate(backstopSeconds)} OR ${isLate('$1::float8')} AND ${wasLookedAt} OR ${callsNobody}))`;
