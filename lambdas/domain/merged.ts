import { isSameJson } from './canonical-json';

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;
type Named = JsonObject & { readonly id?: string };

/**
 * Two changes of the same JSON in one: a three-way merge. What `mine` changed of `base` stays, and all else is as in `theirs`. Lists
 * of objects with ids are merged item by item, in the order of `mine`; an item that one side took out is gone unless the other side
 * changed it. Every other list counts as one value.
 */
export const merged = (base: Json, mine: Json, theirs: Json): Json => {
  if (isSameJson(mine, base)) return theirs;
  if (isSameJson(theirs, base)) return mine;
  if (isObject(mine) && isObject(theirs)) return mergedObject(isObject(base) ? base : {}, mine, theirs);
  return areNamed(mine) && areNamed(theirs) ? mergedList(areNamed(base) ? base : [], mine, theirs) : mine;
};

const mergedObject = (base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject => {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = merged(base[key], mine[key], theirs[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
};

const mergedList = (base: readonly Named[], mine: readonly Named[], theirs: readonly Named[]): readonly Json[] => {
  const find = (list: readonly Named[], id: string | undefined) =>
    id === undefined ? undefined : list.find((one) => one.id === id);
  const isAsBefore = (one: Named) => {
    const before = find(base, one.id);
    return before !== undefined && isSameJson(one, before);
  };
  const kept = mine.flatMap((one) => {
    const other = find(theirs, one.id);
    if (other) return [merged(find(base, one.id), one, other)];
    return isAsBefore(one) ? [] : [one];
  });
  const added = theirs.filter((one) => !find(mine, one.id) && !isAsBefore(one));
  return [...kept, ...added];
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An item that was never saved has no id yet. It is in one of the two lists only. */
const areNamed = (value: Json): value is readonly Named[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && (one.id === undefined || typeof one.id === 'string'));
