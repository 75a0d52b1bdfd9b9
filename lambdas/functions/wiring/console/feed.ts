import { MemcachedViewers } from '../../../feed/memcached-viewers';
import { PostgresFeedDesk } from '../../../feed/postgres-feed-desk';
import { PostgresFeedPages } from '../../../feed/postgres-feed-pages';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { now } from '../connections/clock';

/** What directors and commentators do about the live feed. */
export const openFeedDesk = (postgres: Postgres, data: Memcached) => ({
  feedDesk: new PostgresFeedDesk(postgres, uuid7),
  feedPages: new PostgresFeedPages(postgres),
  viewers: new MemcachedViewers(data, now),
});
