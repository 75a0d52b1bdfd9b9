import type { CaughtUp, ParticipantFilter, ParticipantPage, Participants, Position, Projection, Sort } from './ports';

export interface ListQuery {
  readonly filter: ParticipantFilter;
  readonly sort: Sort;
  /** As the page before told it. */
  readonly after?: string | undefined;
}

export interface Listed extends Omit<ParticipantPage, 'next'>, CaughtUp {
  /** Name it as `after` to get those who follow. */
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

/** Of another filter, or of nobody: the list begins again. A position that somebody makes up shows nothing that they may not see. */
const readPosition = (text = '', of: string, sort: Sort): Position | undefined => {
  try {
    const [filter, key, registrationId] = JSON.parse(Buffer.from(text, 'base64url').toString()) as readonly unknown[];
    if (filter !== of || typeof key !== 'string' || typeof registrationId !== 'string') return undefined;
    return keyShapes[sort].test(key) && uuid.test(registrationId) ? { key, registrationId } : undefined;
  } catch {
    return undefined;
  }
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What the database can read as the value of the column. */
const keyShapes: Readonly<Record<Sort, RegExp>> = {
  newest: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
  name: /^[^\0\p{Surrogate}]{0,200}$/u,
  number: /^\d{1,9}$/,
};
