import type { Stopped } from '../domain/event-sale';
import type { ShortKind } from '../domain/hold';
import type { DeferralTerms } from '../domain/money/credit';

export interface RaceSummary {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  /** `yyyy-mm-dd`, in the race's own time zone. */
  readonly date: string;
  /** IANA, e.g. `Europe/Berlin`. */
  readonly timeZone: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** It is in no public list, and people need its address to find it. Absent for every other race. */
  readonly isUnlisted?: true | undefined;
}

/** A race in the list of all. */
export interface ListedRace extends RaceSummary {
  /** What a director decided for all its events that are run. Absent while one of them is on sale. */
  readonly sale?: Stopped | undefined;
}

export interface Race extends RaceSummary {
  readonly description: string;
  /** ISO 4217 */
  readonly currency: string;
  readonly waiver: Waiver;
  readonly events: readonly RaceEvent[];
  readonly changes: RaceChanges;
  readonly sale: RaceSale;
  /** Grows with each change that is published. Absent where the version before put the race into the cache. */
  readonly revision?: number | undefined;
  /** What runners are told above everything else. */
  readonly notice?: string | undefined;
  /** Pictures and documents that directors uploaded. Absent where there are none. */
  readonly media?: RaceMedia | undefined;
  /** The name that it has in common with the races whose credits are good here. */
  readonly series?: string | undefined;
  /** The revision of its form. Absent in a plain race, which asks for what every race asks for. */
  readonly form?: number | undefined;
  /** There are codes that lower a price or open an event. */
  readonly hasCodes?: true | undefined;
  /** Whether it has a line. Absent where it has one only when not everybody fits. */
  readonly lineMode?: Exclude<LineMode, 'auto'> | undefined;
  /** The id of the line in which turns were drawn last. */
  readonly draw?: string | undefined;
  /** Runners wear bibs that are given to them, and not the numbers of their spots. */
  readonly givesBibs?: true | undefined;
  /** People wait in a line for their turn to ask for a spot, or do so from the opening on. */
  readonly hasLine?: true | undefined;
  /** For good: a job gives everybody what a director decided, so runners change nothing by themselves any more. */
  readonly isCancelled?: true | undefined;
}

/** What a race says of its line. `auto`: it has one when not everybody fits. */
export type LineMode = 'auto' | 'always' | 'never';
/** Files of a race. `file`: its name below the site's `/media/`. */
export interface RaceMedia {
  readonly picture?: RacePicture | undefined;
  readonly logo?: RacePicture | undefined;
  /** What runners download: the course, the guide. `bytes`: how large it is. */
  readonly files?: readonly { readonly file: string; readonly title: string; readonly bytes: number }[] | undefined;
  /** Their logos, in the order in which they are shown. `alt`: whose it is. `url`: where it leads to. */
  readonly sponsors?:
    | readonly (RacePicture & { readonly alt: string; readonly url?: string | undefined })[]
    | undefined;
}

/** `alt`: what it shows, for who does not see it. Absent: it only decorates. */
interface RacePicture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly alt?: string | undefined;
}

/** How a race sells its spots. */
export interface RaceSale {
  /** How long a hold lasts, in seconds: 180 to 1,200. */
  readonly holdSeconds: number;
  /** How long an offer of the waiting list stays open, in seconds: 900 to 604,800. */
  readonly offerSeconds: number;
  /** Where the race departs from the default limits (lambdas/spots/limits/limits.ts). */
  readonly limits?: RaceLimits | undefined;
}

/** Limits on spots that are held and not paid for. A missing field has its default. */
export interface RaceLimits {
  /** Spots that one session holds at most. */
  readonly perSession?: number | undefined;
  /** Spots of an event that one network address holds without a proof of work. */
  readonly freePerAddress?: number | undefined;
  /** Spots of an event that one network address holds at most. */
  readonly mostPerAddress?: number | undefined;
  /** Hashes, on average, that the first spot above the free ones costs. */
  readonly hashes?: number | undefined;
}

/** For a race that sets nothing else: holds of ten minutes, offers of a day. */
export const defaultSale: RaceSale = { holdSeconds: 600, offerSeconds: 86_400 };

/** What registered runners may do by themselves. Without an instant they may not. */
export interface RaceChanges {
  /** Until when runners may give their spot back. The instant itself is too late. */
  readonly cancelUntil?: Date | undefined;
  /** How much of the price is refunded then, in percent. */
  readonly refundPercent: number;
  /** Until when runners may pass their spot on. The instant itself is too late. */
  readonly transferUntil?: Date | undefined;
  /** What the person pays to whom a spot is passed on, in the currency's smallest unit. Nothing when absent. */
  readonly transferFee?: number | undefined;
  /** How runners may give their spot up for an entry in a later race. */
  readonly deferral?: Omit<DeferralTerms, 'series'> | undefined;
}

