import * as v from 'valibot';
import { money, registrationId } from '../api/fields';
import { byHandStatuses, disputeStatuses } from '../domain/money/dispute';

const charge = { registrationId, amount: money, currency: v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/)) };

const authorisation = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(255)));

/** A message on the queue `payments`. */
export const paymentOrder = v.object({
  ...charge,
  raceId: v.optional(v.string()),
  eventId: v.optional(v.string()),
  purpose: v.optional(v.picklist(['move', 'fee'])),
  action: v.picklist(['capture', 'void', 'refund']),
  authorisation,
  before: v.optional(money),
  held: v.optional(money),
});

const card = v.object({ brand: v.string(), last4: v.string(), wallet: v.optional(v.string()) });

const settled = v.object({
  ...charge,
  state: v.picklist(['captured', 'voided', 'failed', 'refunded']),
  authorisation,
  reason: v.optional(v.string()),
  byHand: v.optional(money),
  card: v.optional(card),
});

const refundFailed = v.object({
  ...charge,
  state: v.literal('refund-failed'),
  authorisation: v.string(),
  sent: v.optional(money),
  standing: v.optional(money),
  reason: v.string(),
});

const instant = v.pipe(v.string(), v.isoTimestamp());

const disputed = v.object({
  ...charge,
  state: v.literal('disputed'),
  authorisation: v.string(),
  dispute: v.object({
    id: v.string(),
    reason: v.string(),
    status: v.picklist([...disputeStatuses, ...byHandStatuses]),
    dueBy: v.optional(instant),
    refundable: v.boolean(),
    givenBack: v.optional(money),
    fetchedAt: instant,
  }),
});

const fraudWarned = v.object({
  ...charge,
  state: v.literal('fraud-warned'),
  authorisation: v.string(),
  warning: v.object({ id: v.string(), type: v.string() }),
});

/** A message on the queue `settlements`. */
export const settlement = v.variant('state', [settled, refundFailed, disputed, fraudWarned]);
