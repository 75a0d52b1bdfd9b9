/**
 * Which changes took a name from a bib: by a mistake that was corrected, a runner may have been published at a bib that was never theirs.
 * The index finds these few among all times that came in.
 */
export const lostNames = `
ALTER TABLE result_change ADD COLUMN loses_name boolean NOT NULL DEFAULT false;
UPDATE result_change c SET loses_name = true FROM (
  SELECT n.set_id, n.seq, n.name, CASE WHEN n.is_last THEN r.name ELSE n.next END AS later
  FROM (
    SELECT set_id, seq, bib, before ->> 'name' AS name, lead(before ->> 'name') OVER changes AS next,
      lead(seq) OVER changes IS NULL AS is_last
    FROM result_change WINDOW changes AS (PARTITION BY set_id, bib ORDER BY seq)) n
  LEFT JOIN result r ON r.set_id = n.set_id AND r.bib = n.bib) n
WHERE c.set_id = n.set_id AND c.seq = n.seq AND n.name <> coalesce(n.later, '');
CREATE INDEX result_change_lost ON result_change (set_id) WHERE loses_name;
`;
