import { postPublicly } from '../platform/post-publicly';
import { uuid7 } from '../platform/uuid';
import { postWebhook } from '../webhooks/post-webhooks';
import { SignedWebhooks } from '../webhooks/signed-webhooks';
import { webhookWorker } from '../webhooks/worker';
import { instrument } from './wiring/connections/observability';
import { openSecret } from './wiring/connections/open-secret';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('send-webhooks');
const results = openQueue(env.WEBHOOK_RESULTS_QUEUE_URL);

export const handler = instrument(
  'send-webhooks',
  webhookWorker({
    post: postWebhook({
      secrets: new SignedWebhooks(openSecret(env.SIGNING_KEYS_SECRET_ID)),
      post: postPublicly({ allowed: env.WEBHOOK_HOSTS }),
      newId: uuid7,
      now: Date.now,
    }),
    report: (all) => results.sendAll(all.map((body) => ({ body }))),
  }),
);
