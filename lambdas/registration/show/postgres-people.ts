import type { Cache } from '../../platform/cache/cache';
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

/** Looks for all people of an entry with one statement. */
export class PostgresPeopleOfEntry {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Which of the people are registered for the event, or for another one of the limit group, in their order. */
  async areRegistered(eventId: string, people: readonly string[], limitGroup?: string): Promise<readonly boolean[]> {
    const rows =
      limitGroup === undefined
        ? await this.#sql.query<{ is: boolean }>(findAllLive, [people, eventId])
        : await this.#sql.query<{ is: boolean }>(findAllInGroup, [people, eventId, limitGroup]);
    return rows.map(({ is }) => is);
  }
}

/** Each person is looked up by themselves: a join would read all that are registered. */
const ofEachPerson = (isFound: string) =>
  `SELECT ${isFound} AS is FROM unnest($1::text[]) WITH ORDINALITY AS asked (person, n) ORDER BY n`;
const isLive = 'person_key(person) = person_key(asked.person) AND live';
const isInEvent = `(SELECT count(*) FROM registration WHERE event_id = $2 AND ${isLive}) > 0`;
const isInGroup = `(SELECT count(*) FROM registration WHERE limit_group = $3 AND ${isLive}) > 0`;
const findAllLive = ofEachPerson(isInEvent);
const findAllInGroup = ofEachPerson(`${isInEvent} OR ${isInGroup}`);

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
