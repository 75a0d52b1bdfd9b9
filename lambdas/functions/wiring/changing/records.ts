import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Sql } from '../../../platform/postgres/postgres';
import { findRefundable } from '../../../registration/change/postgres-refunds';
import { MemcachedOutcomes } from '../../../registration/show/memcached-outcomes';
import { PostgresRecords } from '../../../registration/show/postgres-records';
import { showRegistration } from '../../../registration/show/show-registration';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { now } from '../connections/clock';

interface Needs {
  readonly tokens: SignedTokens;
  readonly data: Memcached;
  readonly reader: Sql;
  readonly writer: Sql;
}

/** What runners see of a registration: from the cache, else from a replica, and from `writer` what may be too new for it. */
export const openRecords = ({ tokens, data, reader, writer }: Needs) =>
  showRegistration({
    tokens,
    outcomes: new MemcachedOutcomes(data),
    records: new PostgresRecords(reader),
    latest: new PostgresRecords(writer),
    refundable: { recent: findRefundable(reader), latest: findRefundable(writer) },
    report: (error) => log.warn('The cache did not answer; the database is asked.', { reason: String(error) }),
    now,
  });
