import { reader } from '../../api/read';
import { type Dispute, type FraudWarning, isByHand } from '../../domain/money/dispute';
import type { FailedRefund, Settlement } from '../../domain/money/payment';
import { log } from '../../platform/observability';
import { batchWorker } from '../../platform/queue/worker';
import { paymentOrder, settlement } from '../messages';
import type { DisputeRecords, FailedRefunds } from '../ports';
import type { SettlePayments } from './settle-payments';
import type { RecordSettlements } from './settlement';

/** Reads the queue `payments`. Orders that failed are delivered again. */
export const settleWorker = (settle: SettlePayments) =>
  batchWorker(reader(paymentOrder), async (messages) => {
    const again = await settle(messages.map(({ body }) => body));
    return messages.filter(({ body }) => again.has(body.registrationId)).map(({ messageId }) => messageId);
  });

/**
 * One transaction for a batch. A settlement that contradicts the database ends in the dead-letter queue, which has an
 * alarm.
 */
export const settlementWorker = (
  record: RecordSettlements,
  failedRefunds: FailedRefunds,
  disputeRecords: DisputeRecords,
) =>
  batchWorker(reader(settlement), async (messages) => {
    const bodies: readonly Booked[] = messages.map(({ body }) => body);
    const settlements = bodies.filter(isSettlement);
    const failures = bodies.filter((body) => body.state === 'refund-failed');
    const disputes = bodies.filter((body) => body.state === 'disputed');
    const warnings = bodies.filter((body) => body.state === 'fraud-warned');
    const given = [...settlements, ...failures.filter(({ sent }) => sent !== 0).map(wasGiven)];
    const contradictions = new Set(given.length > 0 ? await record(given) : []);
    if (failures.length > 0) await note(failures, failedRefunds);
    if (disputes.length > 0) await noteDisputes(disputes, disputeRecords);
    if (warnings.length > 0) await noteWarnings(warnings, disputeRecords);
    const again = messages.filter(({ body }) => isSettlement(body) && contradictions.has(body.registrationId));
    for (const { body, messageId } of again) {
      log.error('A payment ended otherwise than the database decided: compare it with the processor.', undefined, {
        messageId,
        registrationId: body.registrationId,
        state: body.state,
      });
    }
    return again.map(({ messageId }) => messageId);
  });

type Booked = Settlement | FailedRefund | Dispute | FraudWarning;

const isSettlement = (body: Booked): body is Settlement =>
  body.state !== 'refund-failed' && body.state !== 'disputed' && body.state !== 'fraud-warned';

/**
 * A refund that failed was sent before, but its order may never report that; the next order would wait for it for ever.
 */
const wasGiven = ({ registrationId, authorisation, amount, sent = amount, currency }: FailedRefund): Settlement => ({
  registrationId,
  state: 'refunded',
  authorisation,
  amount: sent,
  currency,
});

const note = async (failures: readonly FailedRefund[], failedRefunds: FailedRefunds) => {
  for (const registrationId of await failedRefunds.note(failures))
    log.error('A refund came back: the runner must be paid by hand.', undefined, {
      registrationId,
      see: 'docs/runbook.md, "Refunds that came back"',
    });
};

const noteDisputes = async (disputes: readonly Dispute[], records: DisputeRecords) => {
  for (const { registrationId, dispute } of await records.note(disputes))
    log.warn(isByHand(dispute.status) ? 'A payment was given back by hand.' : 'A payment is disputed.', {
      registrationId,
      dispute: dispute.id,
      status: dispute.status,
      see: 'docs/runbook.md, "Disputes"',
    });
};

const noteWarnings = async (warnings: readonly FraudWarning[], records: DisputeRecords) => {
  for (const { registrationId, warning } of await records.noteWarnings(warnings))
    log.warn('A bank warns that a payment is fraud.', {
      registrationId,
      warning: warning.id,
      type: warning.type,
      see: 'docs/runbook.md, "Fraud warnings"',
    });
};
