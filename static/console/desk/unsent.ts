import type { Scan } from './desk-list';

/** What a desk did and has not sent yet. It stays in the browser when the page is closed: without names, and until it is sent. */
export interface Unsent {
  all(): readonly Scan[];
  add(scan: Scan): void;
  /** The server has them. */
  remove(ids: readonly string[]): void;
}

const keyOf = (raceId: string) => `startline-desk-scans-${raceId}`;

/** @param storage that of the browser; where it refuses, scans are kept as long as the page is open */
export const openUnsent = (raceId: string, storage: Pick<Storage, 'getItem' | 'setItem'>): Unsent => {
  let scans: readonly Scan[] = readFrom(storage, raceId);
  const keep = (next: readonly Scan[]) => {
    scans = next;
    try {
      // Another tab of the same desk may have added some.
      storage.setItem(keyOf(raceId), JSON.stringify(next));
    } catch {}
  };
  const merged = () => {
    const known = new Set(scans.map(({ id }) => id));
    return [...scans, ...readFrom(storage, raceId).filter(({ id }) => !known.has(id))];
  };
  return {
    all: () => scans,
    add: (scan) => keep([...merged(), scan]),
    remove: (ids) => keep(merged().filter(({ id }) => !ids.includes(id))),
  };
};

const readFrom = (storage: Pick<Storage, 'getItem'>, raceId: string): readonly Scan[] => {
  try {
    return JSON.parse(storage.getItem(keyOf(raceId)) ?? '[]') as readonly Scan[];
  } catch {
    return [];
  }
};
