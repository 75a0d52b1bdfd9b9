/** What a message says, by its kind. Times are in milliseconds. A correction has the kind of what it corrects, too. */
export type Body = Readonly<Record<string, unknown>>;

/** A message as its publisher sends it. */
export interface NewMessage {
  /** Made by the publisher, once. */
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
  /** Of a correction or a withdrawal: the number of what it is about. */
  readonly of?: number | undefined;
}

/** A message as everybody reads it. */
export interface FeedMessage {
  readonly number: number;
  /** ISO 8601, by the database's clock. */
  readonly at: string;
  readonly kind: string;
  /** Null: it was taken out. */
  readonly body: Body | null;
  readonly of?: number;
}

/** What is there under the number that a correction or a withdrawal names. */
export interface Referred {
  readonly number: number;
  readonly kind: string;
  readonly isWithdrawn: boolean;
}

/** `no-such-message`: there is none yet. `other-kind`: the correction would make something else of it. */
export type ReferenceFault = 'no-such-message' | 'not-correctable' | 'withdrawn' | 'other-kind';

const correctable = new Set(['comment', 'split', 'positions', 'notice']);

/** What stands in the way of a correction or a withdrawal. A correction is of what was said first, not of a correction. */
export const referenceFault = (
  message: Pick<NewMessage, 'kind' | 'body'>,
  referred: Referred | undefined,
): ReferenceFault | undefined => {
  if (!referred) return 'no-such-message';
  if (!correctable.has(referred.kind)) return 'not-correctable';
  if (referred.isWithdrawn) return 'withdrawn';
  return message.kind === 'correction' && message.body.kind !== referred.kind ? 'other-kind' : undefined;
};

/** The numbers that a newcomer reads besides the end of the feed, by what they tell. */
export type Latest = Readonly<Record<string, number>>;

/** So many lists of leaders may a feed have. Each of them is in every head. */
export const mostLists = 20;

/** What a message tells that holds until something newer is told. */
export const topicOf = (kind: string, body: Body): string | undefined => {
  if (kind === 'positions') return `positions:${String(body.list)}`;
  return kind === 'notice' && body.level === 'important' ? 'notice' : undefined;
};

/** The latest numbers after one more message that is no correction and no withdrawal. */
export const withLatest = (
  latest: Latest,
  number: number,
  { kind, body }: Pick<NewMessage, 'kind' | 'body'>,
): Latest => {
  const topic = topicOf(kind, body);
  return topic === undefined ? latest : { ...latest, [topic]: number };
};
