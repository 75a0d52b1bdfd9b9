import type { Sql } from '../platform/postgres/postgres';

/** An event, and the limit group that the form of its race puts it into. */
interface GroupedEvent {
  readonly eventId: string;
  readonly limitGroup: string;
}

/** Registrations that were there before the form. `several`: their people have another spot in the group, and keep both. */
interface GroupMembers {
  readonly counted: number;
  readonly several: number;
}

/** Which live registrations would come into their limit groups. */
export const findGroupMembers = async (sql: Sql, events: readonly GroupedEvent[]): Promise<GroupMembers> => {
  if (events.length === 0) return { counted: 0, several: 0 };
  const [found] = await sql.query<GroupMembers>(countMembers, valuesOf(events));
  return found ?? { counted: 0, several: 0 };
};

/**
 * Puts the live registrations of a race into the limit groups that its form has now, in the transaction that publishes it: otherwise a
 * group would bind only those who register after it, and one that is gone would bind the others for good. Safe to repeat.
 */
export const bindGroupMembers = async (sql: Sql, raceId: string, events: readonly GroupedEvent[]): Promise<void> => {
  await sql.query(letGo, [...valuesOf(events), raceId]);
  if (events.length > 0) await sql.query(bindMembers, valuesOf(events));
};

const valuesOf = (events: readonly GroupedEvent[]) => [
  events.map(({ eventId }) => eventId),
  events.map(({ limitGroup }) => limitGroup),
];

const asked = 'unnest($1::uuid[], $2::uuid[]) AS a (event_id, limit_group)';

/** Of several spots of one person the first is in the group. One is enough to refuse the next, and the index allows no more. */
const members = `
  WITH member AS (
    SELECT r.id, a.limit_group, r.limit_group IS NOT DISTINCT FROM a.limit_group AS is_in,
      row_number() OVER (PARTITION BY a.limit_group, person_key(r.person)
        ORDER BY r.limit_group IS DISTINCT FROM a.limit_group, r.recorded_at, r.id) AS nth
    FROM ${asked} JOIN event e ON e.id = a.event_id AND e.kind = 'run' JOIN registration r ON r.event_id = e.id AND r.live)`;

const countMembers = `${members}
  SELECT (count(*) FILTER (WHERE NOT is_in AND nth = 1))::int AS counted,
    (count(*) FILTER (WHERE NOT is_in AND nth > 1))::int AS several
  FROM member`;

const bindMembers = `${members}
  UPDATE registration r SET limit_group = m.limit_group FROM member m WHERE r.id = m.id AND NOT m.is_in AND m.nth = 1`;

const letGo = `
  UPDATE registration r SET limit_group = NULL FROM event e
  WHERE e.race_id = $3 AND r.event_id = e.id AND r.live AND r.limit_group IS NOT NULL
    AND NOT EXISTS (SELECT FROM ${asked} WHERE a.event_id = r.event_id AND a.limit_group = r.limit_group)`;
