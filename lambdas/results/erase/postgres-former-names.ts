import { foldName, isSameName, sameNameKey } from '../../domain/person/fold-name';
import type { Sql } from '../../platform/postgres/postgres';
import type { KeptEntry } from '../take/apply-rows';
import { readWithheldNames } from '../take/postgres-entrants';

interface Named {
  readonly bib: number;
  readonly name: string;
}

/** How these names were written at these bibs before somebody else got the bib, or another name. */
export const findSpellings = async (sql: Sql, setId: string, names: readonly Named[]): Promise<readonly Named[]> => {
  const said = new Set(names.map(({ bib, name }) => `${bib} ${sameNameKey(name)}`));
  const bibs = [...new Set(names.map(({ bib }) => bib))];
  return (await sql.query<Named>(findFormerNames, [setId, bibs])).filter(({ bib, name }) =>
    said.has(`${bib} ${sameNameKey(name)}`),
  );
};

/** Takes names that bibs had out of what was kept and published. Whoever has a bib now stays. */
export const forgetNames = async (sql: Sql, setId: string, names: readonly Named[]): Promise<void> => {
  await sql.query(forget, [setId, names.map(({ bib }) => bib), names.map(({ name }) => name)]);
  await leaveFiles(sql, setId, names);
};

/** What these runners were called at whichever bib they had. Says how many names there were. */
export const takeFormerNamesOut = async (
  sql: Sql,
  setId: string,
  registrationIds: readonly string[],
): Promise<number> => {
  if (registrationIds.length === 0) return 0;
  const names = await sql.query<Named>(forgetRunners, [setId, registrationIds]);
  if (names.length > 0) await leaveFiles(sql, setId, names);
  return names.length;
};

/**
 * Takes names out of every bib that had one and has another name now, or none: there they were by mistake, or before bibs were given
 * anew. A namesake who stands at their bib stays. Says how many bibs there were.
 */
export const takeLostNamesOut = async (sql: Sql, setId: string, names: readonly string[]): Promise<number> => {
  const keys = new Set(names.map(sameNameKey).filter((key) => key !== ''));
  if (keys.size === 0) return 0;
  const lost = (await sql.query<Named & { readonly now: string | null }>(findLost, [setId])).filter(
    ({ name, now }) => keys.has(sameNameKey(name)) && !isSameName(name, now ?? ''),
  );
  if (lost.length > 0) await forgetNames(sql, setId, await findSpellings(sql, setId, lost));
  return lost.length;
};

/** Of an entry. Undefined: there is none. */
interface Change {
  readonly before: KeptEntry | undefined;
  readonly after: KeptEntry | undefined;
}

export const losesName = ({ before, after }: Change): boolean =>
  before?.name !== undefined && !isSameName(before.name, after?.name ?? '');

/** A bib may have had the name of a runner who wants none: nobody knew that it was them until the bib got its right name. */
export const forgetMistakes = async (sql: Sql, setId: string, changes: readonly Change[]): Promise<void> => {
  const lost = changes.filter(losesName).flatMap(({ before }) => before?.name ?? []);
  if (lost.length === 0) return;
  const keys = new Set((await readWithheldNames(sql, setId)).map(sameNameKey));
  const theirs = lost.filter((name) => keys.has(sameNameKey(name)));
  await takeLostNamesOut(sql, setId, theirs);
};

/** Orders that names leave the files. */
export const leaveFiles = async (sql: Sql, setId: string, names: readonly Named[]): Promise<void> => {
  const words = names.map(({ name }) => JSON.stringify(foldName(name).split(' ')));
  await sql.query(keepErased, [setId, names.map(({ bib }) => bib), names.map(({ name }) => name)]);
  await sql.query(unfindNames, [setId, names.map(({ bib }) => bib), words]);
  await sql.query(orderErasure, [setId]);
};

const findFormerNames = `
  SELECT DISTINCT bib, before ->> 'name' AS name FROM result_change
  WHERE set_id = $1 AND bib = ANY ($2::int[]) AND before ? 'name'`;

/** SQL: an entry of before, without its name. */
export const nameless = `(before - 'name') || '{"isNameWithheld": true}'`;

const forget = `
  UPDATE result_change c SET before = ${nameless} FROM unnest($2::int[], $3::text[]) AS n (bib, name)
  WHERE c.set_id = $1 AND c.bib = n.bib AND c.before ->> 'name' = n.name`;

/** It is read by its index: timers wait for the lock of the set. */
export const forgetRunners = `
  WITH theirs AS MATERIALIZED (
    SELECT set_id, seq, bib, before ->> 'name' AS name FROM result_change
    WHERE (before ->> 'registrationId')::uuid = ANY ($2::uuid[]) AND before ? 'name')
  UPDATE result_change c SET before = ${nameless} FROM theirs t
  WHERE t.set_id = $1 AND c.set_id = t.set_id AND c.seq = t.seq RETURNING t.bib, t.name`;

/** By its index, too. `IS NOT NULL` is not the condition of the other index, which has nearly all rows. */
export const findLost = `
  SELECT DISTINCT c.bib, c.before ->> 'name' AS name,
    (SELECT r.name FROM result r WHERE r.set_id = c.set_id AND r.bib = c.bib) AS now
  FROM result_change c WHERE c.set_id = $1 AND c.loses_name AND c.before ->> 'name' IS NOT NULL`;

/** Who has the bib now stays, unless all words of the name are theirs as well. */
const unfindNames = `
  DELETE FROM result_search s USING unnest($2::int[], $3::jsonb[]) AS n (bib, words)
  WHERE s.set_id = $1 AND s.bib = n.bib AND string_to_array(s.words, ' ') @> ARRAY(SELECT jsonb_array_elements_text(n.words))`;

const keepErased = `
  INSERT INTO result_erased_name (set_id, bib, name) SELECT DISTINCT $1::uuid, n.bib, n.name
  FROM unnest($2::int[], $3::text[]) AS n (bib, name)
  ON CONFLICT (set_id, bib, name) DO UPDATE SET at = clock_timestamp()`;

const orderErasure = 'UPDATE result_set SET is_erasing = true, erased_at = clock_timestamp() WHERE id = $1';
