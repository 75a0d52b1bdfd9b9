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
import { limitsOf } from '../../../spots/limits/limits';
import { MemcachedTally } from '../../../spots/limits/memcached-tally';
import { takeForNothing } from '../../../spots/limits/take-for-nothing';
import { poolShareOf, unitsPerAddress } from '../../../spots/limits/unit-limits';
import { CachedPools } from '../../../units/claims/cached-pools';
import { claimOfQuote } from '../../../units/claims/claim-of-quote';
import { now } from '../connections/clock';
import { tryTally } from './access';
import { openCodeLookup } from './codes';
import { openFundraisers } from './fundraisers';
import { judgeQuote } from './judging';
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

/**
 * The same answers for all that ask in one moment. A quote asks for its race, the form and the pools several times, and each time
 * costs some lookups and a timer.
 */
const ofTheMoment = <T>(ask: (raceId: string) => Promise<T>): ((raceId: string) => Promise<T>) => {
  const asked = new Map<string, Promise<T>>();
  let until = 0;
  return (raceId) => {
    const time = performance.now();
    if (time >= until) {
      asked.clear();
      until = time + sameMomentMs;
    }
    const known = asked.get(raceId);
    if (known) return known;
    const answer = ask(raceId);
    asked.set(raceId, answer);
    return answer;
  };
};

/** What an entry costs. */
export const openQuoting = ({
  tokens,
  races: cachedRaces,
  cache,
  data,
  reader,
  database,
  pools: sessionPools,
}: Stores) => {
  const races = { find: ofTheMoment((raceId) => cachedRaces.find(raceId)) };
  const forms = new CachedForms(cache, races, new PostgresForms(reader));
  const currentForm = ofTheMoment(async (raceId) => {
    const race = await races.find(raceId);
    return race?.form === undefined ? undefined : forms.find(raceId, race.form);
  });
  const pools = new CachedPools(cache, reader);
  const fundraisers = openFundraisers({ cache, races: cachedRaces }, reader);
  const remembered = new MemcachedRememberedRunners(data);
  const written = new PostgresPeopleOfEntry(reader);
  const claim = claimOfQuote({
    pools: { ofItems: ofTheMoment((raceId) => pools.ofItems(raceId)) },
    deal: openUnitDealing(database, data, sessionPools),
  });
  return quoteRegistration({
    tokens,
    forms: {
      current: async (raceId) => (await races.find(raceId))?.form,
      find: async (raceId, revision) => {
        const current = await currentForm(raceId);
        return current?.revision === revision ? current : forms.find(raceId, revision);
      },
    },
    counts: new MemcachedQuoteCounts(data),
    takeForNothing: takeForNothing({
      tally: new MemcachedTally(data, (error) =>
        log.warn('Spots that cost nothing could not be counted. Nobody is refused because of it.', {
          reason: String(error),
        }),
      ),
      limitsFor: async ({ raceId, eventId }) => {
        const race = await races.find(raceId);
        const event = race?.events.find(({ id }) => id === eventId);
        return race && event && limitsOf(event.capacity, race.sale.limits);
      },
      now,
    }),
    findFundraiser: (raceId, slug) => fundraisers.find(raceId, slug),
    readEntry,
    judge: judgeQuote({ races, allowList: new PostgresAllowList(reader), tally: tryTally(data), now }),
    checkCodes: openCodeLookup(cache, data, reader),
    checkTeam: openTeamLookup(cache, data, reader),
    priceEntry: (form, ...rest) => priceEntry(form as Form, ...rest),
    claimLimited: async (request, deadline) => {
      const race = await races.find(request.raceId);
      const capacities = (race?.events ?? []).map(({ capacity }) => capacity);
      const limits = race?.sale.limits;
      return claim(
        {
          ...request,
          perAddress: unitsPerAddress(capacities, limits),
          shareOf: (stock) => poolShareOf(stock, capacities, limits),
        },
        deadline,
      );
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
