import type { Cache } from '../../platform/cache/cache';
import type { Memcached } from '../../platform/memcached/memcached';
import type { Sql } from '../../platform/postgres/postgres';
import type { FoundBibs, ResultSearch, SearchedFor, SearchLimit } from './ports';

/** Whom an answer lists at most. */
const mostFound = 20;

/** On the standby. Every row of the set is looked at, so few searches run at once, from all environments together. */
export class PostgresResultSearch implements ResultSearch {
  readonly #reader: Sql;

  constructor(reader: Sql) {
    this.#reader = reader;
  }

  async find({ setId, words, group }: SearchedFor): Promise<FoundBibs | 'busy'> {
    // A folded word has none of the characters that mean something to LIKE.
    const [row] = await this.#reader.query<{ bibs: readonly number[] | null }>(search, [
      setId,
      words.map((word) => `%${word}%`),
      group ?? null,
    ]);
    if (!row?.bibs) return 'busy';
    return { bibs: row.bibs.slice(0, mostFound), isMore: row.bibs.length > mostFound };
  }
}

/** The class of the advisory locks that searches take. */
const lockClass = 7205;
/** Searches that run at once. In a set of fifty thousand each takes some ten milliseconds of the standby, which has other readers. */
const mostAtOnce = 2;
const anyOf = Array.from({ length: mostAtOnce }, (_, n) => `pg_try_advisory_xact_lock(${lockClass}, ${n})`).join(
  ' OR ',
);

/** What an older release published is made ready by the minute job, five sets a minute. Until then it is not known who is in a list. */
const knowsNoGroups = `
    EXISTS (SELECT FROM result_set r JOIN result_version v ON v.set_id = r.id
            WHERE r.id = $1 AND r.searched_number IS NULL AND v.kind <> 'live')`;

const search = `
  WITH one AS MATERIALIZED (SELECT ${anyOf} AS may)
  SELECT CASE WHEN one.may AND ($3::text IS NULL OR NOT (${knowsNoGroups})) THEN ARRAY(
    SELECT s.bib FROM result_search s
    WHERE s.set_id = $1 AND s.words LIKE ALL ($2::text[]) AND ($3::text IS NULL OR $3 = ANY (s.groups)) ORDER BY s.bib LIMIT ${mostFound + 1}
  ) END AS bibs FROM one`;

const freshness = { freshSeconds: 30, processSeconds: 5 };

/** One search for all who look for the same words within half a minute. The answer that too many search is not kept. */
export class CachedResultSearch implements ResultSearch {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #search: ResultSearch;

  constructor(cache: Pick<Cache, 'get'>, search: ResultSearch) {
    this.#cache = cache;
    this.#search = search;
  }

  async find(searched: SearchedFor): Promise<FoundBibs | 'busy'> {
    const { setId, words, group = '' } = searched;
    const load = async () => {
      const found = await this.#search.find(searched);
      if (found === 'busy') throw new Busy();
      return found;
    };
    try {
      return await this.#cache.get(`result-search:${setId}:${group}:${words.join(' ')}`, load, freshness);
    } catch (error) {
      if (error instanceof Busy) return 'busy';
      throw error;
    }
  }
}

class Busy extends Error {}

export class MemcachedSearchLimit implements SearchLimit {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  countOneMore(caller: string) {
    return this.#memcached.count(`result-searches:${caller}`, 1, 60);
  }
}
