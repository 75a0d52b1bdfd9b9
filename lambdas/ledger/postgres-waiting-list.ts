import type { SalePhase } from '../domain/event-sale';
import { maxGroupSize } from '../domain/hold';
import { type Join, joining, type Rank, ranks, type WaitingList, type WaitingState } from '../domain/waiting';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflict } from '../platform/retry';
import { lockEvent } from './event-sql';

interface PersonRow {
  readonly person: string;
  readonly registered: boolean;
  readonly id: string | null;
  readonly rank: Rank | null;
  readonly state: WaitingState | null;
  readonly removed: boolean;
  /** When the place was entered, or ended. Null for a place that was not needed: what they ask for next may be. */
  readonly changed_at: Date | null;
}

/** What one call of `joinWaitingList` found and changed. */
interface Joined {
  readonly event: LockedEvent;
  /** Places whose people need a mail that tells what is true: they asked before, or are registered. */
  readonly again: readonly string[];
}

interface Before {
  readonly id: string;
  readonly offers: number;
  readonly confirmation_asks: number;
  readonly confirmation_asked_at: Date | null;
}

interface Written {
  readonly id: string;
  readonly state: WaitingState;
  /** How often the address was asked to confirm before this join. */
  readonly asks: number;
}

interface Entry extends Join {
  readonly state: WaitingState;
}

export class PostgresWaitingList implements WaitingList {
  readonly #postgres: Postgres;
  readonly #askToConfirm: AskToConfirm;

  constructor(postgres: Postgres, askToConfirm: AskToConfirm) {
    this.#postgres = postgres;
    this.#askToConfirm = askToConfirm;
  }

  join(eventId: string, joins: readonly Join[]): Promise<readonly string[]> {
    return this.#postgres.transaction(
      async (sql) => {
        const joined = await joinWaitingList(sql, eventId, joins, ranks.asked);
        return joined ? this.#askToConfirm(sql, joined.event, joined.again) : [];
      },
      { retryOn: retryOnConflict },
    );
  }
}

/**
 * Puts people on the waiting list in the order given; the rule `joining` decides for each. Takes the event's lock,
 * because a cut that does not see these places yet would sell what is theirs. Undefined when there is no such event.
 */
export const joinWaitingList = async (
  sql: Sql,
  eventId: string,
  joins: readonly Join[],
  rank: Rank,
): Promise<Joined | undefined> => {
  const [event] = await sql.query<{ phase: SalePhase; capacity: number }>(lockEvent, [eventId]);
  // Anybody may name any event in a message, and the message is not signed: an invented one must not stop the batch.
  if (!event) return undefined;
  const [about] = await sql.query<{ sellable: number; smallest: number | null }>(factsAbout, [eventId]);
  const people = new Map<string, PersonRow>();
  for (const row of await sql.query<PersonRow>(factsOf, [eventId, joins.map(({ person }) => person)]))
    people.set(row.person, row);

  // A join changes nothing for the joins after it: it wants more than is sellable, or what is sellable is kept already.
  const entered = new Map<string, Entry>();
  const again: string[] = [];
  for (const join of joins) {
    if (entered.has(join.person)) continue;
    const before = people.get(join.person);
    const isRepeat = join.askedAt !== undefined && !!before?.changed_at && join.askedAt <= before.changed_at.getTime();
    const answer = joining(
      {
        // Runners may join while the sale is paused. When it goes on, spots are offered to them first.
        isOpen: event.phase === 'open' || event.phase === 'paused',
        isRegistered: before?.registered ?? false,
        size: join.size,
        sellable: about?.sellable ?? 0,
        smallest: about?.smallest ?? undefined,
        isRepeat,
        before:
          before?.state && before.rank !== null
            ? { rank: before.rank, state: before.state, isRemoved: before.removed }
            : undefined,
      },
      rank,
    );
    if (answer === 'keep') {
      // The same join, delivered a second time, is not a second request.
      if (before?.id && before.id !== join.placeId && !isRepeat) again.push(before.id);
      continue;
    }
    const state = answer === 'join' || answer === 'raise' ? 'waiting' : answer;
    entered.set(join.person, { ...join, state });
  }

  const written = await enterInOrder(sql, eventId, [...entered.values()], rank);
  again.push(...written.filter(({ state, asks }) => state === 'registered' || asks > 0).map(({ id }) => id));
  return { event: { ...event, eventId }, again };
};

/**
 * People who were on the list before are entered again, in one statement with the others, so that all stand in the
 * order given.
 */
