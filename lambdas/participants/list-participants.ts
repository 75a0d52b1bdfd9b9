import { isUuid } from '../domain/uuid';
import type { CaughtUp, ParticipantFilter, ParticipantPage, Participants, Position, Projection, Sort } from './ports';

export interface ListQuery {
  readonly filter: ParticipantFilter;
  readonly sort: Sort;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface Listed extends Omit<ParticipantPage, 'next'>, CaughtUp {
  /** Send it as `after` to get the next page. */
  readonly next?: string | undefined;
}

interface Needs {
  readonly projection: Pick<Projection, 'catchUp'>;
  readonly participants: Participants;
  readonly hash: (text: string) => string;
}

/** Participants of a race, page by page. Undefined: there is no such race. */
export type ListParticipants = (query: ListQuery) => Promise<Listed | undefined>;

export const listParticipants =
  ({ projection, participants, hash }: Needs): ListParticipants =>
  async ({ filter, sort, after }) => {
    const caughtUp = await projection.catchUp(filter.raceId);
    if (!caughtUp) return undefined;
    const of = hash(JSON.stringify([filter, sort])).slice(0, 8);
    const { next, ...page } = await participants.page(filter, sort, readPosition(after, of, sort));
    return { ...page, ...caughtUp, ...(next && { next: writePosition(next, of) }) };
  };

const writePosition = ({ key, registrationId }: Position, of: string): string =>
  Buffer.from(JSON.stringify([of, key, registrationId])).toString('base64url');

/**
 * Undefined when the position is of another filter, or cannot be read: then the list begins again. A position is not signed, because
 * an invented one shows nothing that the list does not show.
 */
const readPosition = (text = '', of: string, sort: Sort): Position | undefined => {
  try {
    const [filter, key, registrationId] = JSON.parse(Buffer.from(text, 'base64url').toString()) as readonly unknown[];
    if (filter !== of || typeof key !== 'string' || typeof registrationId !== 'string') return undefined;
    if (!keyShapes[sort].test(key) || !isUuid(registrationId)) return undefined;
    return sort === 'newest' && !isDay(key.slice(0, 10)) ? undefined : { key, registrationId };
  } catch {
    return undefined;
  }
};

/** The texts that the database can read as a value of the column. */
const keyShapes: Readonly<Record<Sort, RegExp>> = {
  newest: /^[1-9]\d{3}-\d\d-\d\d ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/,
  name: /^[^\0\p{Surrogate}]{0,200}$/u,
  number: /^\d{1,9}$/,
};

/** Whether the calendar has this day. `Date` takes 30 February for 2 March. */
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};
