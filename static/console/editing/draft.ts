import { plainDigits } from '../../../lambdas/domain/plain-digits';
import { instantsAt, wallTime } from './zone-time';

export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

interface DraftPrice extends JsonObject {
  readonly label?: string;
  readonly from?: string;
  readonly amount?: number | string;
}

export interface DraftEvent extends JsonObject {
  readonly id?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly distance?: number | string;
  readonly capacity?: number | string;
  readonly prices?: readonly DraftPrice[];
}

/** A race as it is typed: everything may be missing, and what cannot be read is kept as its text. */
export interface Draft extends JsonObject {
  readonly name?: string;
  readonly timeZone?: string;
  readonly currency?: string;
  readonly opensAt?: string;
  readonly events?: readonly DraftEvent[];
}

/** The value at a path such as `events.0.name`. */
export const valueAt = (draft: Json, path: string): Json =>
  path
    .split('.')
    .reduce<Json>(
      (value, key) => (isObject(value) || Array.isArray(value) ? (value as JsonObject)[key] : undefined),
      draft,
    );

/** The draft with another value there. Undefined: it is left out. */
export const withValue = <T extends Json>(draft: T, path: string, value: Json): T => {
  const [key = '', ...rest] = path.split('.');
  const put = (before: Json) => (rest.length === 0 ? value : withValue(before ?? {}, rest.join('.'), value));
  if (Array.isArray(draft)) return draft.map((item, n) => (String(n) === key ? put(item) : item)) as unknown as T;
  const { [key]: before, ...others } = (draft ?? {}) as JsonObject;
  const next = put(before);
  return (next === undefined ? others : { ...(draft as JsonObject), [key]: next }) as T;
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Its instants show the same time on the clocks of another zone. */
export const inZone = (draft: Draft, zone: string): Draft => {
  const { timeZone } = draft;
  if (timeZone === undefined) return { ...draft, timeZone: zone };
  const moved = JSON.stringify(draft).replace(instants, (text) => {
    const [same = text] = instantsAt(wallTime(text, timeZone), zone);
    return same;
  });
  return { ...(JSON.parse(moved) as Draft), timeZone: zone };
};

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g;

/**
 * The draft with another opening. The first price of an event holds from the opening on, so it moves along; an earlier one
 * may stay.
 */
export const openingAt = (draft: Draft, opensAt: string | undefined): Draft => ({
  ...draft,
  ...(opensAt !== undefined && { opensAt }),
  ...(draft.events && {
    events: draft.events.map((event) => ({
      ...event,
      prices: (event.prices ?? []).map((price, n) => {
        const isFirst =
          n === 0 && (price.from === undefined || price.from === draft.opensAt || isAfter(price.from, opensAt));
        return isFirst && opensAt !== undefined ? { ...price, from: opensAt } : price;
      }),
    })),
  }),
});

const isAfter = (one: string, other: string | undefined) => other !== undefined && Date.parse(one) > Date.parse(other);

/** What a new race begins with, so that little is left to be typed. */
export const beginning = (name: string, timeZone: string, waiverText: string): Draft => ({
  name,
  timeZone,
  currency: 'EUR',
  changes: { refundPercent: 0 },
  waiver: { version: '1', text: waiverText },
  events: [],
});

/** The end of the race's address, from its name: `harbour-run-2027`. Empty where it has no Latin letters or digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

/** `42.195` kilometres as metres, `45.50` as cents. What is no number stays as it was typed. */
export const scaled = (text: string, digits: number): number | string | undefined => {
  const plain = plainDigits(text).trim().replace(/[,٫]/, '.');
  if (plain === '') return undefined;
  const parts = /^(\d{1,7})(?:\.(\d*))?$/.exec(plain);
  const [, whole = '', fraction = ''] = parts ?? [];
  return parts && fraction.length <= digits ? Number(whole + fraction.padEnd(digits, '0')) : text;
};

/** The reverse: `42.195` from 42,195 metres. */
export const unscaled = (value: Json, digits: number): string => {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  if (digits === 0) return String(value);
  const text = String(value).padStart(digits + 1, '0');
  const fraction = text.slice(-digits);
  return digits === 2 && /[1-9]/.test(fraction)
    ? `${text.slice(0, -digits)}.${fraction}`
    : `${text.slice(0, -digits)}.${fraction}`.replace(/\.?0+$/, '');
};
