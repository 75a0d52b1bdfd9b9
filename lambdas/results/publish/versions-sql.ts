/**
 * The versions that stay readable, of each set: `number`, `kind` and `manifest`. What came before a withdrawal goes, and of live versions
 * the last hundred stay.
 *
 * @param sets SQL for a condition about `set_id`
 */
export const keptVersions = (sets: string): string => `
  SELECT set_id, number, kind, manifest FROM (
    SELECT set_id, number, manifest, kind,
      bool_or(kind = 'withdrawn') OVER newest AS is_withdrawn,
      count(*) FILTER (WHERE kind = 'live') OVER newest AS live_versions
    FROM result_version WHERE ${sets} WINDOW newest AS (PARTITION BY set_id ORDER BY number DESC)) v
  WHERE NOT is_withdrawn AND (kind <> 'live' OR live_versions <= 100)`;
