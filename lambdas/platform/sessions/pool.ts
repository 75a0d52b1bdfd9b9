import type { Memcached } from '../memcached/memcached';
import { type Copy, decode, encode, type Schema } from './copy';

/** What a read of one pool found. */
export type PoolRead<T> =
  | { readonly kind: 'copy'; readonly pool: Memcached; readonly copy: Copy<T>; readonly version: string }
  /** With a version: there are bytes that are not a copy of this session; they may be overwritten. */
  | { readonly kind: 'nothing'; readonly pool: Memcached; readonly version?: string }
  /** The pool did not answer, so it may or may not have a copy. */
  | { readonly kind: 'away'; readonly pool: Memcached; readonly error: unknown };

/** With an error: the copy may or may not be stored. */
export type WriteResult = 'stored' | 'changed' | { readonly error: unknown };

const keyOf = (id: string) => `session:${id}`;

/** Reads a session from one pool. Never throws: a failure is the result `away`. */
export const readPool = async <T>(pool: Memcached, schema: Schema<T>, id: string): Promise<PoolRead<T>> => {
  try {
    const found = await pool.getVersioned(keyOf(id));
    if (!found) return { kind: 'nothing', pool };
    const { value, version } = found;
    const copy = decode(schema, id, value);
    return copy ? { kind: 'copy', pool, copy, version } : { kind: 'nothing', pool, version };
  } catch (error) {
    return { kind: 'away', pool, error };
  }
};

/** Overwrites what was seen in a pool, but nothing that was written since. `now` in milliseconds since the epoch. */
export const writeOver = async <T>(seen: PoolRead<T>, copy: Copy<T>, now: number): Promise<WriteResult> => {
  if (seen.kind === 'away') return { error: seen.error };
  const { pool, version } = seen;
  const [key, value, seconds] = [keyOf(copy.id), encode(copy), (copy.exp - now) / 1000];
  try {
    const isStored =
      version === undefined ? await pool.add(key, value, seconds) : await pool.replace(key, value, version, seconds);
    return isStored ? 'stored' : 'changed';
  } catch (error) {
    return { error };
  }
};

export const copiesIn = <T>(seen: readonly PoolRead<T>[]): readonly Copy<T>[] =>
  seen.flatMap((one) => (one.kind === 'copy' ? [one.copy] : []));

/**
 * The copy with the highest version in any pool. If two copies have the same version, the one that `not` wrote loses.
 * So a writer that met another write and has to write again applies its change to the other's copy.
 */
export const newestIn = <T>(seen: readonly PoolRead<T>[], not?: string): Copy<T> | undefined =>
  copiesIn(seen).toSorted(
    (one, other) =>
      other.v - one.v ||
      Number(one.writer === not) - Number(other.writer === not) ||
      (one.writer > other.writer ? -1 : 1),
  )[0];

/** Whether two copies differ: one is old, or a write is going on. */
export const differ = <T>(seen: readonly PoolRead<T>[]): boolean => {
  const [one, other] = copiesIn(seen);
  return one !== undefined && other !== undefined && !isSame(one, other);
};

/** Whether one pool has a copy and the other says that it has none: it lost it, or a first write is going on. */
export const isHalf = <T>(seen: readonly PoolRead<T>[]): boolean =>
  seen.some(({ kind }) => kind === 'copy') && seen.some(({ kind }) => kind === 'nothing');

/** Whether two reads found the same in every pool. */
export const areAlike = <T>(before: readonly PoolRead<T>[], after: readonly PoolRead<T>[]): boolean =>
  before.every((one, n) => {
    const other = after[n];
    return one.kind === 'copy' ? other !== undefined && has(other, one.copy) : one.kind === other?.kind;
  });

/** Whether every pool has exactly this copy. */
export const allHave = <T>(seen: readonly PoolRead<T>[], copy: Copy<T>): boolean => seen.every((one) => has(one, copy));

export const has = <T>(seen: PoolRead<T>, copy: Copy<T>): boolean => seen.kind === 'copy' && isSame(seen.copy, copy);

const isSame = <T>(one: Copy<T>, other: Copy<T>): boolean => one.v === other.v && one.writer === other.writer;
