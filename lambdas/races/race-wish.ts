import type { Race, RaceEvent, RaceSale, Waiver } from './race';

/** A race somebody wants to make: ids and hash are ours to add where they are not given. */
export interface RaceWish extends Omit<Race, 'waiver' | 'events' | 'sale'> {
  readonly sale?: Partial<RaceSale> | undefined;
  readonly waiver: Omit<Waiver, 'hash'>;
  readonly events: readonly EventWish[];
}

export type EventWish = Omit<RaceEvent, 'id'> & { readonly id?: string | undefined };

/** Where a race is not what is wished, with dots: `events.0.capacity`. What the wish leaves open is no difference. */
export const differences = (wish: RaceWish, race: Race): readonly string[] => compare('', wish, race);

const compare = (at: string, wish: unknown, is: unknown): readonly string[] => {
  if (wish === undefined) return [];
  if (wish instanceof Date && is instanceof Date) return wish.getTime() === is.getTime() ? [] : [at];
  if (Array.isArray(wish) && Array.isArray(is) && wish.length !== is.length) return [at];
  if (!isObject(wish) || !isObject(is)) return wish === is ? [] : [at];
  return Object.entries(wish).flatMap(([key, value]) => compare(at ? `${at}.${key}` : key, value, is[key]));
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
