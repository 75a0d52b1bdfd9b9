import * as v from 'valibot';
import { eventId, isDay, raceId, typedText } from '../api/fields';
import type { CreateEventCommand, CreateRaceCommand } from './race-wish';

const maxInt32 = 2_147_483_647;
const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** A day that exists: `2027-02-30` does not. */
const day = v.pipe(
  v.string(),
  v.isoDate('must be a date such as 2027-05-17'),
  v.check(isDay, 'must be a day that exists'),
);

const instant = v.pipe(
  v.string(),
  v.isoTimestamp('must be an instant with its zone, such as 2027-03-01T10:00:00Z'),
  v.check((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'must be an instant that exists'),
  v.transform((text) => new Date(text)),
);

/** Text of several lines. */
const prose = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()),
    v.minLength(1, 'must not be empty'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.regex(/^(?:[\n\t]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, 'must not contain control characters'),
  );

const eventFields = v.strictObject({
  id: v.optional(eventId),
  name: typedText(80),
  distance: whole(1, 1_000_000),
  capacity: whole(0, 100_000),
  prices: v.pipe(
    v.array(v.strictObject({ label: typedText(60), from: instant, amount: whole(0, maxInt32) })),
    v.minLength(1, 'must have at least one price'),
    v.maxLength(20),
    v.check(
      (prices) => new Set(prices.map(({ from }) => from.getTime())).size === prices.length,
      'must begin at different instants',
    ),
    v.transform((prices) => prices.toSorted((a, b) => a.from.getTime() - b.from.getTime())),
  ),
});

const limits = v.pipe(
  v.strictObject({
    perSession: v.optional(whole(3, 1000)),
    freePerAddress: v.optional(whole(0, 100_000)),
    mostPerAddress: v.optional(whole(1, 100_000)),
    hashes: v.optional(whole(1, 1_000_000_000)),
  }),
  v.forward(
    v.check(
      ({ freePerAddress = 0, mostPerAddress = freePerAddress }) => freePerAddress <= mostPerAddress,
      'must not be less than freePerAddress',
    ),
    ['mostPerAddress'],
  ),
);

const raceFields = v.pipe(
  v.strictObject({
    id: raceId,
    name: typedText(120),
    place: typedText(120),
    date: day,
    timeZone: v.pipe(
      v.string(),
      v.check((zone) => isTimeZone(zone), 'must be a time zone such as Europe/Berlin'),
    ),
    description: prose(20_000),
    currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')),
    opensAt: instant,
    closesAt: instant,
    changes: v.optional(
      v.strictObject({
        cancelUntil: v.optional(instant),
        refundPercent: v.optional(whole(0, 100), 0),
        transferUntil: v.optional(instant),
      }),
      {},
    ),
    sale: v.optional(
      v.strictObject({
        holdSeconds: v.optional(whole(180, 1200)),
        offerSeconds: v.optional(whole(900, 604_800)),
        limits: v.optional(limits),
      }),
    ),
    waiver: v.strictObject({ version: typedText(40), text: prose(50_000) }),
    events: v.pipe(
      v.array(eventFields),
      v.minLength(1, 'must have at least one event'),
      v.maxLength(20),
      v.check((events) => total(events) <= 200_000, 'must not have more than 200000 spots together'),
      v.check((events) => distinct(events.map(({ name }) => name)), 'must have different names'),
      v.check((events) => distinct(events.flatMap(({ id }) => id ?? [])), 'must have different ids'),
    ),
  }),
  v.forward(
    v.partialCheck([['opensAt'], ['closesAt']], ({ opensAt, closesAt }) => opensAt < closesAt, 'must be after opensAt'),
    ['closesAt'],
  ),
  v.forward(
    v.check(
      ({ opensAt, events }) => events.every(({ prices }) => prices.some(({ from }) => from <= opensAt)),
      'must each have a price from opensAt on, or earlier',
    ),
    ['events'],
  ),
);

/** `{ "createRace": { … } }` */
export const createRaceMessage = v.strictObject({ createRace: raceFields });

export type CreateRaceMessage = v.InferInput<typeof createRaceMessage>;

/** The message as the domain's command. */
export const createRaceCommandOf = ({ createRace }: v.InferOutput<typeof createRaceMessage>): CreateRaceCommand =>
  createRace;

const total = (events: readonly CreateEventCommand[]) => events.reduce((sum, { capacity }) => sum + capacity, 0);
const distinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    // Offsets such as +01:00 pass too, but have no daylight saving time.
    return /^[A-Z]/.test(zone);
  } catch {
    return false;
  }
};
