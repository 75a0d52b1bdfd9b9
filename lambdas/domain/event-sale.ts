/**
 * What a director decided about the sale of an event. While it is `on`, the times of the race decide. An event is `cancelled` with
 * its race, for good.
 */
export type EventSale = 'on' | 'paused' | 'closed' | 'cancelled';

/** Where an event is in its sale, by the database's clock. */
export type SalePhase = 'early' | 'open' | 'paused' | 'closed';

/** What a director decided where something is not on sale. */
export type Stopped = Exclude<EventSale, 'on'>;

/** What everybody is told about the sale of an event, or of a race. */
export type SaleState = SalePhase | 'cancelled';

interface SaleFacts {
  readonly opensAt: Date | string;
  readonly closesAt: Date | string;
  /** Absent while it is on sale. */
  readonly sale?: Stopped | undefined;
}

/**
 * The state of a sale at `now`, in milliseconds since the epoch. Lists, pages and the console all say this one. The opening
 * instant is inside the sale; the closing instant is outside.
 */
export const saleState = ({ opensAt, closesAt, sale }: SaleFacts, now: number): SaleState => {
  if (sale && sale !== 'paused') return sale;
  if (now >= new Date(closesAt).getTime()) return 'closed';
  return now < new Date(opensAt).getTime() ? 'early' : (sale ?? 'open');
};

/** Of a race, by its events that are run: it is stopped when all of them are. */
export const saleOfRace = (events: readonly (EventSale | undefined)[]): Stopped | undefined => {
  const isAny = (sale: EventSale) => events.some((one = 'on') => one === sale);
  return isAny('on') ? undefined : (['paused', 'closed', 'cancelled'] as const).find(isAny);
};

/** `over`: the day of the race has passed, where it is. */
export type RaceState = SaleState | 'over';

/** The state of a race for who organises it. `date`: its day, as `yyyy-mm-dd`. */
export const raceState = (
  race: SaleFacts & { readonly date: string; readonly timeZone: string },
  now: number,
): RaceState => {
  // In Swedish, days are written as in ISO 8601.
  const today = new Date(now).toLocaleDateString('sv', { timeZone: race.timeZone });
  return race.sale !== 'cancelled' && race.date < today ? 'over' : saleState(race, now);
};
