import * as v from 'valibot';
import { eventId, isDay, isInstant, newRaceId, prose, typedText } from '../api/fields';
import { currencyOf, maxCharge } from '../domain/money/currencies';
import type { CreateEventCommand, CreateRaceCommand } from './race-wish';

/** A group of eight must be able to pay its price eight times. */
const maxPrice = Math.floor(maxCharge / 8);
const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** A day that exists: `2027-02-30` does not. PostgreSQL has no year 0. */
const day = v.pipe(
  v.string(),
  v.isoDate('date'),
  v.check((text) => text >= '1900' && isDay(text), 'impossible-day'),
);

const instant = v.pipe(
  v.string(),
  v.isoTimestamp('zoned-instant'),
  v.check(isInstant, 'impossible-instant'),
  v.transform((text) => new Date(text)),
);

const eventFields = v.strictObject({
  id: v.optional(eventId),
  name: typedText(80),
  /** Of an event that is run, and of no other. */
  distance: v.optional(whole(1, 1_000_000)),
  kind: v.optional(v.picklist(['run', 'gift', 'ticket']), 'run'),
  capacity: whole(0, 100_000),
  prices: v.pipe(
    v.array(v.strictObject({ label: typedText(60), from: instant, amount: whole(0, maxPrice) })),
    v.minLength(1, 'no-price'),
    v.maxLength(20),
    v.check((prices) => new Set(prices.map(({ from }) => from.getTime())).size === prices.length, 'different-instants'),
    v.transform((prices) => prices.toSorted((a, b) => a.from.getTime() - b.from.getTime())),
  ),
});

const anyEvent = v.pipe(
  eventFields,
  v.forward(
    v.check(({ kind, distance }) => (kind === 'run') === (distance !== undefined), 'distance-of-run'),
    ['distance'],
  ),
  v.transform(({ kind, distance = 0, ...event }) => ({ ...event, distance, ...(kind !== 'run' && { kind }) })),
);

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
      'free-per-address',
    ),
    ['mostPerAddress'],
  ),
);

const pictureName = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(?:webp|png|jpg)$/, 'file'));
const documentName = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.pdf$/, 'file'));
/** As large as an upload may be: lambdas/uploads/file-types.ts. */
const pixels = whole(1, 1600);
const picture = v.strictObject({
  file: pictureName,
  width: pixels,
  height: pixels,
  alt: v.optional(typedText(200)),
});

