import type { KeyPace } from '../../../api-keys/ports';
import { MemcachedViewers } from '../../../feed/memcached-viewers';
import { PostgresFeedDesk } from '../../../feed/postgres-feed-desk';
import { publishRoutes } from '../../../feed/publish-routes';
import { takeMessages } from '../../../feed/take-messages';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { now } from '../connections/clock';

/** What machines publish to the live feed of a race. */
export const publishing = (postgres: Postgres, data: Memcached, pace: KeyPace) =>
  publishRoutes(
    takeMessages({ desk: new PostgresFeedDesk(postgres, uuid7), viewers: new MemcachedViewers(data, now), pace }),
  );
