import { standing } from '../domain/check-in-sql';
import { instantText } from '../domain/instant-sql';
import { couldNotBeSent } from '../domain/mail-sql';
import { isUntold } from '../domain/told-bib-sql';
import { writeStaffAudit } from '../ledger/audit';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { beginningsOf } from './participant';
import type {
  ExportedRow,
  Exports,
  Participant,
  ParticipantFilter,
  ParticipantPage,
  Participants,
  Position,
  Sort,
} from './ports';

const pageSize = 50;

type Row = { readonly [K in keyof Participant]: Participant[K] | null } & { readonly key: string };

export class PostgresParticipants implements Participants {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async page(filter: ParticipantFilter, sort: Sort, after: Position | undefined): Promise<ParticipantPage> {
    const { text, values } = pageSql(filter, sort, after);
    const rows = await this.#sql.query<Row>(text, values);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      participants: shown.map(participantOf),
      ...(rows.length > pageSize && last && { next: { key: last.key, registrationId: last.registrationId ?? '' } }),
    };
  }
}

const participantOf = ({ key, number, bib, payment, amount, ...row }: Row): Participant =>
  ({
    ...row,
    ...(number !== null && { number }),
    ...(bib !== null && { bib }),
    ...(payment !== null && { payment }),
    ...(amount !== null && { amount }),
  }) as Participant;

/** The column that a list is sorted by, its order, and how a value of it is written into a statement. */
const sorts = {
  newest: { column: 'p.recorded_at', order: 'DESC', follows: '<', type: 'timestamptz' },
  name: { column: 'p.name_key', order: 'ASC', follows: '>', type: 'text' },
  number: { column: 'p.number', order: 'ASC', follows: '>', type: 'integer' },
} as const satisfies Readonly<Record<Sort, object>>;

/** Only the conditions that somebody asked for, so that an index is used. `value`: adds a parameter, and returns its name. */
export const conditionsOf = (filter: ParticipantFilter, value: (of: unknown) => string): readonly string[] => {
  const { raceId, search, eventId, state, payment, isUnreached, isBibUntold } = filter;
  return [
    `p.race_id = ${value(raceId)}`,
    ...(search.kind === 'number' ? [numberSql(value(raceId), value(search.number))] : []),
    ...(search.kind === 'registration' ? [`p.registration_id = ${value(search.registrationId)}`] : []),
    ...(search.kind === 'words' ? wordsSql(search.words, value) : []),
    ...(eventId !== undefined ? [`p.event_id = ${value(eventId)}`] : []),
    ...(state !== undefined ? [`p.state = ${value(state)}`] : []),
    ...(payment !== undefined ? [`p.payment = ${value(payment)}`] : []),
    ...(isBibUntold ? [bibUntold] : isUnreached ? [unreached] : []),
  ];
};

const pageSql = (filter: ParticipantFilter, sort: Sort, after: Position | undefined) => {
  const values: unknown[] = [];
  const value = (of: unknown) => `$${values.push(of)}`;
  const { column, order, follows, type } = sorts[sort];
  const conditions = [
    ...conditionsOf(filter, value),
    // A list by number has only people with a number.
    ...(sort === 'number' ? ['p.number IS NOT NULL'] : []),
    ...(after
      ? [`(${column}, p.registration_id) ${follows} (${value(after.key)}::${type}, ${value(after.registrationId)})`]
      : []),
  ];
  // Words are found by their index, and sorted then. Else the planner, which believes that names are everywhere in the list, may read all of
  // it for those with the same last name, who stand side by side.
  const fence = filter.search.kind === 'words' ? 'OFFSET 0' : '';
  const text = `
    SELECT p.registration_id AS "registrationId", p.event_id AS "eventId", p.number, p.state, p.payment, p.amount, p.refund,
           ${recordedAt}, p.key, ${bib} AS bib,
           coalesce(g.runner ->> 'firstName', '') AS "firstName", coalesce(g.runner ->> 'lastName', '') AS "lastName"
    FROM (SELECT p.*, ${column}::text AS key FROM (SELECT * FROM participant p WHERE ${conditions.join(' AND ')} ${fence}) p
          ORDER BY ${column} ${order}, p.registration_id ${order} LIMIT ${pageSize + 1}) p
    JOIN registration g ON g.id = p.registration_id
    ORDER BY ${column} ${order}, p.registration_id ${order}`;
  return { text, values };
};

const bib = '(SELECT b.number FROM bib b WHERE b.registration_id = p.registration_id AND b.void_at IS NULL)';

/** The number of a spot, or a bib that somebody has or had. Only numbers up to 999,999 are bibs. */
const numberSql = (raceId: string, number: string) => `
  (p.number = ${number} OR p.registration_id IN (SELECT b.registration_id FROM bib b WHERE b.race_id = ${raceId} AND b.number = ${number}))`;

const recordedAt = `${instantText('p.recorded_at')} AS "recordedAt"`;

