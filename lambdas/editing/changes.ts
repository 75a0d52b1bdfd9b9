import type { Change } from './plan';
import { type DraftContent, isSame, type RaceDocument } from './race-document';

/** What differs between two race documents, in the order of their keys. */
export const changesBetween = (
  current: RaceDocument | undefined,
  wanted: RaceDocument | DraftContent,
): readonly Change[] => (current ? compare('', current, wanted) : []);

/** Named without their content: they are long, and are read on the race's page. */
const longTexts = ['description', 'waiver.text', 'form'];

const compare = (path: string, from: unknown, to: unknown): readonly Change[] => {
  if (isSame(from, to)) return [];
  if (longTexts.includes(path)) return [{ path }];
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  if (!before || !after) return [{ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const order = isReordered(from, to) ? [{ path: below('order') }] : [];
  return [...order, ...keys.flatMap((key) => compare(below(key), before[key], after[key]))];
};

/** The parts of a value by what tells them apart: events by their id, prices by their instant. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(value.map((item) => [nameOf(item), item]));
};

const nameOf = (item: { readonly id?: string; readonly from?: string } | null): string => item?.id ?? item?.from ?? '';

/** Whether what both lists have is in another order. */
const isReordered = (from: unknown, to: unknown): boolean => {
  if (!Array.isArray(from) || !Array.isArray(to)) return false;
  const [before, after] = [from.map(nameOf), to.map(nameOf)];
  return !isSame(
    before.filter((name) => after.includes(name)),
    after.filter((name) => before.includes(name)),
  );
};
