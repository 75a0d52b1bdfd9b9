import type { Settings } from '../../../contract/settings';
import { PostgresProjection } from '../../../participants/postgres-projection';
import { faultOf } from '../../../platform/post-publicly';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { feedWebhooks } from '../../../webhooks/feed-webhooks';
import { PostgresEndpoints } from '../../../webhooks/postgres-endpoints';
import { PostgresWebhookLog, tellOfRegistrations } from '../../../webhooks/postgres-webhook-log';
import { SignedWebhooks } from '../../../webhooks/signed-webhooks';
import { pause } from '../connections/clock';
import { openSecret } from '../connections/open-secret';
import { openQueue } from '../connections/queues';

/** The copy of registrations. Bringing it up to date also writes what webhooks tell of it. */
export const openProjection = (postgres: Postgres, pace: ConstructorParameters<typeof PostgresProjection>[1] = {}) =>
  new PostgresProjection(postgres, pace, tellOfRegistrations);

/** What owners decide about webhooks. */
export const openWebhooks = (env: Settings<'SIGNING_KEYS_SECRET_ID' | 'WEBHOOK_HOSTS'>, postgres: Postgres) => ({
  endpoints: new PostgresEndpoints(postgres, uuid7),
  webhookSecrets: new SignedWebhooks(openSecret(env.SIGNING_KEYS_SECRET_ID)),
  whyNotPost: (url: string) => (env.WEBHOOK_HOSTS.has(new URL(url).host) ? undefined : faultOf(new URL(url))),
});

/** What queues their messages. */
export const openWebhookFeed = (env: Settings<'WEBHOOKS_QUEUE_URL'>, postgres: Postgres) => {
  const queue = openQueue(env.WEBHOOKS_QUEUE_URL);
  const projection = openProjection(postgres, { rounds: 5 });
  return feedWebhooks({
    log: new PostgresWebhookLog(postgres),
    catchUp: (raceId) => projection.catchUp(raceId),
    // A slow endpoint holds up no other: each is a group of the queue.
    send: (deliveries) => queue.sendAll(deliveries.map((body) => ({ body, group: body.endpointId }))),
    now: Date.now,
    pause,
  });
};
