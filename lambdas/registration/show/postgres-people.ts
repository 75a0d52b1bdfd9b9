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

/** Takes the id of a limit group instead of an event's, and looks in all events of the group. */
export class PostgresPeopleOfGroups implements People {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async isRegistered(limitGroup: string, person: string) {
    return (await this.#sql.query(findInGroup, [limitGroup, person])).length > 0;
  }
}

const findInGroup =
  'SELECT id FROM registration WHERE limit_group = $1 AND person_key(person) = person_key($2) AND live';

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
