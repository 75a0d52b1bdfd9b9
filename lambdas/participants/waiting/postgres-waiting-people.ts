import { instantText } from '../../domain/instant-sql';
import type { Identity } from '../../domain/person/person';
import type { Postgres } from '../../platform/postgres/postgres';
import { searchKeysOf, searchTextOf } from '../participant';
import { wordsSql } from '../postgres-participants';
import type { WaitingFilter, WaitingPage, WaitingPeople, WaitingPerson, WaitingPosition } from './ports';

const pageSize = 50;
const rowsPerRead = 2000;
/** How many places one look copies. */
const maxCopied = 10_000;

type Row = { readonly [K in keyof WaitingPerson]: WaitingPerson[K] | null } & {
  readonly eventPosition: number;
  readonly eventName: string;
  readonly position: string;
};

/** Reads the list of the ledger itself. Only the words that find somebody are a copy, because the names there are as they were typed. */
export class PostgresWaitingPeople implements WaitingPeople {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async page(filter: WaitingFilter, after: WaitingPosition | undefined): Promise<WaitingPage> {
    // The number of a spot: nobody who waits has one.
    if (filter.search.kind === 'number') return { people: [] };
    const { text, values } = pageSql(filter, after, pageSize + 1);
    const rows = await this.#postgres.query<Row>(text, values);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      people: shown.map(personOf),
      ...(rows.length > pageSize && last && { next: positionOf(last) }),
    };
  }

  async rows(filter: WaitingFilter, upTo: string, after: WaitingPosition | undefined) {
    if (filter.search.kind === 'number') return [];
    const { text, values } = pageSql(filter, after, rowsPerRead, upTo);
    const rows = await this.#postgres.query<Row>(text, values);
    return rows.map((row) => ({ person: { ...personOf(row), event: row.eventName }, at: positionOf(row) }));
  }

  async catchUp(raceId: string): Promise<boolean> {
    await this.#postgres.query(forgetGone, [raceId]);
    const found = await this.#postgres.query<NewPlace>(findNew, [raceId, maxCopied]);
    if (found.length === 0) return true;
    const texts = found.map(searchTextOf);
    await this.#postgres.query(copy, [
      raceId,
      found.map(({ placeId }) => placeId),
      found.map(({ position }) => position),
      texts,
      // One text for each place, a key on each line: PostgreSQL has no arrays of arrays with different lengths.
      texts.map((text) => searchKeysOf(text).join('\n')),
    ]);
    return found.length < maxCopied;
  }
}

type NewPlace = Pick<Identity, 'firstName' | 'lastName' | 'email'> & {
  readonly placeId: string;
  readonly position: string;
};

const positionOf = ({ eventPosition, rank, position }: Row): WaitingPosition => [eventPosition, rank ?? 0, position];

const personOf = ({ eventPosition: _, eventName: ___, position: __, turn, offeredUntil, ...row }: Row): WaitingPerson =>
  ({ ...row, ...(turn !== null && { turn }), ...(offeredUntil !== null && { offeredUntil }) }) as WaitingPerson;

const pageSql = (
  { raceId, search, eventId }: WaitingFilter,
  after: WaitingPosition | undefined,
  most: number,
  upTo?: string,
) => {
  const values: unknown[] = [raceId];
  const value = (of: unknown) => `$${values.push(of)}`;
  const isSearched = search.kind === 'words';
  const conditions = [
    'e.race_id = $1',
    ...(eventId !== undefined ? [`w.event_id = ${value(eventId)}`] : []),
    ...(search.kind === 'all' ? [`w.state IN ('waiting', 'offered')`] : []),
    ...(search.kind === 'registration' ? [`w.id = ${value(search.registrationId)}`] : []),
    ...(upTo !== undefined ? [`w.asked_at < ${value(upTo)}::timestamptz`] : []),
    ...(search.kind === 'words' ? wordsSql(search.words, value) : []),
    ...(after
      ? [
          `(e.position, w.rank, w.position) > (${value(after[0])}::int, ${value(after[1])}::int, ${value(after[2])}::bigint)`,
        ]
      : []),
  ];
  const text = `
    SELECT w.id AS "placeId", w.event_id AS "eventId", w.event_name AS "eventName", coalesce(w.runner ->> 'firstName', '') AS "firstName",
      coalesce(w.runner ->> 'lastName', '') AS "lastName", coalesce(w.runner ->> 'email', '') AS email, w.size,
      CASE WHEN w.state = 'offered' AND (b.closed OR b.deal_until <= clock_timestamp()) THEN 'expired' ELSE w.state END AS state,
      w.confirmed_at IS NOT NULL AS "isConfirmed", w.rank, l.turn, w.offers,
      CASE WHEN NOT b.closed AND b.deal_until > clock_timestamp() THEN ${instantText('b.deal_until')} END AS "offeredUntil",
      ${instantText('w.asked_at')} AS since, w.event_position AS "eventPosition", w.position::text AS position
    FROM (
      SELECT w.*, e.position AS event_position, e.name AS event_name
      FROM waiting w JOIN event e ON e.id = w.event_id
      ${isSearched ? 'JOIN waiting_copy p ON p.place_id = w.id AND p.position = w.position' : ''}
      WHERE ${conditions.join(' AND ')}
      ORDER BY e.position, w.rank, w.position LIMIT ${most}) w
    LEFT JOIN block b ON b.id = w.block
    LEFT JOIN (
      SELECT o.id, row_number() OVER (PARTITION BY o.event_id ORDER BY o.rank, o.position)::int AS turn FROM waiting o
      WHERE o.event_id IN (SELECT id FROM event WHERE race_id = $1) AND o.state = 'waiting' AND o.confirmed_at IS NOT NULL) l
      ON l.id = w.id
    ORDER BY w.event_position, w.rank, w.position`;
  return { text, values };
};

/** How rows are read, as SQL. */
export const waitingIsReadBy = pageSql({ raceId: '', search: { kind: 'all' } }, undefined, rowsPerRead).text;

const eventsOfRace = '(SELECT id FROM event WHERE race_id = $1)';

// Who joins again may do so under the same id and with another name: but each join has a position of its own.
const findNew = `
  SELECT w.id AS "placeId", w.position::text AS position, coalesce(w.runner ->> 'firstName', '') AS "firstName",
    coalesce(w.runner ->> 'lastName', '') AS "lastName", coalesce(w.runner ->> 'email', '') AS email
  FROM waiting w
  WHERE w.event_id IN ${eventsOfRace}
    AND NOT EXISTS (SELECT FROM waiting_copy c WHERE c.place_id = w.id AND c.position = w.position)
  ORDER BY w.id LIMIT $2`;

const copy = `
  INSERT INTO waiting_copy (race_id, place_id, position, search, search_keys)
  SELECT $1, n.id, n.position, n.search, string_to_array(n.keys, E'\\n')
  FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[]) AS n (id, position, search, keys)
  ON CONFLICT (place_id) DO UPDATE SET position = excluded.position, search = excluded.search, search_keys = excluded.search_keys`;

// Their places are gone, because they joined again under another id.
const forgetGone = `
  DELETE FROM waiting_copy c WHERE c.race_id = $1 AND NOT EXISTS (SELECT FROM waiting w WHERE w.id = c.place_id)`;
