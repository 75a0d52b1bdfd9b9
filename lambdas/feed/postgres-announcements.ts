import type { Sql } from '../platform/postgres/postgres';
import { publishMessages } from './postgres-feed-desk';

interface PublishedResults {
  readonly raceId: string;
  /** Of the ranking. */
  readonly name: string;
  readonly kind: string;
}

/** Results that followers want to know of. Live results are told by everything else in the feed. */
const told = new Set(['preliminary', 'official', 'corrected']);

/**
 * A step in the transaction that records a version of results: tells it in the feed of the race, when one is live. Results do not
 * depend on a feed.
 */
export const announceResults =
  (newId: () => string) =>
  async (sql: Sql, { raceId, name, kind }: PublishedResults): Promise<void> => {
    if (!told.has(kind)) return;
    const message = { id: newId(), kind: 'results', body: { set: name, kind } };
    await publishMessages(sql, { raceId, messages: [message], isDryRun: false });
  };
