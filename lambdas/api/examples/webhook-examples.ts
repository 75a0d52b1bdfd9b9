import type { WebhookType } from '../../webhooks/event';
import { raceId } from './examples';

const timestamp = '2027-03-01T10:01:00.000Z';

const registered = {
  registrationId: '01890000-0000-7000-8000-000000000000',
  raceId,
  eventId: '01890000-0000-7000-8000-000000000001',
  number: 17,
  amount: 4500,
  currency: 'EUR',
  state: 'registered',
  payment: 'captured',
  refund: 0,
  nameWithheld: false,
};
const cancelled = { ...registered, state: 'cancelled', refund: 4500 };

/** The data of messages whose registration is not simply registered and paid. */
const others: Partial<Record<WebhookType, object>> = {
  'registration.confirmed': { ...registered, payment: 'authorised' },
  'registration.cancelled': { ...cancelled, payment: 'refunding' },
  'registration.transferred': { ...registered, state: 'transferred', payment: null, amount: null },
  'registration.name_withheld': { ...registered, nameWithheld: true },
  'payment.refunded': { ...cancelled, payment: 'refunded' },
  'payment.failed': { ...registered, state: 'payment-failed', payment: 'failed' },
  'payment.refund_failed': { ...cancelled, payment: 'refund-failed' },
};

export const ofRegistration = (type: WebhookType) => ({ type, timestamp, data: others[type] ?? registered });
export const ofRace = (type: WebhookType) => ({ type, timestamp, data: { raceId } });
export const test = { type: 'endpoint.test', timestamp, data: { raceId } };
