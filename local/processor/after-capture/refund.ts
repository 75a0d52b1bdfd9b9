import { cardWithToken } from '../cards';
import { allowOnly, type Form, required, wholeNumber } from '../form';
import { findIntent, metadataOf } from '../operations';
import { invalid, missing } from '../problem';
import { chargeOf, type Intent, newId, type Refund } from '../records';
import type { Store } from '../store';
import { disputeStatusOf, isRefundable } from './dispute-rules';

/** The present status: a refund may fail some time after it succeeded. */
export const statusOf = ({ status, failsAt = Infinity }: Refund, now = Date.now()): Refund['status'] =>
  now >= failsAt ? 'failed' : status;

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];

/**
 * Refunds all that is left, or `amount`, but never more than was captured. A failed refund does not count as refunded.
 * Throws a Refusal.
 */
export const createRefund = (store: Store, form: Form, now: Date, delayScale = 1): Refund => {
  allowOnly(form, ['payment_intent', 'amount', 'reason', /^metadata\[[^\]]+\]$/]);
  const intent = findIntent(store, required(form, 'payment_intent'));
  if (intent.status !== 'succeeded')
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent');
  if (store.disputes(intent.id).some((dispute) => !isRefundable(disputeStatusOf(dispute, now.getTime()))))
    throw invalid(
      `Charge ${chargeOf(intent.id)} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    );
  const left = (intent.received ?? 0) - given(store, intent);
  if (left === 0)
    throw invalid(`Charge of ${intent.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const amount = wholeNumber(form.get('amount') ?? String(left), 'amount');
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
      'amount_too_large',
    );
  }
  const reason = form.get('reason');
  if (reason !== undefined && !reasons.includes(reason))
    throw invalid(`Invalid reason: must be one of ${reasons.join(', ')}`, 'reason');
  const { refundIs = 'succeeded', refundFailsAfterSeconds } = cardWithToken(intent.card ?? '') ?? {};
  return {
    id: newId('re'),
    created: Math.floor(now.getTime() / 1000),
    intent: intent.id,
    amount,
    currency: intent.currency,
    metadata: metadataOf(form),
    ...(reason !== undefined && { reason }),
    status: refundIs,
    ...(refundFailsAfterSeconds && { failsAt: now.getTime() + refundFailsAfterSeconds * 1000 * delayScale }),
  };
};

const given = (store: Store, { id }: Intent): number =>
  store
    .refunds(id)
    .filter((refund) => statusOf(refund) !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);

export const findRefund = (store: Store, id: string): Refund => {
  const refund = store.refund(id);
  if (!refund) throw missing('refund', id, 'id');
  return refund;
};
