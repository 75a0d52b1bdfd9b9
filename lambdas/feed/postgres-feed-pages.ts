import type { Sql } from '../platform/postgres/postgres';
import { reopenHours } from './pace';
import type { FeedHead, FeedPages, FoundSegment, ListedMessage } from './ports';
import { firstOf, isComplete, mostInHead, segmentSize } from './segments';
import { type KeptTakenOut, takenOutAt } from './taken-out';

/** What everybody reads of a feed, from the writer. Each answer is of one snapshot, as it comes by one statement. */
export class PostgresFeedPages implements FeedPages {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async head(raceId: string): Promise<FeedHead | undefined> {
    const [found] = await this.#sql.query<FeedHead & { readonly kept: KeptTakenOut | null }>(readHead, [
      raceId,
      mostInHead,
      reopenHours,
    ]);
    if (!found) return undefined;
    const { kept, ...head } = found;
    const takenOut = takenOutAt(head.epoch, kept);
    return { ...head, ...(takenOut && { takenOut }) };
  }

  async segment(raceId: string, epoch: number, segment: number): Promise<FoundSegment> {
    const first = firstOf(segment);
    const [found] = await this.#sql.query<Pick<FeedHead, 'epoch' | 'head' | 'messages'>>(readSegment, [
      raceId,
      first,
      first + segmentSize - 1,
    ]);
    if (!found) return { kind: 'no-feed' };
    // An epoch that is still to come is no segment of today, and must not look like one of the past.
    if (epoch < found.epoch) return { kind: 'gone' };
    if (epoch > found.epoch || !isComplete(segment, found.head)) return { kind: 'not-yet' };
    return { kind: 'segment', messages: found.messages };
  }

  async before(raceId: string, end: number | undefined, areTexts: boolean): Promise<readonly ListedMessage[]> {
    const [found] = await this.#sql.query<{ readonly messages: readonly ListedMessage[] }>(readBefore, [
      raceId,
      end ?? null,
      areTexts,
      segmentSize,
    ]);
    return found?.messages ?? [];
  }

  async allowedPerSecond(raceId: string): Promise<number | undefined> {
    const [found] = await this.#sql.query<Pick<FeedHead, 'allowedPerSecond'>>(findAllowed, [raceId]);
    return found?.allowedPerSecond;
  }
}

const findAllowed = `SELECT allowed_per_second AS "allowedPerSecond" FROM feed WHERE race_id = $1`;

const messagesWhere = (condition: string, more = '') => `(
    SELECT coalesce(json_agg(jsonb_build_object('number', m.number,
      'at', to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', m.kind, 'body', m.body)
      || CASE WHEN m.refers_to IS NULL THEN '{}' ELSE jsonb_build_object('of', m.refers_to) END${more} ORDER BY m.number), '[]')
    FROM feed_message m WHERE m.race_id = f.race_id AND ${condition})`;

const lastCorrection = `
      || coalesce((SELECT jsonb_build_object('corrected', jsonb_build_object('number', c.number, 'body', c.body)) FROM feed_message c
        WHERE c.race_id = m.race_id AND c.refers_to = m.number AND c.kind = 'correction' AND c.body IS NOT NULL
        ORDER BY c.number DESC LIMIT 1), '{}')`;

const readHead = `
  SELECT f.state, coalesce(f.ended_at <= clock_timestamp() - make_interval(hours => $3), false) AS "isOver", f.epoch, f.head::float8 AS head, f.latest, f.taken_out AS kept, f.allowed_per_second AS "allowedPerSecond",
    to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now,
    ${messagesWhere('m.number > f.head - $2 AND m.number <= f.head')} AS messages
  FROM feed f WHERE f.race_id = $1`;

const readSegment = `
  SELECT f.epoch, f.head::float8 AS head, ${messagesWhere('m.number BETWEEN $2 AND $3')} AS messages
  FROM feed f WHERE f.race_id = $1`;

const readBefore = `
  SELECT ${messagesWhere(
    `m.number IN (
    SELECT number FROM feed_message
    WHERE race_id = $1 AND ($2::bigint IS NULL OR number < $2)
      AND (NOT $3::boolean OR kind IN ('comment', 'notice', 'correction', 'withdrawal'))
    ORDER BY number DESC LIMIT $4)`,
    lastCorrection,
  )} AS messages
  FROM feed f WHERE f.race_id = $1`;
