import type { WaitingFilter, WaitingPage, WaitingPeople, WaitingPosition } from './ports';

export interface ListedWaiting extends Omit<WaitingPage, 'next'> {
  /** Send it as `after` to get the next page. */
  readonly next?: string | undefined;
  /** False: some names are not copied yet, so a search may not find them. */
  readonly isComplete: boolean;
}

export type ListWaiting = (filter: WaitingFilter, after: string | undefined) => Promise<ListedWaiting>;

/** Who waits for a spot in a race, page by page. */
export const listWaiting =
  ({ waiting, hash }: { readonly waiting: WaitingPeople; readonly hash: (text: string) => string }): ListWaiting =>
  async (filter, after) => {
    const isComplete = filter.search.kind !== 'words' || (await waiting.catchUp(filter.raceId));
    const of = hash(JSON.stringify(filter)).slice(0, 8);
    const { next, ...page } = await waiting.page(filter, readPosition(after, of));
    return { ...page, isComplete, ...(next && { next: writePosition(next, of) }) };
  };

const writePosition = (position: WaitingPosition, of: string): string =>
  Buffer.from(JSON.stringify([of, ...position])).toString('base64url');

/** Undefined when it is of another filter, or cannot be read: then the list begins again. An invented one shows nothing more than the list. */
const readPosition = (text = '', of: string): WaitingPosition | undefined => {
  try {
    const [filter, event, rank, position] = JSON.parse(Buffer.from(text, 'base64url').toString()) as readonly unknown[];
    const isSmall = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 30_000;
    if (filter !== of || !isSmall(event) || !isSmall(rank) || typeof position !== 'string') return undefined;
    return /^\d{1,18}$/.test(position) ? [event, rank, position] : undefined;
  } catch {
    return undefined;
  }
};
