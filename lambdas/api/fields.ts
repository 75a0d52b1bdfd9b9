import * as v from 'valibot';
import { isVisible, unseen } from '../domain/text';

/** An instant as ISO 8601 in UTC, e.g. `2027-03-01T10:00:00.000Z`. */
export const instant = v.pipe(v.string(), v.isoTimestamp());

/** A whole number of the currency's smallest unit (cents). */
export const money = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Made by the client, once for each registration. It is the idempotency key of hold, message, row, charge and mail. */
export const registrationId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'uuid7'),
);

/** How many spots are wanted for a group. */
export const size = v.pipe(
  v.number(),
  v.integer('whole-number'),
  v.minValue(1, 'group-size'),
  v.maxValue(8, 'group-size'),
);

/** The id of a place on the waiting list or of a transfer: made by the client, once, as a registration id is. */
export const placeId = registrationId;
export const transferId = registrationId;

/** For `v.custom`, before `v.record`, which takes a list for an object whose keys are the positions. */
export const isNoList = (input: unknown): boolean => !Array.isArray(input);

export const raceId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'slug'));
/** The id of a race that is to be made. In addresses of the console `all` stands for all races. */
export const newRaceId = v.pipe(v.string(), v.regex(/^(?!all$)[a-z0-9][a-z0-9-]{0,62}$/, 'slug'));
/** The place of a money line in its registration, in an address. */
export const position = v.pipe(v.string(), v.regex(/^(0|[1-9]\d?)$/));
/** The number of a revision, in an address. */
export const revision = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/));
/** The name of a fundraiser in addresses. */
export const fundraiserSlug = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,47}$/, 'slug'));
/** The SHA-256 of a text, as base64url. */
export const textHash = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'text-hash'));
export const eventId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'uuid'),
);
export const teamId = eventId;
export const setId = eventId;
/** The number on a runner's chest, in an address. */
export const bib = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/));
/** How often texts were taken out of a live feed, in an address. */
export const epoch = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,5})$/));
/** Which ten messages of a live feed, in an address. */
export const segment = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/));

/** A signed token of ours. Only the server reads its content. */
export const token = v.pipe(v.string(), v.maxLength(4096));
/** The token of a quote, which says what each member of a group pays for. */
export const quoteToken = v.pipe(v.string(), v.maxLength(32_768));

/** Whether `yyyy-mm-dd` is a day of the calendar: 2027-02-30 is not, though Date.parse turns it into a day in March. */
export const isDay = (text: string): boolean => {
  // It is null where there is no such time, which TypeScript does not know.
  const day = new Date(`${text}T00:00:00Z`).toJSON() as string | null;
  return day?.startsWith(text) === true;
};

const yearOf10000 = Date.UTC(10_000, 0);

/**
 * Whether a text that looks like an instant is one, of the years from 1900 to 9999. PostgreSQL has no year 0, and the year 10000 is
 * written in another way.
 */
export const isInstant = (text: string) => text >= '1900' && isDay(text.slice(0, 10)) && Date.parse(text) < yearOf10000;

/**
 * An instant that exists, with its zone, as a director writes it: `2027-03-01T10:00:00+01:00`. PostgreSQL reads it, too:
 * it knows no zone further than 15 hours away.
 */
export const zonedInstant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/, 'zoned-instant'),
  v.check(isInstant, 'impossible-instant'),
);

const oneLine = new RegExp(`^[^${unseen}]*$`, 'u');
const someLines = new RegExp(`^(?:\\n|[^${unseen}])*$`, 'u');

/**
 * Typed text: NFC, trimmed, with single spaces, without characters that change how others are read, and not
 * invisible.
 */
export const typedText = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' ')),
    v.minLength(1, 'empty'),
    v.maxLength(max, 'too-long'),
    v.regex(oneLine, 'control-characters'),
    v.check(isVisible, 'empty'),
  );

/** The same in lines, without empty ones: a postal address. */
export const typedLines = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .normalize('NFC')
        .split(/\r\n|[\n\r\u2028\u2029]/)
        .map((line) => line.trim().replace(/\s+/g, ' '))
        .filter((line) => line !== '')
        .join('\n'),
    ),
    v.minLength(1, 'empty'),
    v.maxLength(max, 'too-long'),
    v.regex(someLines, 'control-characters'),
    v.check(isVisible, 'empty'),
  );

/** Text of several lines. */
export const prose = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()),
    v.minLength(1, 'empty'),
    v.maxLength(max, 'too-long'),
    v.regex(/^(?:[\n\t]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, 'control-characters'),
    v.check(isVisible, 'empty'),
  );

/**
 * The local part may have only the ASCII characters to which SES delivers; the domain may be in any script. The letter İ is refused: in
 * lower case it is i to PostgreSQL, and not to mail servers. So the links of an address would go to somebody at another domain.
 */
export const emailShape =
  /^(?!.*\u0130)[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

export const email = v.pipe(
  v.string(),
  v.transform((text) => text.trim()),
  v.maxLength(254, 'too-long'),
  v.regex(emailShape, 'email'),
);
