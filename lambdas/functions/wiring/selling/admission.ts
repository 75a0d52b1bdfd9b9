import { admission } from '../../../line/calling/admission';
import { CachedLines, confirmed, ofRaces } from '../../../line/calling/cached-lines';
import { MemcachedLineCounts } from '../../../line/calling/memcached-line-counts';
import { MemcachedShownCalls } from '../../../line/calling/memcached-shown-calls';
import { PostgresLineDocuments } from '../../../line/calling/postgres-line-documents';
import { SignedPasses } from '../../../line/pass/signed-passes';
import { type Budgets, budgetsOf, largestBudgets } from '../../../line/rules/budgets';
import { turnOf } from '../../../line/rules/signed-turns';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import type { Queue } from '../../../platform/queue/queue';
import type { Signer } from '../../../platform/signed-tokens';
import type { Races } from '../../../races/race';
import { MemcachedBlocks } from '../../../spots/blocks/memcached-blocks';
import { elapsed, now } from '../connections/clock';

interface Stores {
  readonly database: Postgres;
  readonly reader: Postgres;
  readonly data: Memcached;
  readonly cache: Cache;
  readonly signer: Signer;
  /** The queue `line-passes`. */
  readonly passes: Queue;
}

/**
 * The line that people come to. While the standby is minutes behind, nobody gets a pass: browsers ask again, and `register` lets nobody in
 * without one.
 */
export const openEnteredLines = ({
  cache,
  reader,
  races,
}: Pick<Stores, 'cache' | 'reader'> & { readonly races: Races }) =>
  ofRaces(races, new CachedLines(cache, new PostgresLineDocuments(reader), 'entered'));

/** How many passes of one address stand where they came: by the spots of the race. */
export const budgetsOfRaces =
  (races: Races) =>
  async (raceId: string): Promise<Budgets> => {
    const race = await races.find(raceId);
    return race ? budgetsOf(race) : largestBudgets;
  };

/** Whose turn it is, where a race has a line. Without one nothing here is asked. */
export const openAdmission = ({ database, reader, data, cache, signer, passes: queue }: Stores) => {
  const passes = new SignedPasses(signer);
  const blocks = new MemcachedBlocks(data);
  const shownCalls = new MemcachedShownCalls(data);
  const lines = confirmed(new PostgresLineDocuments(reader), new PostgresLineDocuments(database));
  const knownRefusal = async (eventId: string) => {
    const known = await blocks.current(eventId);
    return known && 'kind' in known && isAbsence(known.kind) ? { kind: known.kind } : undefined;
  };
  return admission({
    // A second old at most.
    lines: new CachedLines(cache, lines, 'asked'),
    shown: (lineId) => shownCalls.find(lineId),
    readPass: (token, at) => passes.read(token, at),
    turnOf: (pass, seed) => turnOf(pass, seed === undefined ? undefined : Buffer.from(seed, 'hex')),
    hashOf: (passId) => passes.hash(passId),
    counts: new MemcachedLineCounts(data),
    record: (body) => queue.send({ body }),
    knownRefusal,
    now,
    elapsed,
    report: (error) => log.warn('Somebody of the line could not be counted.', { reason: String(error) }),
  });
};

const isAbsence = (kind: string): kind is 'held' | 'sold-out' | 'waiting' =>
  kind === 'held' || kind === 'sold-out' || kind === 'waiting';
