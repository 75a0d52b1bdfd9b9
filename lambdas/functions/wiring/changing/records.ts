import type { Form } from '../../../api/form/definition/form';
import { CachedForms } from '../../../forms/cached-forms';
import { PostgresForms } from '../../../forms/postgres-forms';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Sql } from '../../../platform/postgres/postgres';
import type { CachedRaces } from '../../../races/cached-races';
import { findRefundable } from '../../../registration/change/postgres-refunds';
import type { FindRefundRules } from '../../../registration/ports';
import { MemcachedOutcomes } from '../../../registration/show/memcached-outcomes';
import { PostgresRecords } from '../../../registration/show/postgres-records';
import { showRegistration } from '../../../registration/show/show-registration';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { now } from '../connections/clock';

interface Needs {
  readonly tokens: SignedTokens;
  readonly data: Memcached;
  readonly cache: Cache;
  readonly races: CachedRaces;
  readonly reader: Sql;
  readonly writer: Sql;
}

/** From the cache. A race and its form say the same in every process. */
export const refundRules = (
  cache: Pick<Cache, 'get' | 'isNews'>,
  races: Pick<CachedRaces, 'find'>,
  reader: Sql,
): FindRefundRules => {
  const forms = new CachedForms(cache, races, new PostgresForms(reader));
  return async (raceId, revision) => {
    const [race, found] = await Promise.all([races.find(raceId), forms.find(raceId, revision)]);
    if (!race || !found) return undefined;
    const form = found.form as Form;
    const itemOf = (variant: string) => form.items?.find(({ variants }) => variants.some(({ id }) => id === variant));
    return {
      ...race.changes,
      refundUntil: (variant) => {
        const until = itemOf(variant)?.refundUntil;
        return until === undefined ? undefined : new Date(until);
      },
    };
  };
};

/** What runners see of a registration: from the cache, else from a replica, and from `writer` what may be too new for it. */
export const openRecords = ({ tokens, data, cache, races, reader, writer }: Needs) =>
  showRegistration({
    tokens,
    outcomes: new MemcachedOutcomes(data),
    records: new PostgresRecords(reader),
    latest: new PostgresRecords(writer),
    refundable: { recent: findRefundable(reader), latest: findRefundable(writer) },
    refundRules: refundRules(cache, races, reader),
    report: (error) => log.warn('The cache did not answer; the database is asked.', { reason: String(error) }),
    now,
  });