/** A page of somebody else, which runners are led to. */
const isSafeAddress = (text: string): boolean => {
  // On a page, `https:one` leads to a page of the same site.
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

const sponsor = v.strictObject({
  file: pictureName,
  width: pixels,
  height: pixels,
  /** The name of the sponsor. */
  alt: typedText(80),
  url: v.optional(v.pipe(v.string(), v.maxLength(500, 'too-long'), v.check(isSafeAddress, 'https-address'))),
});

const media = v.pipe(
  v.strictObject({
    picture: v.optional(picture),
    logo: v.optional(picture),
    files: v.optional(
      v.pipe(
        v.array(v.strictObject({ file: documentName, title: typedText(80), bytes: whole(1, 10_000_000) })),
        v.maxLength(10),
        v.check((files) => distinct(files.map(({ title }) => title)), 'different-names'),
        v.check((files) => distinct(files.map(({ file }) => file)), 'different-ids'),
      ),
    ),
    sponsors: v.optional(
      v.pipe(
        v.array(sponsor),
        v.maxLength(30),
        v.check((sponsors) => distinct(sponsors.map(({ alt }) => alt)), 'different-names'),
      ),
    ),
  }),
  // Without any file it is as if it were not there.
  v.transform(({ picture, logo, files = [], sponsors = [] }) =>
    picture || logo || files.length > 0 || sponsors.length > 0
      ? {
          ...(picture && { picture }),
          ...(logo && { logo }),
          ...(files.length > 0 && { files }),
          ...(sponsors.length > 0 && { sponsors }),
        }
      : undefined,
  ),
);

export const mostEvents = 20;

export const raceFields = v.pipe(
  v.strictObject({
    id: newRaceId,
    name: typedText(120),
    place: typedText(120),
    date: day,
    timeZone: v.pipe(
      v.string(),
      v.check((zone) => isTimeZone(zone), 'time-zone'),
    ),
    description: prose(20_000),
    notice: v.optional(prose(1000)),
    isUnlisted: v.optional(v.literal(true)),
    media: v.optional(media),
    currency: v.pipe(
      v.string(),
      v.check((code) => currencyOf(code) !== undefined, 'currency'),
    ),
    opensAt: instant,
    closesAt: instant,
    /** Credits of the races with the same name are good in it. */
    series: v.optional(typedText(60)),
    changes: v.optional(
      v.strictObject({
        cancelUntil: v.optional(instant),
        refundPercent: v.optional(whole(0, 100), 0),
        transferUntil: v.optional(instant),
        transferFee: v.optional(whole(0, maxPrice)),
        deferral: v.optional(
          v.pipe(
            v.strictObject({
              until: instant,
              worth: v.picklist(['entry', 'paid']),
              fee: v.optional(whole(0, maxPrice), 0),
              creditUntil: instant,
            }),
            // Whoever defers at the last moment gets a credit that is still good.
            v.forward(
              v.check(({ until, creditUntil }) => until < creditUntil, 'too-early'),
              ['creditUntil'],
            ),
          ),
        ),
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
    /** Without it, the race has a line when not everybody fits. */
    lineMode: v.optional(
      v.pipe(
        v.picklist(['auto', 'always', 'never']),
        v.transform((mode) => (mode === 'auto' ? undefined : mode)),
      ),
    ),
    waiver: v.strictObject({ version: typedText(40), text: prose(50_000) }),
    events: v.pipe(
      v.array(anyEvent),
      v.minLength(1, 'no-event'),
      v.maxLength(mostEvents),
      v.check((events) => events.some(({ kind }) => kind === undefined), 'no-event'),
      v.check((events) => total(events) <= 200_000, 'too-many-spots'),
      v.check((events) => distinct(events.map(({ name }) => name)), 'different-names'),
      v.check((events) => distinct(events.flatMap(({ id }) => id ?? [])), 'different-ids'),
    ),
  }),
  v.forward(
    v.partialCheck([['opensAt'], ['closesAt']], ({ opensAt, closesAt }) => opensAt < closesAt, 'wrong-order'),
    ['closesAt'],
  ),
  v.forward(
    v.check(({ series, changes }) => changes.deferral === undefined || series !== undefined, 'no-series'),
    ['series'],
  ),
  v.forward(
    v.check(
      ({ opensAt, events }) => events.every(({ prices }) => prices.some(({ from }) => from <= opensAt)),
      'no-price-at-opening',
    ),
    ['events'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const race = dataset.value;
    const least = currencyOf(race.currency)?.minCharge ?? 0;
    const { changes } = race;
    if (changes.transferFee !== undefined && changes.transferFee > 0 && changes.transferFee < least)
      addIssue({
        message: 'price-too-small',
        expected: String(least),
        path: [
          { type: 'object', origin: 'value', input: race, key: 'changes', value: changes },
          { type: 'object', origin: 'value', input: changes, key: 'transferFee', value: changes.transferFee },
        ],
      });
    for (const [index, event] of race.events.entries()) {
      if (event.prices.every(({ amount }) => amount === 0 || amount >= least)) continue;
      addIssue({
        message: 'price-too-small',
        expected: String(least),
        path: [
          { type: 'object', origin: 'value', input: race, key: 'events', value: race.events },
          { type: 'array', origin: 'value', input: race.events, key: index, value: event },
          { type: 'object', origin: 'value', input: event, key: 'prices', value: event.prices },
        ],
      });
    }
  }),
);

/** `{ "createRace": { … } }` */
export const createRaceMessage = v.strictObject({ createRace: raceFields });

export type CreateRaceMessage = v.InferInput<typeof createRaceMessage>;

/** The message as the domain's command. */
export const createRaceCommandOf = ({ createRace }: v.InferOutput<typeof createRaceMessage>): CreateRaceCommand =>
  createRace;

const total = (events: readonly CreateEventCommand[]) => events.reduce((sum, { capacity }) => sum + capacity, 0);
const distinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

/**
 * Node knows names besides those of IANA, such as `BST` for Bangladesh or `SystemV/AST4`: other browsers cannot show their times, and the
 * database cannot count with them. Offsets such as `+01:00` have no daylight saving time.
 */
const ianaZone = /^(?:UTC|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/.+)$/;

const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return ianaZone.test(zone);
  } catch {
    return false;
  }
};
