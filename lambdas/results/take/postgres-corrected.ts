import type { Sql } from '../../platform/postgres/postgres';
import type { EntryChange } from './apply-rows';

interface Corrected {
  readonly bib: number;
  readonly registrationId: string;
  readonly fields: readonly string[];
}

/**
 * The rows of a start list, without the fields that a director has corrected by hand since the same runner has the bib. The registration
 * says what was wrong.
 */
export const withoutCorrected = async (
  sql: Sql,
  setId: string,
  rows: readonly EntryChange[],
): Promise<readonly EntryChange[]> => {
  const corrected = new Map((await sql.query<Corrected>(findCorrected, [setId])).map((one) => [one.bib, one]));
  return rows.map((row) => {
    const found = corrected.get(row.bib);
    if (found?.registrationId !== row.registrationId) return row;
    const kept = Object.entries(row).filter(([field]) => field === 'bib' || !found?.fields.includes(field));
    return Object.fromEntries(kept) as unknown as EntryChange;
  });
};

/** The change of a correction says whose entry it was. It is found by its number: a set that was live has hundreds of thousands of changes. */
export const findCorrected = `
  SELECT c.bib, r.registration_id AS "registrationId", array_agg(DISTINCT f.field) AS fields
  FROM result_set s
    JOIN audit a ON a.race_id = s.race_id AND a.action = 'result-corrected' AND a.detail ->> 'setId' = s.id::text
      AND (a.detail ->> 'applied')::int > 0
    JOIN result_change c ON c.set_id = s.id AND c.seq = (a.detail ->> 'seq')::bigint
    JOIN result r ON r.set_id = s.id AND r.bib = c.bib AND r.registration_id::text = c.before ->> 'registrationId'
    CROSS JOIN LATERAL jsonb_array_elements_text(a.detail -> 'fields') AS f (field)
  WHERE s.id = $1 GROUP BY c.bib, r.registration_id`;
