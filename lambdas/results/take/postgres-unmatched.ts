import type { Sql } from '../../platform/postgres/postgres';
import { type AppliedRows, type EntryChange, faultOf } from './apply-rows';
import { type Report, reportOf, together } from './unmatched';

/** So many bibs of a set: more are a file of another race. */
const mostUnmatched = 1_000;

/** The rows, with what came before about bibs that have no entry yet. The caller holds the lock of the set. */
export const withUnmatched = async (
  sql: Sql,
  setId: string,
  rows: readonly EntryChange[],
  hasEntry: (bib: number) => boolean,
): Promise<readonly EntryChange[]> => {
  const bibs = rows.flatMap(({ bib, name }) => (name === undefined || hasEntry(bib) ? [] : [bib]));
  if (bibs.length === 0) return rows;
  const found = new Map((await readUnmatched(sql, setId, bibs)).map((report) => [report.bib, report]));
  return rows.map((row) => {
    const report = found.get(row.bib);
    return report && row.name !== undefined ? { ...together(report, row), bib: row.bib } : row;
  });
};

/** Keeps what a batch says about bibs that nobody has, and forgets what has an entry now. */
export const keepUnmatched = async (
  sql: Sql,
  setId: string,
  rows: readonly EntryChange[],
  { changes, refused }: AppliedRows,
): Promise<void> => {
  const made = changes.flatMap(({ before, after }) => (before ? [] : [after.bib]));
  if (made.length > 0) await sql.query(forget, [setId, made]);
  const unknown = new Set(refused.flatMap(({ bib, reason }) => (reason === 'unknown-bib' ? [bib] : [])));
  if (unknown.size === 0) return;
  const before = new Map((await readUnmatched(sql, setId, [...unknown])).map((report) => [report.bib, report]));
  const reports = rows
    // What could never be an entry is not kept.
    .filter((row) => unknown.has(row.bib) && !faultOf({ ...row, status: row.status ?? 'entered' }))
    .map((row) => ({ bib: row.bib, report: together(before.get(row.bib) ?? {}, reportOf(row)) }));
  await sql.query(keep, [setId, JSON.stringify(reports), mostUnmatched]);
};

/** What came about bibs that have no entry, by bib. */
export const readUnmatched = async (
  sql: Pick<Sql, 'query'>,
  setId: string,
  bibs?: readonly number[],
): Promise<readonly (Report & { readonly bib: number })[]> =>
  (await sql.query<{ bib: number; report: Report }>(find, [setId, bibs ?? null])).map(({ bib, report }) => ({
    ...report,
    bib,
  }));

const find = `
  SELECT bib, report FROM result_unmatched WHERE set_id = $1 AND ($2::int[] IS NULL OR bib = ANY ($2)) ORDER BY bib`;

const keep = `
  INSERT INTO result_unmatched (set_id, bib, report)
  SELECT $1, r.bib, r.report FROM jsonb_to_recordset($2::jsonb) AS r (bib int, report jsonb)
  WHERE EXISTS (SELECT FROM result_unmatched WHERE set_id = $1 AND bib = r.bib)
  UNION ALL (
    SELECT $1, r.bib, r.report FROM jsonb_to_recordset($2::jsonb) AS r (bib int, report jsonb)
    WHERE NOT EXISTS (SELECT FROM result_unmatched WHERE set_id = $1 AND bib = r.bib)
    ORDER BY r.bib LIMIT greatest(0, $3 - (SELECT count(*) FROM result_unmatched WHERE set_id = $1)))
  ON CONFLICT (set_id, bib) DO UPDATE SET report = EXCLUDED.report`;

const forget = 'DELETE FROM result_unmatched WHERE set_id = $1 AND bib = ANY ($2::int[])';