/** What every runner must accept. `hash` is the SHA-256 of the text: it says which text was accepted. */
export interface Waiver {
  readonly version: string;
  readonly text: string;
  readonly hash: string;
}

/** One distance of a race, with its own spots, or something else that people pay for. */
export interface RaceEvent {
  readonly id: string;
  readonly name: string;
  /** Absent in an event that is run. */
  readonly kind?: ShortKind | undefined;
  /** In metres; 0 where nobody runs. */
  readonly distance: number;
  readonly capacity: number;
  /** The earliest first. */
  readonly prices: readonly PricePeriod[];
  /** It is in no public answer: only an access code opens it. Absent for every other event. */
  readonly isHidden?: true | undefined;
}

/** A price is in force from `from` until the next period's `from`. */
export interface PricePeriod {
  readonly label: string;
  readonly from: Date;
  /** In the currency's smallest unit. */
  readonly amount: number;
}

/** Where a race is in its registration, by the caller's clock. */
export type RegistrationPhase = 'early' | 'open' | 'late';

/** The opening instant is inside the window; the closing instant is outside. */
export const phaseAt = (
  { opensAt, closesAt }: Pick<RaceSummary, 'opensAt' | 'closesAt'>,
  now: Date,
): RegistrationPhase => {
  if (now < opensAt) return 'early';
  return now < closesAt ? 'open' : 'late';
};

/** The price in force; undefined before the first period. The instant at which a period begins is inside it. */
export const priceAt = ({ prices }: Pick<RaceEvent, 'prices'>, now: Date): PricePeriod | undefined =>
  prices.findLast(({ from }) => from <= now);

/** The race as everybody may see it. */
export const withoutHidden = (race: Race): Race =>
  race.events.some(({ isHidden }) => isHidden)
    ? { ...race, events: race.events.filter(({ isHidden }) => !isHidden) }
    : race;

/** Coming races, the next first; then past ones, the latest first. `today` is `yyyy-mm-dd`. */
export const inOrder = <R extends RaceSummary>(races: readonly R[], today: string): readonly R[] => {
  const byDate = [...races].sort((a, b) => compare(a.date, b.date) || compare(a.name, b.name) || compare(a.id, b.id));
  return [...byDate.filter(({ date }) => date >= today), ...byDate.filter(({ date }) => date < today).reverse()];
};

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** A value after a round trip through JSON: an instant comes back as text. */
export type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> }
      : T;

/** Turns the instants of a cached race back into `Date`; an instant that is a `Date` already stays the same. */
export const revivedSummary = <S extends Stored<RaceSummary> | RaceSummary>(stored: S) => ({
  ...stored,
  opensAt: new Date(stored.opensAt),
  closesAt: new Date(stored.closesAt),
});

export const revivedRace = (stored: Stored<Race> | Race): Race => ({
  ...revivedSummary(stored),
  events: stored.events.map((event) => ({
    ...event,
    prices: event.prices.map((price) => ({ ...price, from: new Date(price.from) })),
  })),
  changes: {
    refundPercent: stored.changes.refundPercent,
    ...(stored.changes.cancelUntil && { cancelUntil: new Date(stored.changes.cancelUntil) }),
    ...(stored.changes.transferUntil && { transferUntil: new Date(stored.changes.transferUntil) }),
    ...(stored.changes.transferFee && { transferFee: stored.changes.transferFee }),
    ...(stored.changes.deferral && {
      deferral: {
        ...stored.changes.deferral,
        until: new Date(stored.changes.deferral.until),
        creditUntil: new Date(stored.changes.deferral.creditUntil),
      },
    }),
  },
  // A race that the previous version put into the cache has no `sale`.
  sale: stored.sale ?? defaultSale,
});

export interface Races {
  list(): Promise<readonly ListedRace[]>;
  find(raceId: string): Promise<Race | undefined>;
}

/** Where races are made. */
export interface RaceRegister {
  /** Makes the race with all its spots, or answers the race that has its id, or says which event's id is taken. */
  create(
    race: Race,
  ): Promise<{ kind: 'created' } | { kind: 'exists'; race: Race } | { kind: 'event-taken'; eventId: string }>;
}

/** Announces changes to the caches of races. */
export interface RaceNews {
  /** Tells the caches. `isGone`: the race is a draft again, so nobody finds it any more. */
  changed(raceId: string, isGone?: boolean): Promise<void>;
}
