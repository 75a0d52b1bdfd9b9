import { personOf } from '../../domain/person/person';
import { membersOf, type Submission } from '../../domain/registration';
import type { Sql } from '../../platform/postgres/postgres';

/**
 * The registrations of these submissions whose person has a live one in another event of their limit group. Ids that have a
 * row are left out: their outcome stays. Without a limit group it runs no statement. Two that are decided at the same moment
 * do not see each other; then the unique index fails one of them, whose retry sees the other.
 */
export const findInGroup = async (sql: Sql, submissions: readonly Submission[]): Promise<readonly string[]> => {
  const limited = submissions.flatMap((submission) => {
    const limitGroup = submission.quoted?.limitGroup;
    return limitGroup === undefined ? [] : membersOf(submission).map((member) => ({ ...member, limitGroup }));
  });
  if (limited.length === 0) return [];
  const rows = await sql.query<{ id: string }>(find, [
    limited.map(({ registrationId }) => registrationId),
    limited.map(({ runner }) => personOf(runner)),
    limited.map(({ limitGroup }) => limitGroup),
  ]);
  return rows.map(({ id }) => id);
};

/** LATERAL … LIMIT 1 keeps the plan on the index, as in `classify`. */
const find = `
  SELECT m.id FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS m (id, person, limit_group)
  CROSS JOIN LATERAL (
    SELECT FROM registration
    WHERE limit_group = m.limit_group AND person_key(person) = person_key(m.person) AND live LIMIT 1
  ) r
  WHERE NOT EXISTS (SELECT FROM registration WHERE id = m.id)`;