/** How many rows of a file are read at once. */
const rowsPerRead = 2000;

/** Rows that were recorded before `upTo`, in the order of that. */
export const rowsSql = (filter: ParticipantFilter, upTo: string, after: Position | undefined, isPlain: boolean) => {
  const values: unknown[] = [];
  const value = (of: unknown) => `$${values.push(of)}`;
  const conditions = [
    ...conditionsOf(filter, value),
    `p.recorded_at < ${value(upTo)}::timestamptz`,
    ...(after
      ? [`(p.recorded_at, p.registration_id) > (${value(after.key)}::timestamptz, ${value(after.registrationId)})`]
      : []),
  ];
  const text = `
    SELECT ${exportedColumns}, ${isPlain ? '' : `${more} AS more,`} p.key
    FROM (SELECT p.*, p.recorded_at::text AS key FROM participant p WHERE ${conditions.join(' AND ')}
          ORDER BY p.recorded_at, p.registration_id LIMIT ${rowsPerRead}) p
    ${exportedFrom} ORDER BY p.recorded_at, p.registration_id`;
  return { text, values };
};

const typed = ['firstName', 'lastName', 'email', 'birthDate', 'gender'].map(
  (field) => `coalesce(g.runner ->> '${field}', '') AS "${field}"`,
);
const exportedColumns = `
  p.registration_id AS "registrationId", p.number, e.name AS event, ${typed.join(', ')}, p.state, p.payment, p.amount, p.refund,
  a.currency, ${recordedAt}, ${bib} AS bib, c.first ->> 'at' AS "checkedInAt", c.first ->> 'station' AS station`;
const exportedFrom = `
  JOIN registration g ON g.id = p.registration_id CROSS JOIN LATERAL (${standing('p.registration_id')}) c JOIN event e ON e.id = p.event_id JOIN race a ON a.id = p.race_id`;

/** SQL: a `MoreOfRow`. */
const more = `
  json_build_object('emergencyContact', g.runner ->> 'emergencyContact', 'leg', g.leg, 'isNameWithheld', g.name_withheld,
    'team', (SELECT t.name FROM team t WHERE t.id = g.team_id),
    'answers', g.runner -> 'answers', 'orderAnswers', g.runner -> 'orderAnswers',
    'lines', (SELECT json_agg(json_build_object('kind', l.kind, 'ref', l.ref, 'amount', l.amount, 'state', l.state))
      FROM registration_line l WHERE l.registration_id = g.id AND l.kind IN ('item', 'donation')),
    'codes', (SELECT string_agg(coalesce(c.batch || ' (' || c.hint || '…)', 'credit'), '; ' ORDER BY l.position)
      FROM registration_line l LEFT JOIN code c ON c.id = CASE WHEN l.kind = 'code' AND l.ref ~ '^[0-9a-f-]{36}$' THEN l.ref::uuid END
      WHERE l.registration_id = g.id AND l.kind = 'code' AND l.state <> 'returned'))`;

/** Which rows a file has, and what they say, as SQL. */
export const rowsAreReadBy = [exportedColumns, exportedFrom, more].join();

const exportSql = (filter: ParticipantFilter, most: number) => {
  const values: unknown[] = [];
  const value = (of: unknown) => `$${values.push(of)}`;
  const text = `
    SELECT ${exportedColumns} FROM participant p ${exportedFrom}
    WHERE ${conditionsOf(filter, value).join(' AND ')}
    ORDER BY p.number, p.recorded_at, p.registration_id LIMIT ${value(most + 1)}`;
  return { text, values };
};

export class PostgresExports implements Exports {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  take(filter: ParticipantFilter, most: number, staffId: string) {
    const { text, values } = exportSql(filter, most);
    return this.#postgres.transaction(async (sql) => {
      const rows = await sql.query<ExportedRow>(text, values);
      if (rows.length > most) return undefined;
      const { raceId } = filter;
      await writeStaffAudit(sql, { staffId, action: 'exported', raceId, detail: { rows: rows.length } });
      return rows;
    });
  }
}

/**
 * The index finds the beginnings of words. LIKE says the same of a row that no index found, for a tenth of what it costs to make its
 * words again. A folded word has none of the characters that mean something to either.
 */
export const wordsSql = (words: readonly string[], value: (of: unknown) => string): readonly string[] => [
  `array_to_tsvector(string_to_array(btrim(p.search), ' ')) @@ ${value(beginningsOf(words))}::tsquery`,
  ...words.map((word) => `p.search LIKE ${value(`% ${word}%`)}`),
];

const unreached = `EXISTS (SELECT FROM mail m WHERE m.registration_id = p.registration_id
  AND (${couldNotBeSent('m')} OR m.event IN ('bounce', 'complaint', 'reject', 'rendering-failure')))`;

const bibUntold = `EXISTS (SELECT FROM bib b WHERE b.registration_id = p.registration_id AND ${isUntold('b')})`;
