import type { Credit } from '../domain/money/credit';
import { isAnythingDisputed } from './dispute-sql';

export interface CreditRow {
  readonly code: string;
  readonly worth: number | null;
  readonly fee: number;
  readonly currency: string;
  readonly series: string;
  readonly expires_at: Date;
  readonly is_used: boolean;
}

/** SQL: the credit that registration $1 was given up for. */
export const findCredit = `
  SELECT c.code, c.worth, c.fee, c.currency, c.series, c.expires_at,
         EXISTS (SELECT FROM registration_line WHERE pool_id = c.pool_id AND unit IS NOT NULL) AS is_used
  FROM credit c WHERE c.registration_id = $1`;

/** SQL: the credit that registration $1 was given up for, or that paid for it and is the same person's again. */
export const findCreditLeft = `
  ${findCredit}
  UNION ALL
  SELECT c.code, c.worth, c.fee, c.currency, c.series, c.expires_at, false AS is_used
  FROM registration r JOIN registration_line l ON l.registration_id = r.id AND l.kind = 'code' AND l.state = 'returned'
  JOIN credit c ON c.pool_id = l.pool_id AND person_key(c.person) = person_key(r.person)
  JOIN registration g ON g.id = c.registration_id
  WHERE r.id = $1 AND c.worth IS DISTINCT FROM 0 AND c.expires_at > clock_timestamp() AND NOT ${isAnythingDisputed('g')}
    AND NOT EXISTS (SELECT FROM registration_line WHERE pool_id = c.pool_id AND unit IS NOT NULL)`;

export const creditOf = ([row]: readonly CreditRow[]): Credit | undefined =>
  row && {
    code: [row.code.slice(0, 4), row.code.slice(4, 8), row.code.slice(8)].join('-'),
    worth: row.worth ?? 'entry',
    fee: row.fee,
    currency: row.currency,
    series: row.series,
    expiresAt: row.expires_at.toISOString(),
    isUsed: row.is_used,
  };
