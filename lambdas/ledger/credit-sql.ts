import type { Credit } from '../domain/money/credit';

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
