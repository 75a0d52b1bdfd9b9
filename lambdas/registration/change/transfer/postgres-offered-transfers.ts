import { isCheckedIn } from '../../../domain/check-in-sql';
import { shortName } from '../../../domain/person/masking';
import type { Runner } from '../../../domain/person/person';
import { isUndecided } from '../../../ledger/dispute-sql';
import { paymentOfFee } from '../../../ledger/transfer-fee-sql';
import type { Sql } from '../../../platform/postgres/postgres';
import type { TransferView } from '../ports';
import { findDueFee } from './postgres-due-fees';

interface ViewRow {
  readonly state: 'offered' | 'accepted' | 'gone';
  readonly race_id: string;
  readonly event_id: string;
  readonly runner: Runner;
  readonly recipient: { readonly firstName: string; readonly email: string };
  readonly transfer_until: Date;
  readonly became: string | null;
  readonly transfer_fee: number | null;
  readonly currency: string;
  readonly waiver_hash: string;
  readonly race_form: number | null;
  readonly is_unpaid: boolean;
}

export const findTransfer = async (sql: Sql, transferId: string): Promise<TransferView> => {
  const [row] = await sql.query<ViewRow>(viewTransfer, [transferId]);
  if (!row) return { kind: 'not-found' };
  const due = row.state === 'accepted' && row.became ? await findDueFee(sql, transferId) : undefined;
  const { state, race_id: raceId, event_id: eventId, runner, recipient, transfer_until: endsAt } = row;
  return {
    kind: 'found',
    ...{ state, raceId, eventId, from: shortName(runner), recipient, endsAt },
    registrationId: row.became ?? transferId,
    waiverHash: row.waiver_hash,
    hasForm: row.race_form !== null,
    ...(row.is_unpaid && { isUnpaid: true as const }),
    ...(due && { due: { amount: due.amount, currency: due.currency } }),
    ...(row.transfer_fee !== null && { fee: { amount: row.transfer_fee, currency: row.currency } }),
  };
};

/** Whether somebody else than the runner who passes the spot on has this person's place in the event, or in its group. */
export const isPersonIn = async (
  sql: Sql,
  transferId: string,
  { eventId, person, limitGroup }: { eventId: string; person: string; limitGroup?: string | undefined },
): Promise<boolean> => {
  const [transfer] = await sql.query<{ registration_id: string }>(findFrom, [transferId]);
  if (!transfer) return false;
  return isIn(sql, { eventId, person, limitGroup, fromId: transfer.registration_id });
};

interface Asked {
  readonly eventId: string;
  readonly person: string;
  readonly limitGroup?: string | undefined;
  readonly fromId: string;
}

/** The same, of somebody other than the runner `fromId`. */
export const isIn = async (sql: Sql, { eventId, person, limitGroup, fromId }: Asked): Promise<boolean> => {
  const [same] = await sql.query(findPerson, [eventId, person, fromId]);
  if (same) return true;
  if (limitGroup === undefined) return false;
  const [inGroup] = await sql.query(findInGroup, [limitGroup, person, fromId]);
  return inGroup !== undefined;
};

// An offer is gone when its time is over or its race is cancelled, when its runner has no spot any more or is checked in, or when they dispute
// a payment and nobody has decided that they keep the spot.
const viewTransfer = `
  SELECT CASE WHEN t.state = 'accepted' THEN 'accepted'
              WHEN t.state = 'offered' AND r.live AND clock_timestamp() < a.transfer_until AND a.cancelled_at IS NULL
                AND NOT ${isUndecided('r')} AND NOT ${isCheckedIn('r.id')} THEN 'offered'
              ELSE 'gone' END AS state,
         e.race_id, r.event_id, r.runner, t.recipient, t.became, a.transfer_fee, a.currency, a.waiver_hash, a.form_revision AS race_form, coalesce(a.transfer_until, t.offered_at) AS transfer_until,
         EXISTS (SELECT FROM payment d WHERE d.registration_id = ${paymentOfFee('t')} AND d.state = 'failed') AS is_unpaid
  FROM transfer t JOIN registration r ON r.id = t.registration_id
  JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  WHERE t.id = $1`;

const findFrom = 'SELECT registration_id FROM transfer WHERE id = $1';

const findPerson =
  'SELECT id FROM registration WHERE event_id = $1 AND person_key(person) = person_key($2) AND live AND id <> $3';

const findInGroup =
  'SELECT id FROM registration WHERE limit_group = $1 AND person_key(person) = person_key($2) AND live AND id <> $3';
