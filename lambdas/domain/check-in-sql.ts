import { instantText } from './instant-sql';

/**
 * SQL: the scans of a registration that count: those after the last one that took all before it back. The scan of a code that is forged
 * or was replaced is kept and does not count: otherwise somebody with an id or a copied code could keep its runner from the start.
 */
const scansThatCount = (registrationId: string): string => `
  check_in c WHERE c.registration_id = ${registrationId} AND c.kind = 'in' AND c.proof NOT IN ('forged', 'replaced')
    AND NOT EXISTS (
      SELECT FROM check_in u
      WHERE u.registration_id = c.registration_id AND u.kind = 'undo' AND u.proof NOT IN ('forged', 'replaced') AND u.seq > c.seq)`;

/** SQL: whether somebody is checked in. */
export const isCheckedIn = (registrationId: string): string => `EXISTS (SELECT FROM ${scansThatCount(registrationId)})`;

/** SQL: `first`, a `CheckedIn` or null, and `times`. Of two scans, the one that was made earlier counts, wherever it was made. */
export const standing = (registrationId: string): string => `
  SELECT count(*)::int AS times, (array_agg(json_strip_nulls(json_build_object('scanId', c.id, 'at', ${instantText('c.scanned_at')},
    'station', c.station, 'by', (SELECT s.name FROM staff s WHERE s.id = c.staff_id), 'proof', c.proof, 'note', c.note))
    ORDER BY c.scanned_at, c.seq))[1] AS first
  FROM ${scansThatCount(registrationId)}`;
