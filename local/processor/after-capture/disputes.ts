import type Stripe from 'stripe';
import * as v from 'valibot';
import { allowOnly, type Form } from '../form';
import { createdBounds, pageOf } from '../lists';
import { findIntent } from '../operations';
import { invalid, missing } from '../problem';
import { chargeOf, type Dispute, disputeStatuses, type Intent, newId } from '../records';
import type { Store } from '../store';
import { disputeStatusOf, isClosed, isRefundable, newDispute } from './dispute-rules';

const evidenceSeconds = 7 * 24 * 3600;

/** What a test wants a bank to do, at /local/disputes: raises the dispute of a payment, or changes it. */
export const disputeWish = v.strictObject({
  payment_intent: v.string(),
  status: v.picklist(disputeStatuses),
  reason: v.optional(v.string()),
});

/** Throws a Refusal when no money was taken. */
export const disputeAs = (store: Store, wish: v.InferOutput<typeof disputeWish>, at: number): Dispute => {
  const intent = findIntent(store, wish.payment_intent);
  if (intent.status !== 'succeeded') throw invalid(`${intent.id} was not charged.`, 'payment_intent');
  const known = store.disputes(intent.id).at(-1);
  const { becomes: _, ...before } = known ?? newDispute(intent, 'fraudulent', wish.status, at);
  return { ...before, status: wish.status, ...(wish.reason !== undefined && { reason: wish.reason }) };
};

export const findDispute = (store: Store, id: string): Dispute => {
  const dispute = store.dispute(id);
  if (!dispute) throw missing('dispute', id, 'dispute');
  return dispute;
};

/** Newest first, of one payment or of all, between two instants. */
export const listDisputes = (store: Store, form: Form) => {
  allowOnly(form, ['payment_intent', 'limit', 'starting_after', /^created\[(gte|gt|lte|lt)\]$/]);
  const id = form.get('payment_intent');
  const { from, to } = createdBounds(form);
  const all = [...store.disputes(id === undefined ? undefined : findIntent(store, id).id)].reverse();
  const { data, has_more } = pageOf(
    all.filter(({ created }) => created >= from && created <= to),
    form,
    (after) => findDispute(store, after),
  );
  return { object: 'list', url: '/v1/disputes', has_more, data: data.map((dispute) => showDispute(dispute)) };
};

/** A Dispute as Stripe's API shows it. */
export const showDispute = (dispute: Dispute, now = Date.now()) => {
  const status = disputeStatusOf(dispute, now);
  const dueBy = dispute.created + evidenceSeconds;
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: chargeOf(dispute.intent),
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: isClosed(status) ? null : dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: !isClosed(status) && now / 1000 > dueBy,
      submission_count: 0,
    },
    is_charge_refundable: isRefundable(status),
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent,
    reason: dispute.reason,
    status,
  } satisfies Stripe.Dispute;
};

/** An early fraud warning as Stripe's API shows it. */
export const showWarning = (intent: Intent, at: number) =>
  ({
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: chargeOf(intent.id),
    created: Math.floor(at / 1000),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: intent.id,
  }) satisfies Stripe.Radar.EarlyFraudWarning;

/** Evidence is handed in at Stripe's dashboard. */
const evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
