import { judgeKey } from '../api-keys/postgres-api-keys';
import { writeRaceAudit } from '../ledger/audit';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflictOrDuplicate, retryOnDeadlock } from '../platform/retry';
import { type Latest, mostLists, type NewMessage, type Referred, referenceFault, topicOf, withLatest } from './message';
import { reopenHours } from './pace';
import type {
  FeedDesk,
  FeedState,
  Newer,
  Numbered,
  Publication,
  Published,
  Redacted,
  Redaction,
  StateChanged,
  StateWish,
} from './ports';
import { type KeptTakenOut, withTakenOut } from './taken-out';

/** Publishes messages in the primary database. The row of the feed is locked first, so there is one order of all messages. */
export class PostgresFeedDesk implements FeedDesk {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  publish(publication: Publication): Promise<Published> {
    return this.#postgres.transaction((sql) => publishMessages(sql, publication), { retryOn: retryOnDeadlock });
  }

  changeState(wish: StateWish): Promise<StateChanged> {
    return this.#postgres.transaction((sql) => changeState(sql, wish, this.#newId()), {
      retryOn: retryOnConflictOrDuplicate,
    });
  }

  redact(redaction: Redaction): Promise<Redacted> {
    return this.#postgres.transaction((sql) => redact(sql, redaction), { retryOn: retryOnDeadlock });
  }
}

interface FeedRow {
  readonly head: number;
  readonly state: FeedState;
  readonly epoch: number;
  readonly latest: Latest;
  readonly taken_out: KeptTakenOut | null;
}

const lock = async (sql: Sql, raceId: string): Promise<FeedRow | undefined> => {
  const [row] = await sql.query<FeedRow>(lockFeed, [raceId]);
  return row;
};

/** All of the messages, or none. A step in a transaction. */
export const publishMessages = async (
  sql: Sql,
  { raceId, messages, isDryRun, seen, key }: Publication,
): Promise<Published> => {
  // Before the feed is locked: a withdrawal waits for this transaction, and is not waited for with the feed in hand.
  const judged = key === undefined ? undefined : await judgeKey(sql, { raceId, scope: 'feed', key });
  if (judged?.kind === 'refused') return { kind: 'key-refused', reason: judged.reason };
  const feed = await lock(sql, raceId);
  if (!feed) return { kind: 'no-feed' };
  const known = await sql.query<Numbered & { readonly is_same: boolean }>(findKnown, [
    raceId,
    messages.map(({ id }) => id),
    messages.map(({ kind }) => kind),
    messages.map(({ body }) => JSON.stringify(body)),
    messages.map(({ of }) => of ?? null),
  ]);
  const other = known.find(({ is_same }) => !is_same);
  if (other) return { kind: 'id-reused', id: other.id };
  const numbers = new Map<string, Numbered>(known.map(({ id, number, at }) => [id, { id, number, at }]));
  const unknown = messages.filter(({ id }) => !numbers.has(id));
  // Somebody whose answer was lost is told the numbers also when the feed has ended meanwhile.
  if (unknown.length > 0 && feed.state !== 'live') return { kind: 'not-live' };
  const fault = await findReferenceFault(sql, raceId, unknown);
  if (fault) return fault;
  const newer = seen === undefined ? undefined : await findNewer(sql, raceId, unknown, feed.latest, seen);
  if (newer) return { kind: 'told-meanwhile', newer };

  const added = unknown.map((message, n) => ({ ...message, number: feed.head + 1 + n }));
  const latest = added.reduce((before, { number, ...message }) => withLatest(before, number, message), feed.latest);
  if (Object.keys(latest).length > mostLists) return { kind: 'too-many-lists' };
  const inserted =
    isDryRun || added.length === 0
      ? []
      : await insert(sql, raceId, added, { head: feed.head + added.length, latest, keyId: judged?.keyId });
  for (const { id, number } of added) numbers.set(id, { id, number });
  for (const one of inserted) numbers.set(one.id, one);
  return {
    kind: 'published',
    messages: messages.flatMap(({ id }) => numbers.get(id) ?? []),
    head: feed.head + added.length,
    isNew: added.length > 0,
  };
};

interface Added extends NewMessage {
  readonly number: number;
}

const insert = async (
  sql: Sql,
  raceId: string,
  added: readonly Added[],
  { head, latest, keyId }: Pick<FeedRow, 'head' | 'latest'> & { readonly keyId?: string | undefined },
): Promise<readonly Numbered[]> => {
  const inserted = await sql.query<Numbered>(insertMessages, [
    raceId,
    added.map(({ number }) => number),
    added.map(({ id }) => id),
    added.map(({ kind }) => kind),
    added.map(({ body }) => JSON.stringify(body)),
    added.map(({ of }) => of ?? null),
    keyId ?? null,
  ]);
  await sql.query(moveHead, [raceId, head, JSON.stringify(latest)]);
  if (added.some(({ of }) => of !== undefined)) await sql.query(renewLatest, [raceId]);
  await writeRaceAudit(sql, raceId, 'feed-published', { from: added[0]?.number, to: head, ...(keyId && { keyId }) });
  return inserted;
};