const enterInOrder = async (
  sql: Sql,
  eventId: string,
  entries: readonly Entry[],
  rank: Rank,
): Promise<readonly Written[]> => {
  if (entries.length === 0) return [];
  const taken = new Set<string>();
  const ids = entries.map(({ placeId }) => placeId);
  const persons = entries.map(({ person }) => person);
  for (const { id } of await sql.query<{ id: string }>(takenIds, [eventId, ids, persons])) taken.add(id);
  const before = new Map<string, Before>();
  for (const { person, ...row } of await sql.query<Before & { person: string }>(leave, [eventId, persons]))
    before.set(person, row);

  const rows = entries.flatMap((entry) => {
    // Another place has this id already, and the id opens that place: a later join with it does not get it.
    const id = taken.has(entry.placeId) ? before.get(entry.person)?.id : entry.placeId;
    const {
      offers = 0,
      confirmation_asks: asks = 0,
      confirmation_asked_at: askedAt = null,
    } = before.get(entry.person) ?? {};
    return id === undefined ? [] : [{ ...entry, id, offers, asks, askedAt }];
  });
  await sql.query(enter, [
    eventId,
    rows.map(({ id }) => id),
    rows.map(({ person }) => person),
    rows.map(({ runner }) => JSON.stringify(runner)),
    rows.map(({ state }) => state),
    rows.map(({ offers }) => offers),
    rows.map(({ size }) => size),
    rank,
    rows.map(({ asks }) => asks),
    rows.map(({ askedAt }) => askedAt),
  ]);
  return rows;
};

const factsAbout = `
  SELECT (SELECT count(*)::int FROM (SELECT FROM spot WHERE event_id = $1 AND block IS NULL LIMIT ${maxGroupSize}) s) AS sellable,
         (SELECT min(size) FROM waiting WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL) AS smallest`;

const factsOf = `
  SELECT m.person, r.found IS NOT NULL AS registered, w.id, w.rank, w.state, coalesce(w.state = 'left' AND w.removed_at IS NOT NULL, false) AS removed,
         CASE WHEN w.state <> 'not-needed' THEN greatest(w.asked_at, w.ended_at, w.removed_at) END AS changed_at
  FROM unnest($2::text[]) AS m (person)
  LEFT JOIN LATERAL (SELECT 1 AS found FROM registration WHERE event_id = $1 AND person_key(person) = person_key(m.person) AND live LIMIT 1) r ON true
  LEFT JOIN waiting w ON w.event_id = $1 AND person_key(w.person) = person_key(m.person)`;

// When two new places of one batch have the same id, the key refuses the second.
const takenIds = `
  SELECT m.id FROM unnest($2::uuid[], $3::text[]) AS m (id, person)
  WHERE EXISTS (SELECT 1 FROM waiting o WHERE o.id = m.id AND (o.event_id, o.person) <> ($1, m.person))`;

const leave = `
  DELETE FROM waiting
  WHERE event_id = $1 AND person_key(person) = ANY (ARRAY(SELECT person_key(p) FROM unnest($2::text[]) AS p)) AND state <> 'offered'
  RETURNING person, id, offers, confirmation_asks, confirmation_asked_at`;

// Each join is confirmed again. But a person with an authorised card (rank 0) counts as confirmed: they gave a card and
// get a mail about it anyway.
const enter = `
  INSERT INTO waiting (id, event_id, person, runner, state, offers, size, rank, confirmed_at, confirmation_asks, confirmation_asked_at)
  SELECT m.id, $1, m.person, m.runner::jsonb, m.state, m.offers, m.size, $8::smallint,
         CASE WHEN $8::smallint = 0 THEN clock_timestamp() END, m.asks, m.asked_at
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $9::int[], $10::timestamptz[]) WITH ORDINALITY
    AS m (id, person, runner, state, offers, size, asks, asked_at, place)
  ORDER BY m.place
  ON CONFLICT DO NOTHING`;

/** An event's row as read under its lock. */
export interface LockedEvent {
  readonly eventId: string;
  readonly capacity: number;
  readonly phase: SalePhase;
}

/**
 * Asks the next places in line to confirm their addresses, as many as `placesToConfirm` says. Also asks those in
 * `again`, which joined a second time or are registered already: each gets a mail that tells what is true. Must run in
 * a transaction that holds the lock on the event's row. Returns outbox ids, one for each place asked.
 */
export type AskToConfirm = (sql: Sql, event: LockedEvent, again?: readonly string[]) => Promise<readonly string[]>;
