import type { Settings } from '../../../contract/settings';
import { MemcachedLinkLimit } from '../../../mail/links/memcached-link-limit';
import { OutboxLinkRequests } from '../../../mail/links/outbox-link-requests';
import { resendLink } from '../../../mail/links/resend-link';
import type { Memcached } from '../../../platform/memcached/memcached';
import { count, log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { pause } from '../connections/clock';
import { outboxRelay } from '../connections/queues';

/** Sends a lost link again. It does not wait for the minute job, because a person waits for the mail. */
export const openLinks = (env: Settings<'URGENT_MAIL_QUEUE_URL'>, postgres: Postgres, data: Memcached) =>
  resendLink({
    requests: new OutboxLinkRequests(postgres, uuid7),
    limit: new MemcachedLinkLimit(data),
    relay: outboxRelay(postgres, env),
    alerts: { count, ...log },
    pause,
  });