/** A correction in the same call as what it corrects would need a number that nobody knows yet: there is no such message. */
const findReferenceFault = async (
  sql: Sql,
  raceId: string,
  messages: readonly NewMessage[],
): Promise<Extract<Published, { kind: 'not-possible' }> | undefined> => {
  const references = messages.flatMap((message) => (message.of === undefined ? [] : [{ message, of: message.of }]));
  if (references.length === 0) return undefined;
  const found = await sql.query<Referred>(findReferred, [raceId, references.map(({ of }) => of)]);
  const withdrawn = new Set<number>();
  for (const { message, of } of references) {
    const one = found.find(({ number }) => number === of);
    const why = referenceFault(message, one && { ...one, isWithdrawn: one.isWithdrawn || withdrawn.has(of) });
    if (why) return { kind: 'not-possible', id: message.id, of, why };
    if (message.kind === 'withdrawal') withdrawn.add(of);
  }
  return undefined;
};

/** What was told after `seen` and one of these would replace: the order of the same list, the pinned notice, or a correction of the same. */
const findNewer = async (
  sql: Sql,
  raceId: string,
  messages: readonly NewMessage[],
  latest: Latest,
  seen: number,
): Promise<Newer | undefined> => {
  const topics = new Set(messages.map(({ kind, body }) => topicOf(kind, body)));
  const replaced = Object.entries(latest).flatMap(([topic, number]) => (topics.has(topic) ? [number] : []));
  const corrected = messages.flatMap(({ kind, of }) => (kind === 'correction' && of !== undefined ? [of] : []));
  const [newer] = await sql.query<Newer>(findTold, [raceId, seen, replaced, corrected]);
  return newer;
};

const changeState = async (
  sql: Sql,
  { raceId, state, allowedPerSecond, restored = false, isDryRun }: StateWish,
  endId: string,
): Promise<StateChanged> => {
  const [race] = await sql.query('SELECT FROM race WHERE id = $1', [raceId]);
  if (!race) return { kind: 'no-such-race' };
  const present = await lock(sql, raceId);
  const isPossible = await follows(sql, raceId, present?.state, state);
  if (!isPossible) return { kind: 'not-possible', present: present?.state ?? 'planned' };
  const isNew = present?.state !== state;
  // Who follows learns of the end as of everything else, by a message.
  const isEnd = isNew && state === 'ended';
  const head = (present?.head ?? 0) + (isEnd ? 1 : 0);
  const changed: StateChanged = { kind: 'changed', state, head, isNew };
  if (isDryRun || (!isNew && allowedPerSecond === undefined && !restored)) return changed;
  await sql.query(present ? setState : makeFeed, [raceId, state, allowedPerSecond ?? null]);
  if (restored) await sql.query(raiseEpoch, [raceId, epochsOfRestore]);
  if (isEnd) {
    const end = { id: endId, kind: 'end', body: {}, number: head };
    await insert(sql, raceId, [end], { head, latest: present?.latest ?? {} });
  }
  const detail = { state, before: present?.state ?? null, allowedPerSecond, ...(restored && { restored }) };
  await writeRaceAudit(sql, raceId, 'feed-changed', detail);
  return changed;
};

const follows = async (sql: Sql, raceId: string, present: FeedState | undefined, next: FeedState): Promise<boolean> => {
  if (present === next) return true;
  if (present === undefined) return next !== 'ended';
  if (present === 'planned') return next === 'live';
  if (present === 'live') return next === 'ended';
  const [young] = await sql.query(findYoungEnd, [raceId, reopenHours]);
  return next === 'live' && young !== undefined;
};

const redact = async (sql: Sql, { raceId, numbers, reason, isDryRun }: Redaction): Promise<Redacted> => {
  const feed = await lock(sql, raceId);
  if (!feed) return { kind: 'no-feed' };
  const missing = numbers.find((number) => number > feed.head);
  if (missing !== undefined) return { kind: 'no-such-message', number: missing };
  const found = await sql.query<{ number: number }>(isDryRun ? findBodies : nullBodies, [raceId, numbers]);
  const redacted = found.map(({ number }) => number).sort((a, b) => a - b);
  if (isDryRun || redacted.length === 0) return { kind: 'redacted', numbers: redacted, epoch: feed.epoch };
  await sql.query(raiseEpoch, [raceId, 1]);
  await sql.query(nameTakenOut, [raceId, JSON.stringify(withTakenOut(feed.epoch, feed.taken_out, redacted))]);
  await sql.query(renewLatest, [raceId]);
  await writeRaceAudit(sql, raceId, 'feed-redacted', { numbers: redacted, reason });
  return { kind: 'redacted', numbers: redacted, epoch: feed.epoch + 1 };
};

