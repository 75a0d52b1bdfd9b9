import * as v from 'valibot';
import { eventId, raceId, registrationId } from '../api/fields';
import { webhookTypes } from './event';

const dryRun = v.optional(v.boolean(), false);

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
};

/** `{ "saveWebhook": { … } }`: `endpointId` is made by the caller. The secret of a new one is in the answer, and in no other. */
export const saveWebhookMessage = v.strictObject({
  saveWebhook: v.strictObject({
    raceId,
    endpointId: registrationId,
    url: v.pipe(v.string(), v.maxLength(500, 'too-long'), v.check(isAddress, 'webhook-address')),
    types: v.pipe(
      v.array(v.picklist(webhookTypes)),
      v.minLength(1, 'empty'),
      v.check((list) => new Set(list).size === list.length, 'twice'),
    ),
    withPerson: v.optional(v.boolean(), false),
    dryRun,
  }),
});

export const webhooksMessage = v.strictObject({ webhooks: v.strictObject({ raceId }) });

const one = { raceId, endpointId: registrationId };

export const changeWebhookMessage = v.strictObject({
  changeWebhook: v.strictObject({ ...one, state: v.picklist(['active', 'paused', 'gone']), dryRun }),
});
export const rotateWebhookSecretMessage = v.strictObject({ rotateWebhookSecret: v.strictObject({ ...one, dryRun }) });
export const testWebhookMessage = v.strictObject({ testWebhook: v.strictObject({ ...one, dryRun }) });
export const webhookMessagesMessage = v.strictObject({ webhookMessages: v.strictObject(one) });
/** Without `messageId`: all that failed. */
export const replayWebhooksMessage = v.strictObject({
  replayWebhooks: v.strictObject({ ...one, messageId: v.optional(eventId), dryRun }),
});

/** A message on the queue `webhooks`. */
export const webhookDelivery = v.object({
  messageId: v.string(),
  endpointId: v.string(),
  url: v.string(),
  versions: v.array(v.number()),
  body: v.string(),
});

/** A message on the queue `webhook-results`. */
export const webhookResult = v.object({
  attemptId: v.string(),
  messageId: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
  ms: v.number(),
  status: v.optional(v.number()),
  answer: v.optional(v.string()),
  error: v.optional(v.string()),
  retryAfter: v.optional(v.number()),
});
