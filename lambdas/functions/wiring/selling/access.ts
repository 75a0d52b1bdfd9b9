import { CachedCodes } from '../../../codes/cached-codes';
import { openEvents } from '../../../codes/open-events';
import { PostgresCodes } from '../../../codes/postgres-codes';
import { accessRoutes } from '../../../codes/routes';
import { SignedAccess } from '../../../codes/signed-access';
import { CachedForms } from '../../../forms/cached-forms';
import { formFor } from '../../../forms/form-for';
import { PostgresForms } from '../../../forms/postgres-forms';
import type { Cache } from '../../../platform/cache/cache';
import type { SessionCookie } from '../../../platform/http/session-cookie';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Sql } from '../../../platform/postgres/postgres';
import { type Signer, sha256 } from '../../../platform/signed-tokens';
import type { CachedRaces } from '../../../races/cached-races';
import { MemcachedTally } from '../../../spots/limits/memcached-tally';
import { now } from '../connections/clock';

/** Where tries of codes are counted. */
export const tryTally = (data: Memcached) =>
  new MemcachedTally(data, (error) =>
    log.warn('Tries of codes or of a list could not be counted. Nobody is refused because of it.', {
      reason: String(error),
    }),
  );

interface Stores {
  readonly races: CachedRaces;
  readonly cache: Cache;
  readonly data: Memcached;
  readonly reader: Sql;
  readonly signer: Signer;
  readonly sessions: SessionCookie;
}

/** The route that opens hidden events. */
export const openAccess = ({ races, cache, data, reader, signer, sessions }: Stores) => {
  const forms = new CachedForms(cache, races, new PostgresForms(reader));
  const open = openEvents({
    races,
    codes: new CachedCodes(cache, new PostgresCodes(reader)),
    tally: tryTally(data),
    signer: new SignedAccess(signer),
    formFor: async (raceId, revision, eventIds) => {
      const found = await forms.find(raceId, revision);
      return found && formFor(found.form, eventIds);
    },
    hash: sha256,
    now,
  });
  return accessRoutes({ openEvents: open, sessions, now });
};