const lockFeed = 'SELECT head, state, epoch, latest, taken_out FROM feed WHERE race_id = $1 FOR NO KEY UPDATE';

const isoAt = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

/** What was taken out cannot be compared any more, and keeps its number. */
const findKnown = `
  SELECT m.id, m.number, ${isoAt}, m.kind = k.kind AND (m.body IS NULL OR m.body = k.body)
    AND m.refers_to IS NOT DISTINCT FROM k.about AS is_same
  FROM feed_message m JOIN unnest($2::uuid[], $3::text[], $4::jsonb[], $5::bigint[]) AS k (id, kind, body, about) ON k.id = m.id
  WHERE m.race_id = $1`;

const findReferred = `
  SELECT m.number, m.kind, EXISTS (
    SELECT FROM feed_message w WHERE w.race_id = m.race_id AND w.refers_to = m.number AND w.kind = 'withdrawal') AS "isWithdrawn"
  FROM feed_message m WHERE m.race_id = $1 AND m.number = ANY($2::bigint[])`;

const findTold = `
  SELECT m.number, m.body FROM feed_message m
  WHERE m.race_id = $1 AND m.number > $2 AND m.body IS NOT NULL
    AND (m.number = ANY($3::bigint[]) OR m.refers_to = ANY($4::bigint[]) AND m.kind = 'correction')
  ORDER BY m.number DESC LIMIT 1`;

const insertMessages = `
  INSERT INTO feed_message (race_id, number, id, kind, body, refers_to, api_key_id)
  SELECT $1, m.*, $7 FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::jsonb[], $6::bigint[]) AS m
  RETURNING id, number, ${isoAt}`;

const moveHead = 'UPDATE feed SET head = $2, latest = $3::jsonb WHERE race_id = $1';

/**
 * A newcomer and somebody who read all of it see the same: of each list, and of the pinned notice, what was said last and was neither
 * withdrawn nor taken out, as its last correction says it. Newer lists than `mostLists` stay.
 */
const renewLatest = `
  UPDATE feed SET latest = coalesce((
    SELECT jsonb_object_agg(topic, number) FROM (
      SELECT topic, number FROM (
        SELECT DISTINCT ON (topic) topic, number, said_at FROM (
          SELECT m.number AS said_at, coalesce(c.number, m.number) AS number,
            CASE WHEN m.kind = 'positions' THEN 'positions:' || (coalesce(c.body, m.body) ->> 'list')
              WHEN coalesce(c.body, m.body) ->> 'level' = 'important' THEN 'notice' END AS topic
          FROM feed_message m LEFT JOIN LATERAL (
            SELECT c.number, c.body FROM feed_message c
            WHERE c.race_id = m.race_id AND c.refers_to = m.number AND c.kind = 'correction' AND c.body IS NOT NULL
            ORDER BY c.number DESC LIMIT 1) c ON true
          WHERE m.race_id = $1 AND m.kind IN ('positions', 'notice') AND coalesce(c.body, m.body) IS NOT NULL AND NOT EXISTS (
            SELECT FROM feed_message w WHERE w.race_id = m.race_id AND w.refers_to = m.number AND w.kind = 'withdrawal')) said
        WHERE topic IS NOT NULL ORDER BY topic, said_at DESC) last
      ORDER BY said_at DESC LIMIT ${mostLists}) kept), '{}')
  WHERE race_id = $1`;

const makeFeed = `
  INSERT INTO feed (race_id, state, allowed_per_second) VALUES ($1, $2, coalesce($3::int, 20000))`;

const setState = `
  UPDATE feed SET state = $2, allowed_per_second = coalesce($3::int, allowed_per_second),
    ended_at = CASE WHEN $2 <> 'ended' THEN NULL ELSE coalesce(ended_at, clock_timestamp()) END
  WHERE race_id = $1`;

const findYoungEnd = `
  SELECT FROM feed WHERE race_id = $1 AND ended_at > clock_timestamp() - make_interval(hours => $2)`;

/** A correction says again what it corrects, and a withdrawal why: so these go, too. */
const named = '$2::bigint[]) OR refers_to = ANY($2::bigint[])) AND body IS NOT NULL';

const findBodies = `SELECT number FROM feed_message WHERE race_id = $1 AND (number = ANY(${named}`;

const nullBodies = `UPDATE feed_message SET body = NULL WHERE race_id = $1 AND (number = ANY(${named} RETURNING number`;

/** More than there were redactions which the database has lost: no follower and no cache may know this epoch with other messages. */
const epochsOfRestore = 1_000;

const raiseEpoch = 'UPDATE feed SET epoch = epoch + $2 WHERE race_id = $1';

const nameTakenOut = 'UPDATE feed SET taken_out = $2::jsonb WHERE race_id = $1';
