import type { Postgres, Sql } from '../platform/postgres/postgres';
import { mostTogether } from './hold';
import { lockEvent } from './lock-event';
import type { Join, WaitingList } from './ports';
import { retryOn } from './postgres-ledger';
import { joining, type Rank, ranks, type WaitingState } from './waiting';

interface PersonRow {
  readonly person: string;
  readonly registered: boolean;
  readonly rank: Rank | null;
  readonly state: WaitingState | null;
}

interface Entry extends Join {
  readonly state: WaitingState;
}

export class PostgresWaitingList implements WaitingList {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  join(eventId: string, joins: readonly Join[]) {
    return this.#postgres.transaction(
      async (sql) => {
        await joinWaitingList(sql, eventId, joins, ranks.asked);
      },
      { retryOn },
    );
  }
}

/**
 * Puts people on the waiting list in the order given, each where the rule `joining` says. Under the event's lock, because
 * a cut that does not see them yet would sell what is theirs.
 */
export const joinWaitingList = async (sql: Sql, eventId: string, joins: readonly Join[], rank: Rank): Promise<void> => {
  const [event] = await sql.query<{ door: string }>(lockEvent, [eventId]);
  // Anybody may ask for any event, in a message that nobody signed: an invented one must not stop the batch.
  if (!event) return;
  const [about] = await sql.query<{ sellable: number; smallest: number | null }>(factsAbout, [eventId]);
  const people = new Map<string, PersonRow>();
  for (const row of await sql.query<PersonRow>(factsOf, [eventId, joins.map(({ person }) => person)]))
    people.set(row.person, row);

  // Who joins changes nothing for who joins after him: he wants more than is sellable, or it is kept already.
  const entered = new Map<string, Entry>();
  for (const join of joins) {
    if (entered.has(join.person)) continue;
    const before = people.get(join.person);
    const answer = joining(
      {
        isOpen: event.door === 'open',
        isRegistered: before?.registered ?? false,
        size: join.size,
        sellable: about?.sellable ?? 0,
        smallest: about?.smallest ?? undefined,
        before: before?.state && before.rank !== null ? { rank: before.rank, state: before.state } : undefined,
      },
      rank,
    );
    if (answer === 'keep') continue;
    const state = answer === 'join' || answer === 'raise' ? 'waiting' : answer;
    entered.set(join.person, { ...join, state });
  }

  await enterInOrder(sql, eventId, [...entered.values()], rank);
};

/** Who was on the list before is entered anew, in one statement with the others, so that all stand in the order given. */
const enterInOrder = async (sql: Sql, eventId: string, entries: readonly Entry[], rank: Rank) => {
  if (entries.length === 0) return;
  const taken = new Set<string>();
  const ids = entries.map(({ placeId }) => placeId);
  const persons = entries.map(({ person }) => person);
  for (const { id } of await sql.query<{ id: string }>(takenIds, [eventId, ids, persons])) taken.add(id);
  const before = new Map<string, { id: string; offers: number }>();
  for (const { person, ...row } of await sql.query<{ person: string; id: string; offers: number }>(leave, [
    eventId,
    persons,
  ]))
    before.set(person, row);

  const rows = entries.flatMap((entry) => {
    // An id that another place has opens somebody's door: who brings it does not get it.
    const id = taken.has(entry.placeId) ? before.get(entry.person)?.id : entry.placeId;
    return id === undefined ? [] : [{ ...entry, id, offers: before.get(entry.person)?.offers ?? 0 }];
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
  ]);
};

const factsAbout = `
  SELECT (SELECT count(*)::int FROM (SELECT FROM spot WHERE event_id = $1 AND block IS NULL LIMIT ${mostTogether}) s) AS sellable,
         (SELECT min(size) FROM waiting WHERE event_id = $1 AND state = 'waiting') AS smallest`;

const factsOf = `
  SELECT m.person, r.found IS NOT NULL AS registered, w.rank, w.state
  FROM unnest($2::text[]) AS m (person)
  LEFT JOIN LATERAL (SELECT 1 AS found FROM registration WHERE event_id = $1 AND person_key(person) = person_key(m.person) AND live LIMIT 1) r ON true
  LEFT JOIN waiting w ON w.event_id = $1 AND person_key(w.person) = person_key(m.person)`;

// Two new places of one batch with one id: the second is refused by the key.
const takenIds = `
  SELECT m.id FROM unnest($2::uuid[], $3::text[]) AS m (id, person)
  WHERE EXISTS (SELECT 1 FROM waiting o WHERE o.id = m.id AND (o.event_id, o.person) <> ($1, m.person))`;

const leave = `
  DELETE FROM waiting
  WHERE event_id = $1 AND person_key(person) = ANY (ARRAY(SELECT person_key(p) FROM unnest($2::text[]) AS p)) AND state <> 'offered'
  RETURNING person, id, offers`;

const enter = `
  INSERT INTO waiting (id, event_id, person, runner, state, offers, size, rank)
  SELECT m.id, $1, m.person, m.runner::jsonb, m.state, m.offers, m.size, $8
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[]) WITH ORDINALITY
    AS m (id, person, runner, state, offers, size, place)
  ORDER BY m.place
  ON CONFLICT DO NOTHING`;
