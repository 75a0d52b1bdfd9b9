import type { Scan } from './desk-list';

/** Scans of a desk, kept in the browser without names. They stay there when the page is closed, until they are removed. */
export interface StoredScans {
  all(): readonly Scan[];
  /** One that is there already is replaced. */
  add(...added: readonly Scan[]): void;
  remove(ids: readonly string[]): void;
}

const keys = {
  /** The server may not have them yet. */
  unsent: (raceId: string) => `startline-desk-scans-${raceId}`,
  /** The server did not keep them. */
  refused: (raceId: string) => `startline-desk-refused-${raceId}`,
};

/** @param storage that of the browser; where it refuses, scans are kept as long as the page is open */
export const openScans = (
  kind: keyof typeof keys,
  raceId: string,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): StoredScans => {
  const key = keys[kind](raceId);
  let scans: readonly Scan[] = readFrom(storage, key);
  const keep = (next: readonly Scan[]) => {
    scans = next;
    try {
      storage.setItem(key, JSON.stringify(next));
    } catch {}
  };
  // Another tab of the same desk may have added some.
  const mergedWithout = (ids: readonly string[]) => {
    const known = new Set([...ids, ...scans.map(({ id }) => id)]);
    return [
      ...scans.filter(({ id }) => !ids.includes(id)),
      ...readFrom(storage, key).filter(({ id }) => !known.has(id)),
    ];
  };
  return {
    all: () => scans,
    add: (...added) => keep([...mergedWithout(added.map(({ id }) => id)), ...added]),
    remove: (ids) => keep(mergedWithout(ids)),
  };
};

const readFrom = (storage: Pick<Storage, 'getItem'>, key: string): readonly Scan[] => {
  try {
    return JSON.parse(storage.getItem(key) ?? '[]') as readonly Scan[];
  } catch {
    return [];
  }
};
