import { personOf } from '../../domain/person/person';
import type { Outcome } from '../../domain/registration';
import type { PaidTransfer } from '../../domain/transfer';
import { orderPayments } from '../../ledger/postgres-follow-ups';
import type { Sql } from '../../platform/postgres/postgres';
import { acceptTransfer } from '../change/transfer/postgres-transfers';
import type { Registrations } from '../ports';

type Needs = Parameters<typeof acceptTransfer>[1];
type Transferred = Awaited<ReturnType<Registrations['transfer']>>;

/**
 * Passes a spot on to somebody whose card holds the fee, and orders the capture; or writes that they were refused, and
 * orders that the card is let go. The offer stays as it is then. Runs in its caller's transaction.
 */
export const recordTransfer = async (
  sql: Sql,
  needs: Needs,
  { quote, runner, authorisation, submittedAt }: PaidTransfer,
): Promise<Transferred> => {
  const { registrationId, transferId, raceId, eventId, fee: amount, currency, waiverHash, fitting } = quote;
  const [before] = await sql.query<{ outcome: Outcome; number: number | null }>(findDecided, [registrationId]);
  if (before) return asBefore(registrationId, before.outcome, before.number);
  const answer = await acceptTransfer(sql, needs, transferId, runner, waiverHash, fitting, registrationId);
  const order = (action: 'capture' | 'void') =>
    orderPayments(sql, needs.newId, [{ registrationId, raceId, eventId, authorisation, amount, currency, action }]);

  if (answer.kind === 'accepted') {
    const { fromId, number, outbox } = answer;
    const orders = await order('capture');
    return {
      decisions: [{ registrationId, outcome: 'confirmed', number }],
      deferred: [],
      outbox: [...outbox, ...orders],
      fromId,
    };
  }
  // Somebody who is in already is told by mail. Why else a spot was not to be had, the page says: no mail has words for it.
  const isDuplicate = answer.kind === 'same-person';
  const outcome = isDuplicate ? 'duplicate' : 'refused';
  await sql.query(refuse, [
    registrationId,
    eventId,
    outcome,
    isDuplicate ? personOf(runner) : null,
    isDuplicate ? JSON.stringify(runner) : null,
    waiverHash,
    submittedAt,
  ]);
  return { decisions: [{ registrationId, outcome }], deferred: [], outbox: await order('void') };
};

const asBefore = (registrationId: string, outcome: Outcome, number: number | null): Transferred => ({
  decisions: [{ registrationId, outcome, ...(number !== null && { number }), isRepeat: true }],
  deferred: [],
  outbox: [],
});

const findDecided = 'SELECT outcome, number FROM registration WHERE id = $1';

/** Without a runner it is nobody's registration, and only carries the payment. */
const refuse = `
  INSERT INTO registration (id, event_id, outcome, live, via, person, runner, waiver_hash, submitted_at)
  VALUES ($1, $2, $3, false, CASE WHEN $5::jsonb IS NULL THEN 'fee' ELSE 'none' END, $4, $5, $6, $7)`;
