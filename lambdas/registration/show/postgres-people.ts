import type { Cache } from '../../platform/cache/cache';
import { groupCalls } from '../../platform/group-calls';
import type { Sql } from '../../platform/postgres/postgres';
import type { OwnerLookup, People } from '../ports';
import { keyOfPerson } from './memcached-outcomes';

export class PostgresPeople implements People {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async isRegistered(eventId: string, person: string) {
    return (await this.#sql.query(findLive, [eventId, person])).length > 0;
  }
}

const findLive = 'SELECT id FROM registration WHERE event_id = $1 AND person_key(person) = person_key($2) AND live';

/** The people of one entry. */
interface PeopleAsked {
  readonly eventId: string;
  readonly people: readonly string[];
  readonly limitGroup: string | undefined;
}

/** Looks for all people of an entry with one statement, and of entries that come at once. */
export class PostgresPeopleOfEntry {
  readonly #find: (asked: PeopleAsked) => Promise<readonly boolean[]>;

  constructor(sql: Sql) {
    // One after the other: a person is found in some microseconds, and a statement costs fifty times as much.
    this.#find = groupCalls((all: readonly PeopleAsked[]) => findAll(sql, all), { atOnce: 1, most: 50 });
  }

  /** Which of the people are registered for the event, or for another one of the limit group, in their order. */
  areRegistered(eventId: string, people: readonly string[], limitGroup?: string): Promise<readonly boolean[]> {
    return this.#find({ eventId, people, limitGroup });
  }
}

const findAll = async (sql: Sql, all: readonly PeopleAsked[]): Promise<readonly (readonly boolean[])[]> => {
  const each = all.flatMap(({ people, ...of }) => people.map((person) => ({ person, ...of })));
  const columns = [each.map(({ person }) => person), each.map(({ eventId }) => eventId)];
  // Planning to look into groups takes as long as looking for somebody.
  const rows = each.some(({ limitGroup }) => limitGroup !== undefined)
    ? await sql.query<{ is: boolean }>(findAllInGroups, [...columns, each.map(({ limitGroup }) => limitGroup ?? null)])
    : await sql.query<{ is: boolean }>(findAllLive, columns);
  let next = 0;
  return all.map(({ people }) => people.map(() => rows[next++]?.is === true));
};

/** Each person is looked up by themselves: a join would read all that are registered. */
const isLive = 'person_key(person) = person_key(asked.person) AND live';
const isInEvent = `(SELECT count(*) FROM registration WHERE event_id = asked.event_id AND ${isLive}) > 0`;
const isInGroup = `(SELECT count(*) FROM registration WHERE limit_group = asked.limit_group AND ${isLive}) > 0`;
const findAllLive = `
  SELECT ${isInEvent} AS is
  FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS asked (person, event_id, n) ORDER BY n`;
const findAllInGroups = `
  SELECT ${isInEvent} OR ${isInGroup} AS is
  FROM unnest($1::text[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS asked (person, event_id, limit_group, n) ORDER BY n`;

/** Covers a runner who goes back and forth between the steps of a form. Not kept in the process at all. */
const freshness = { freshSeconds: 5, processSeconds: 0 };

/** Asks the replica only as often as the cache allows, and with no more requests at once. */
export class CachedPeople implements People {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #people: People;

  constructor(cache: Pick<Cache, 'get'>, people: People) {
    this.#cache = cache;
    this.#people = people;
  }

  isRegistered(eventId: string, person: string) {
    const load = () => this.#people.isRegistered(eventId, person);
    return this.#cache.get(`person:${keyOfPerson(eventId, person)}`, load, freshness);
  }
}

export class PostgresOwners implements OwnerLookup {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationIds: readonly string[]) {
    const rows = await this.#sql.query<{ session_hash: string | null }>(findOwners, [registrationIds]);
    return rows.map(({ session_hash }) => ({ sessionHash: session_hash ?? undefined }));
  }
}

const findOwners = 'SELECT session_hash FROM registration WHERE id = ANY ($1::uuid[])';
