import { isSameJson } from '../domain/canonical-json';
import type { Change } from './plan';
import type { DraftContent, RaceDocument } from './race-document';

/** What differs between two race documents, in the order of their keys. */
export const changesBetween = (
  current: RaceDocument | undefined,
  wanted: RaceDocument | DraftContent,
): readonly Change[] => (current ? compare('', current, wanted) : []);

/** A change of these is named without its values, which are too long for a list. */
const longTexts = ['description', 'waiver.text', 'form', 'media'];

const compare = (path: string, from: unknown, to: unknown): readonly Change[] => {
  if (isSameJson(from, to)) return [];
  if (longTexts.includes(path)) return [{ path }];
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  if (!before || !after) return [{ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const order = isReordered(from, to) ? [{ path: below('order') }] : [];
  return [...order, ...keys.flatMap((key) => compare(below(key), before[key], after[key]))];
};

/** The parts of a value by their names: the items of a list by their `nameOf`. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(value.map((item) => [nameOf(item), item]));
};

/** What tells the items of a list apart: events have an id, prices have an instant. In a draft they may be anything. */
const nameOf = (item: { readonly id?: unknown; readonly from?: unknown } | null): string => {
  const name = item?.id ?? item?.from ?? '';
  return typeof name === 'string' ? name : JSON.stringify(name);
};

/** Whether the items that are in both lists have another order. */
const isReordered = (from: unknown, to: unknown): boolean => {
  if (!Array.isArray(from) || !Array.isArray(to)) return false;
  const [before, after] = [from.map(nameOf), to.map(nameOf)];
  return !isSameJson(
    before.filter((name) => after.includes(name)),
    after.filter((name) => before.includes(name)),
  );
};
