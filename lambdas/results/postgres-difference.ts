import type { Sql } from '../platform/postgres/postgres';
import { bibsOf, type Difference, differenceOf, openIn, shownAs, type Unsettled } from './difference';
import type { RankRules } from './entry';
import type { VersionKind } from './files';
import { readEntries, readEntriesAt } from './postgres-result-rows';
import { rulesObject } from './rules-sql';
import { readOutdated } from './take/postgres-entrants';

/** What the version that is ordered would change of the one that readers see, and what is still to be settled. */
export const readDifference = async (sql: Sql, setId: string, kind: VersionKind): Promise<Difference & Unsettled> => {
  const [seen] = await sql.query<SeenVersion>(findSeen, [setId]);
  if (!seen) throw new Error(`The result set ${setId} is locked, and is not there.`);
  const before = seen.seq === null ? [] : await readEntriesAt(sql, setId, seen.seq);
  const entries = await readEntries(sql, setId);
  const open = openIn(kind, entries);
  const { outdated, withoutSpot } = await readOutdated(sql, setId);
  return {
    ...differenceOf(
      { rules: seen.rulesBefore ?? seen.rules, entries: shownAs(seen.kind, before) },
      { rules: seen.rules, entries: shownAs(kind, entries) },
    ),
    ...(open && { open }),
    ...{ outdated: bibsOf(outdated), withoutSpot: bibsOf(withoutSpot) },
  };
};

/** `rulesBefore`: by which it was ranked, if they have changed since. */
interface SeenVersion {
  readonly rules: RankRules;
  readonly rulesBefore: RankRules | null;
  readonly seq: string | null;
  readonly kind: VersionKind | null;
}

const findSeen = `
  SELECT ${rulesObject('s')} AS rules, v.kind, CASE WHEN v.kind <> 'withdrawn' THEN v.seq END AS seq,
    (SELECT a.detail -> 'before' FROM audit a
     WHERE a.race_id = s.race_id AND a.action = 'result-set-saved' AND a.detail ->> 'setId' = s.id::text AND a.detail ? 'before'
       AND a.at > v.at
     ORDER BY a.id LIMIT 1) AS "rulesBefore"
  FROM result_set s LEFT JOIN LATERAL (
    SELECT kind, seq, at FROM result_version w WHERE w.set_id = s.id ORDER BY w.number DESC LIMIT 1) v ON true
  WHERE s.id = $1`;
