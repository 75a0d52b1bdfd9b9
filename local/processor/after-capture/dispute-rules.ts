import type { TestCard } from '../cards';
import { type Dispute, type DisputeStatus, type Intent, newId } from '../records';
import type { EventType } from '../webhooks';

const decidedAfterMs = 5000;

/** The present status: the bank decides some disputes after a while. */
export const disputeStatusOf = ({ status, becomes }: Dispute, now = Date.now()): DisputeStatus =>
  becomes && now >= becomes.at ? becomes.status : status;

/** The bank has not taken the money yet: it only asks. */
const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_');
export const isClosed = (status: DisputeStatus): boolean =>
  ['won', 'lost', 'prevented', 'warning_closed'].includes(status);

/** While the bank has the money, and after it kept it, a refund would give it a second time. */
export const isRefundable = (status: DisputeStatus): boolean => isInquiry(status) || status === 'won';

/** The dispute that a card raises as soon as its money was taken. */
export const disputeBy = (card: TestCard | undefined, intent: Intent, at: number, delayScale: number) => {
  if (!card?.dispute) return undefined;
  const { reason, isInquiry: asks, becomes } = card.dispute;
  const dispute = newDispute(intent, reason, asks ? 'warning_needs_response' : 'needs_response', at);
  return becomes ? { ...dispute, becomes: { status: becomes, at: at + decidedAfterMs * delayScale } } : dispute;
};

export const newDispute = (intent: Intent, reason: string, status: DisputeStatus, at: number): Dispute => ({
  id: newId('du'),
  created: Math.floor(at / 1000),
  intent: intent.id,
  amount: intent.received ?? 0,
  currency: intent.currency,
  reason,
  status,
});

/** Stripe's events for what became of a dispute. */
export const disputeEvents = (before: DisputeStatus | undefined, after: DisputeStatus): readonly EventType[] => {
  if (before === after) return [];
  const isTaken = before === undefined || isInquiry(before);
  return [
    ...(before === undefined ? (['charge.dispute.created'] as const) : []),
    ...(isTaken && !isInquiry(after) ? (['charge.dispute.funds_withdrawn'] as const) : []),
    ...(before !== undefined && !isClosed(after) ? (['charge.dispute.updated'] as const) : []),
    ...(isClosed(after) ? (['charge.dispute.closed'] as const) : []),
    ...(after === 'won' ? (['charge.dispute.funds_reinstated'] as const) : []),
  ];
};
