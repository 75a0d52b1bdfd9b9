import { LRUCache } from 'lru-cache';
import type { Form } from '../../../api/form/definition/form';
import { type Entry as FormEntry, withoutHidden } from '../../../api/form/entry';
import { entryWithTeamSchema } from '../../../api/form/entry-with-team';
import { priceEntry } from '../../../api/form/price';
import { shortForm } from '../../../api/form/short';
import { needsTeam } from '../../../api/form/team';
import { read } from '../../../api/read';
import type { Entry } from '../../../domain/money/quote';
import { CachedForms } from '../../../forms/cached-forms';
import { PostgresAllowList } from '../../../forms/postgres-allow-list';
import { PostgresForms } from '../../../forms/postgres-forms';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { MemcachedQuoteCounts } from '../../../quote/memcached-quote-counts';
import type { ReadEntry } from '../../../quote/ports';
import { quoteRegistration } from '../../../quote/quote-registration';
import type { CachedRaces } from '../../../races/cached-races';
import { MemcachedRememberedRunners } from '../../../registration/show/memcached-outcomes';
import { PostgresPeopleOfEntry } from '../../../registration/show/postgres-people';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { unitsPerAddress } from '../../../spots/limits/limits';
import { CachedPools } from '../../../units/claims/cached-pools';
import { claimOfQuote } from '../../../units/claims/claim-of-quote';
import { now } from '../connections/clock';
import { openCodeLookup } from './codes';
import { openFundraisers } from './fundraisers';
import { judgeEntry } from './judging';
import { openTeamLookup } from './teams';
import { openUnitDealing } from './units';

interface Stores {
  readonly tokens: SignedTokens;
  readonly races: CachedRaces;
  readonly cache: Cache;
  readonly data: Memcached;
  readonly reader: Sql;
  /** Where blocks of units are cut. */
  readonly database: Postgres;
  /** Where claims are remembered, one cache in each zone. */
  readonly pools: readonly Memcached[];
}

/** An entry by the form's own schema. Forms were checked when they were saved. */
export const readEntry: ReadEntry = (whole, { eventId, kind }, sent) => {
  const form = kind ? shortForm(whole as Form, eventId) : (whole as Form);
  const answer = read(entryWithTeamSchema(form, eventId), sent);
  if ('errors' in answer) return { faults: answer.errors };
  if (kind === 'gift' && !answer.output.order.donation)
    return { faults: [{ field: 'order.donation', code: 'missing' }] };
  if (needsTeam(form, eventId) && !answer.output.order.team)
    return { faults: [{ field: 'order.team', code: 'missing' }] };
  const { entry, dropped } = withoutHidden(form, eventId, answer.output);
  // Its schema asks for one person at least.
  return { entry: entry as FormEntry & Entry, dropped };
};

/** Milliseconds: shorter than a cached race may be old by far. */
const sameMomentMs = 20;

/** A quote asks for its race several times. Each time costs some lookups and a timer, so all of a moment share one. */
const ofTheMoment = (races: Pick<CachedRaces, 'find'>): Pick<CachedRaces, 'find'> => {
  const asked = new LRUCache<string, ReturnType<CachedRaces['find']>>({ max: 100, ttl: sameMomentMs });
  return {
    find: (raceId) => {
      const known = asked.get(raceId);
      if (known) return known;
      const found = races.find(raceId);
      asked.set(raceId, found);
      return found;
    },
  };
};

/** What an entry costs. */
export const openQuoting = ({ tokens, races: cachedRaces, cache, data, reader, database, pools }: Stores) => {
  const races = ofTheMoment(cachedRaces);
  const forms = new CachedForms(cache, races, new PostgresForms(reader));
  const fundraisers = openFundraisers({ cache, races: cachedRaces }, reader);
  const remembered = new MemcachedRememberedRunners(data);
  const written = new PostgresPeopleOfEntry(reader);
  const claim = claimOfQuote({ pools: new CachedPools(cache, reader), deal: openUnitDealing(database, data, pools) });
  return quoteRegistration({
    tokens,
    forms: {
      current: async (raceId) => (await races.find(raceId))?.form,
      find: (raceId, revision) => forms.find(raceId, revision),
    },
    counts: new MemcachedQuoteCounts(data),
    findFundraiser: (raceId, slug) => fundraisers.find(raceId, slug),
    readEntry,
    judge: judgeEntry({ races, allowList: new PostgresAllowList(reader), now }),
    checkCodes: openCodeLookup(cache, data, reader),
    checkTeam: openTeamLookup(cache, data, reader),
    priceEntry: (form, ...rest) => priceEntry(form as Form, ...rest),
    claimLimited: async (request, deadline) => {
      const race = await races.find(request.raceId);
      const capacities = (race?.events ?? []).map(({ capacity }) => capacity);
      return claim({ ...request, perAddress: unitsPerAddress(capacities, race?.sale.limits) }, deadline);
    },
    // Not from the cache: each person is asked for once or twice, and a hold has ten quotes that say it.
    runners: {
      remembered: (eventId, people) => Promise.all(people.map((person) => remembered.isRegistered(eventId, person))),
      written: (eventId, people, limitGroup) => written.areRegistered(eventId, people, limitGroup),
    },
    hash: sha256,
    report: (error) =>
      log.warn('A quote was given without counting it, or without knowing who is registered.', {
        reason: String(error),
      }),
    now,
  });
};
