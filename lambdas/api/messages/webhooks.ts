import * as v from 'valibot';
import { webhookTypes } from '../../webhooks/event';
import { eventId, instant, money, raceId } from '../fields';

const isOfRace = (type: string) => type.startsWith('race.');

const person = v.object({
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  email: v.nullable(v.string()),
});

/**
 * What is posted about a registration or its money. `amount` and `refund` are in the smallest unit of the currency. `nameWithheld`: the
 * runner wants no name in results, so the receiver shows none. `person`: only where the owner asked for names, and never in
 * `registration.name_withheld`.
 */
export const registrationWebhook = v.object({
  type: v.picklist(webhookTypes.filter((type) => !isOfRace(type))),
  timestamp: instant,
  data: v.object({
    registrationId: eventId,
    raceId,
    eventId,
    number: v.nullable(v.number()),
    amount: v.nullable(v.number()),
    currency: v.string(),
    state: v.picklist(['registered', 'cancelled', 'deferred', 'transferred', 'payment-failed', 'duplicate', 'refused']),
    payment: v.nullable(
      v.picklist(['authorised', 'captured', 'refunding', 'refunded', 'refund-failed', 'voided', 'failed']),
    ),
    refund: money,
    nameWithheld: v.boolean(),
    person: v.optional(person),
  }),
});

/** What is posted about a race, or about one of its events. */
export const raceWebhook = v.object({
  type: v.picklist(webhookTypes.filter(isOfRace)),
  timestamp: instant,
  data: v.object({ raceId, eventId: v.optional(eventId) }),
});

/** What is posted when a director tests an endpoint. */
export const testWebhook = v.object({
  type: v.literal('endpoint.test'),
  timestamp: instant,
  data: v.object({ raceId }),
});
