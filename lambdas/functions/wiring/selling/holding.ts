import { SignedAccess } from '../../../codes/signed-access';
import type { Settings } from '../../../contract/settings';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { count, log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { type Signer, sha256 } from '../../../platform/signed-tokens';
import type { CachedRaces } from '../../../races/cached-races';
import { PostgresRaces } from '../../../races/postgres-races';
import { SignedCanary } from '../../../races/signed-canary';
import { knownRegistrations } from '../../../registration/show/known-registrations';
import { MemcachedOwners } from '../../../registration/show/memcached-outcomes';
import { PostgresOwners } from '../../../registration/show/postgres-people';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { times } from '../../../spots/blocks/block';
import { holdSpot, pricedOffers } from '../../../spots/holds/hold-spot';
import { MemcachedHeldSpots } from '../../../spots/holds/memcached-held-spots';
import { MemcachedTally } from '../../../spots/limits/memcached-tally';
import { moreCardTries } from '../../../spots/limits/more-card-tries';
import { SignedChallenges } from '../../../spots/limits/signed-challenges';
import { givePermit } from '../../../spots/waiting-list/give-permit';
import { MemcachedPermitCounts } from '../../../spots/waiting-list/memcached-permit-counts';
import { permitLimits } from '../../../spots/waiting-list/permits';
import { PostgresPlaces } from '../../../spots/waiting-list/postgres-places';
import { SignedPermits } from '../../../spots/waiting-list/signed-permits';
import { now } from '../connections/clock';
import { openQueue } from '../connections/queues';
import { waitingOffers } from '../mail/mail';
import { openAdmission } from './admission';
import { openDealing, pauseBetweenTries } from './dealing';

interface Stores {
  readonly database: Postgres;
  readonly reader: Postgres;
  readonly data: Memcached;
  readonly cache: Cache;
  readonly pools: readonly Memcached[];
  readonly races: CachedRaces;
  readonly signer: Signer;
  readonly tokens: SignedTokens;
}

/** What a runner can do at an opening: hold a spot, join the waiting list when there is none, have more cards tried. */
export const openHolding = (
  env: Settings<'MAIL_LANES' | 'LINE_PASSES_QUEUE_URL'>,
  { database, reader, data, cache, pools, races, signer, tokens }: Stores,
) => {
  const offers = pricedOffers(races);
  const held = new MemcachedHeldSpots(pools, count);
  const tally = new MemcachedTally(data, (error) =>
    log.warn('Unpaid spots could not be counted. Nobody is refused because of it.', { reason: String(error) }),
  );
  const holding = {
    ...openDealing(env, database, data),
    admission: openAdmission({ database, reader, data, cache, signer, passes: openQueue(env.LINE_PASSES_QUEUE_URL) }),
    held,
    tally,
    challenges: new SignedChallenges(signer),
    signer: tokens,
    count,
    readTicket: (token: string) => tokens.readTicket(token),
    places: new PostgresPlaces(database, waitingOffers(env).giveToWaiting),
    known: knownRegistrations({
      cache: new MemcachedOwners(data),
      database: new PostgresOwners(database),
      report: (error) =>
        log.warn('It is unknown which session a registration id belongs to.', { reason: String(error) }),
      now,
    }),
    hash: sha256,
    readAccess: (token: string) => new SignedAccess(signer).readAccess(token),
    pause: pauseBetweenTries,
    now,
    times,
  };
  const canary = new SignedCanary(signer);
  return {
    holdSpot: holdSpot({ ...holding, offers }),
    canary: {
      isOurs: (token: string) => canary.isOurs(token),
      // Not from the cache of races, whose list does not have this one.
      holdSpot: holdSpot({ ...holding, offers: pricedOffers(new PostgresRaces(reader)) }),
    },
    givePermit: givePermit({
      signer: new SignedPermits(signer),
      counts: new MemcachedPermitCounts(data),
      limits: permitLimits,
      now,
      report: (error) => log.warn('A permit was given, but could not be counted.', { reason: String(error) }),
    }),
    moreCardTries: moreCardTries({ holds: tokens, offers, held, tally, now, times }),
  };
};
