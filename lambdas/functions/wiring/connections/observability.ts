import { instrumentWith } from '../../../platform/observability';

export { count, log } from '../../../platform/observability';

/** Wraps a handler with logs, metrics and traces. All three follow a registration by its id. */
export const instrument = instrumentWith({
  subject: 'registrationId',
  shown: ['raceId', 'eventId', 'messageId'],
  secret: /hold$|runner|recipient|paymentMethod|^resume$|person/i,
  // The processor's client secrets and confirmation tokens, and keys of machines. The ids of payments and of keys stay.
  secretText: /\b(?:pi_\w+?_secret|ctoken|slk_[0-9a-f]+)_[\w-]+/g,
});
