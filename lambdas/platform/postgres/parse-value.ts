import { types } from 'pg';

const oid = {
  int8: 20,
  int8Array: 1016,
  numeric: 1700,
  numericArray: 1231,
  date: 1082,
  dateArray: 1182,
  textArray: 1009,
};

/** A count is a number. A value too large for a number is a bigint, which fails loudly where a number was expected. */
const whole = (text: string): number | bigint => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

const texts = (text: string): (string | null)[] => types.getTypeParser(oid.textArray, 'text')(text);
const each = (parse: (text: string) => unknown) => (text: string) =>
  texts(text).map((item) => (item === null ? null : parse(item)));

const ours: Record<number, (text: string) => unknown> = {
  [oid.int8]: whole,
  [oid.int8Array]: each(whole),
  [oid.numeric]: Number,
  [oid.numericArray]: each(Number),
  // A day has no time zone: as a Date it would shift by one day for half of the world.
  [oid.date]: (text) => text,
  [oid.dateArray]: texts,
};

/** How pg reads a column's type; whole numbers, decimals and days are read differently from pg's defaults. */
export const parseValue: typeof types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && ours[id]) || types.getTypeParser(id, format as 'text');
