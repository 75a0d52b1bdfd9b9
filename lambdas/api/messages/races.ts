import * as v from 'valibot';
import { eventId, instant, money, raceId } from '../fields';

/** A price holds from `from` until the next period's `from`. */
const pricePeriod = v.strictObject({ label: v.string(), from: instant, amount: money });

export const event = v.strictObject({
  id: eventId,
  name: v.string(),
  /**
   * In a `gift` event people donate, in a `ticket` event they come along: nobody runs. What such an event asks for is what
   * of the form names it. Absent in an event that is run.
   */
  kind: v.optional(v.picklist(['gift', 'ticket'])),
  /** In metres; 0 where nobody runs. */
  distance: v.pipe(v.number(), v.integer(), v.minValue(0)),
  capacity: v.pipe(v.number(), v.integer(), v.minValue(0)),
  prices: v.array(pricePeriod),
});

export const waiver = v.strictObject({ version: v.string(), text: v.string(), hash: v.string() });

/** Grows with each change of the race. */
const raceRevision = v.pipe(v.number(), v.integer(), v.minValue(1));

const raceSummary = v.strictObject({
  id: raceId,
  name: v.string(),
  place: v.string(),
  /** The day of the race, in the race's own time zone. */
  date: v.pipe(v.string(), v.isoDate()),
  timeZone: v.string(),
  opensAt: instant,
  closesAt: instant,
});

/**
 * What the organiser decided: `paused`, until they let it go on; `closed`, before its time; `cancelled`, for good. Absent
 * while the times of the race decide.
 */
const sale = v.optional(v.picklist(['paused', 'closed', 'cancelled']));

/** Its name below `/media/`: the SHA-256 of its bytes. */
const file = v.string();
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
/** `url`: where the logo of a sponsor leads to. Other pictures have none. */
const picture = v.strictObject({ file, width: pixels, height: pixels, alt: v.string(), url: v.optional(v.string()) });

export const race = v.strictObject({
  ...raceSummary.entries,
  description: v.string(),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  waiver,
  events: v.array(event),
  /**
   * What a registered runner may change without help. An absent instant means never. `refundPercent` of the amount paid
   * is refunded.
   */
  changes: v.strictObject({
    cancelUntil: v.optional(instant),
    refundPercent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
    transferUntil: v.optional(instant),
    /** What the person pays to whom a spot is passed on. */
    transferFee: v.optional(money),
    /** Until when runners may give their spot up for an entry in a later race. */
    deferUntil: v.optional(instant),
  }),
  /** The revision of the race's form. Absent when the race asks for nothing besides what every race asks for. */
  form: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** What runners are told above everything else. */
  notice: v.optional(v.string()),
  /** Pictures, and documents that runners download. */
  media: v.optional(
    v.strictObject({
      picture: v.optional(picture),
      logo: v.optional(picture),
      files: v.optional(v.array(v.strictObject({ file, title: v.string(), bytes: pixels }))),
      /** Their logos, in order. `alt`: the name of the sponsor. */
      sponsors: v.optional(v.array(picture)),
    }),
  ),
  revision: v.optional(raceRevision),
  /** There are codes for this race: they lower a price, or open an event that is in no list. */
  codes: v.optional(v.literal(true)),
  /** Runners wear bibs that are given to them, often later. The number of a spot is nobody's bib then. */
  bibs: v.optional(v.literal(true)),
  /** The line whose draw can be checked: its files are below `/proof/<line>/`. */
  draw: v.optional(v.string()),
  /** For good. Runners change nothing by themselves any more: everybody gets what the organiser decided. */
  cancelled: v.optional(v.literal(true)),
});

/** `sale`: of all its events that are run. */
const listedRace = v.strictObject({ ...raceSummary.entries, sale });

export const raceList = v.strictObject({ races: v.array(listedRace) });

/**
 * `open`: spots can be held. `paused`: nobody gets a spot until the organiser lets the sale go on. `held`: all are held at
 * this moment, and some will come back. `waiting-list`: spots that come back go to the waiting list. The list can be joined
 * then, and also when the state is `held` or `sold-out`.
 */
export const availability = v.strictObject({
  raceId,
  /** The server's clock, for countdowns. */
  now: instant,
  /** Of the race: a client that has read another one reads the race again. */
  revision: v.optional(raceRevision),
  events: v.array(
    v.strictObject({
      eventId,
      spotsLeft: v.pipe(v.number(), v.integer(), v.minValue(0)),
      state: v.picklist(['early', 'open', 'paused', 'held', 'waiting-list', 'sold-out', 'closed']),
      sale,
    }),
  ),
  /** There is a line: `lobby` before the opening, `on` from then on. Absent where everybody may ask for a spot. */
  line: v.optional(v.picklist(['lobby', 'on'])),
});

export type RaceSummaryMessage = v.InferOutput<typeof raceSummary>;
export type ListedRaceMessage = v.InferOutput<typeof listedRace>;
export type RaceMessage = v.InferOutput<typeof race>;
export type AvailabilityMessage = v.InferOutput<typeof availability>;
