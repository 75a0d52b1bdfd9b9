import { writeAudit } from '../../../ledger/audit';
import { dueFees, endDue } from '../../../ledger/transfer-fee-sql';
import type { Sql } from '../../../platform/postgres/postgres';
import type { DueFee } from '../move/quote-move';

/** What the runner of a transfer owes for it, and can pay now. */
export const findDueFee = async (sql: Sql, transferId: string): Promise<DueFee | undefined> => {
  const [fee] = await sql.query<DueFee>(findDue, [transferId]);
  return fee;
};

interface Paying {
  readonly transferId: string;
  readonly runnerId: string;
  readonly amount: number;
}

/**
 * The payment of a fee that this runner owes, under its lock and that of their registration: nobody decides about it, and they do not give
 * the spot back, before the transaction ends. Undefined: they do not owe exactly this.
 */
export const lockDueFee = async (
  sql: Sql,
  { transferId, runnerId, amount }: Paying,
): Promise<{ readonly paidAs: string } | undefined> => {
  const [due] = await sql.query<{ paidAs: string }>(lockDue, [transferId, runnerId, amount]);
  return due;
};

/** It is paid by payment `paidWith`, which has a row in `registration`. The payment before, `due`, is for nothing now. */
export const payFeeAgain = async (
  sql: Sql,
  { transferId, runnerId, amount }: Paying,
  { due, paidWith, eventId, currency }: Readonly<Record<'due' | 'paidWith' | 'eventId' | 'currency', string>>,
): Promise<void> => {
  await sql.query(endDue, [due]);
  await sql.query('UPDATE transfer SET fee_paid_as = $2 WHERE id = $1', [transferId, paidWith]);
  const about = { eventId, registrationId: runnerId, detail: { amount, currency } };
  await writeAudit(sql, [{ actor: 'runner', action: 'transfer-fee-paid-again', ...about }]);
};

const findDue = `
  SELECT r.id AS "runnerId", a.id AS "raceId", r.event_id AS "eventId", u.amount, u.currency FROM ${dueFees('o.id = $1')}`;

const lockDue = `
  SELECT u.registration_id AS "paidAs" FROM ${dueFees('o.id = $1')} AND r.id = $2 AND u.amount = $3
  FOR NO KEY UPDATE OF u, r`;
