import { type BuiltFile, buildVersion, indexPath, leafPath, manifestPath } from './build-version';
import type { Index, Manifest, PointedSet, Pointer } from './files';
import type { DueVersion, ResultBooks, ResultFiles } from './ports';

interface Needs {
  readonly books: ResultBooks;
  readonly files: ResultFiles;
  /** 12 letters and digits, `-` and `_`, that name a content. */
  readonly hash: (content: string) => string;
  readonly newId: () => string;
}

/**
 * `published`: also when the version had been kept before, and only its pointer was missing. `taken`: another publisher has it, or
 * took it away; it publishes, so this is no failure.
 */
export type Published =
  | { readonly kind: 'published'; readonly number: number; readonly files: number }
  | { readonly kind: 'pointed' | 'taken' | 'unknown' };

/** How many files are written at once. */
const atOnce = 50;
/** Each try that fails means that another set of the race was published in between. */
const mostTries = 10;

/**
 * Publishes the version of a set that is due. What it leads to is written before it, so a reader never misses a file: leaves,
 * indexes, manifest, row, pointer. Safe to repeat after a crash at any point. Throws when a store does, or when the pointer changes
 * faster than it can be read.
 */
export const publishSet =
  ({ books, files, hash, newId }: Needs) =>
  async (setId: string): Promise<Published> => {
    const publisher = newId();
    const claimed = await books.claim(setId, publisher);
    if (!claimed) return { kind: 'unknown' };
    if (claimed.kind === 'taken') return { kind: 'taken' };
    if (claimed.kind === 'done') {
      await point(claimed.raceId, books, files);
      return { kind: 'pointed' };
    }
    const { version } = claimed;
    const { set, kind, number } = version;
    const written = kind === 'withdrawn' ? undefined : await writeVersion(version, files, hash);
    const entered = kind === 'withdrawn' ? 0 : version.entries.length;
    const { manifest = null, finishers = 0, count = 0 } = written ?? {};
    if (!(await books.record({ setId, number, kind, manifest, finishers, entered }, publisher)))
      return { kind: 'taken' };
    await point(set.raceId, books, files);
    return { kind: 'published', number, files: count };
  };

const writeVersion = async (version: DueVersion, files: ResultFiles, hash: Needs['hash']) => {
  const { set, kind, note, at, number, entries } = version;
  const folder = `${set.raceId}/`;
  const before = await readBefore(version, folder, files);
  const { id, name, points, distance, rules } = set;
  const head = { set: id, name, number, kind, note, at, points, distance };
  const built = buildVersion({ head, rules, entries, cuts: before.cuts, hash });
  const missing = built.files.filter(({ path }) => !before.paths.has(path));
  // A file is written after all that it leads to.
  for (const kindOfFile of ['leaf', 'index', 'manifest'] as const)
    await writeAll(
      missing.filter((file) => file.kind === kindOfFile),
      ({ path, content }) => files.write(`${folder}${path}`, content),
    );
  return { manifest: built.name, finishers: built.finishers, count: missing.length };
};

/** What the version before has. Its leaves are kept where they can be. */
const readBefore = async ({ before }: DueVersion, folder: string, files: ResultFiles) => {
  const paths = new Set<string>();
  const cuts: Record<string, readonly string[]> = {};
  const manifest =
    before === undefined ? undefined : ((await files.read(`${folder}${manifestPath(before)}`))?.content as Manifest);
  for (const [list, { index: name }] of Object.entries(manifest?.sequences ?? {})) {
    const found = await files.read(`${folder}${indexPath(name)}`);
    // Without its index, all leaves of the list are written again.
    if (!found) continue;
    const index = found.content as Index;
    paths.add(indexPath(name));
    for (const [, , leaf] of index) paths.add(leafPath(leaf));
    cuts[list] = index.map(([key]) => key);
  }
  return { paths, cuts };
};

const writeAll = async (all: readonly BuiltFile[], write: (file: BuiltFile) => Promise<void>): Promise<void> => {
  const rest = [...all];
  const lane = async () => {
    for (let file = rest.pop(); file; file = rest.pop()) await write(file);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
};

export const pointerPath = (raceId: string): string => `${raceId}/current.json`;

/** Lets a race's readers find its last versions. What the pointer says of a set is never replaced by something older. */
const point = async (raceId: string, books: ResultBooks, files: ResultFiles): Promise<void> => {
  const path = pointerPath(raceId);
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await files.read(path);
    const before = found?.content as Pointer | undefined;
    const sets = (await books.pointed(raceId)).map((set) => newer(set, before));
    const pointer: Pointer = { raceId, sets };
    const isSaid = JSON.stringify(pointer) === JSON.stringify(before);
    if (isSaid || (await files.replace(path, JSON.stringify(pointer), found?.etag))) return books.keepPointed(sets);
  }
  throw new Error(`The pointer of ${raceId} was changed by others ${mostTries} times while it was read.`);
};

const newer = (set: PointedSet, before: Pointer | undefined): PointedSet => {
  const there = before?.sets.find(({ id }) => id === set.id);
  return there && there.number > set.number ? there : set;
};
