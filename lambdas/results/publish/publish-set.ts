import {
  type Index,
  indexPath,
  leafPath,
  type Manifest,
  manifestPath,
  type PointedSet,
  type Pointer,
  pointerPath,
} from '../files';
import type { DueVersion, OrderTick, PaceOfCrowd, ResultFiles, ResultVersions } from '../ports';
import { foundBy } from '../search-words';
import { type BuiltFile, buildVersion } from './build-version';
import { cutsOf, type LiveMemory } from './live-memory';

interface Needs {
  readonly versions: ResultVersions;
  readonly files: ResultFiles;
  /** Makes the name of a content: 12 characters of letters, digits, `-` and `_`. */
  readonly hash: (content: string) => string;
  readonly newId: () => string;
  readonly orderTick: OrderTick;
  readonly paceOf: PaceOfCrowd;
  /** Milliseconds, to measure with. */
  readonly clock: () => number;
}

/**
 * `pointed`: no version was due, and the pointer says the last one. `taken`: another publisher has the set, or took it over. It
 * publishes the version, so this is no failure. `unknown`: there is no such set.
 */
export type Published =
  | { readonly kind: 'published'; readonly number: number; readonly files: number }
  | { readonly kind: 'pointed' | 'taken' | 'unknown' };

/** How many files are written at the same time. */
const maxWritesAtOnce = 50;
/** How often the pointer is written before we give up. A try fails when another set of the race was published meanwhile. */
const maxPointerTries = 10;

/** What is left of live versions: of sets that are run at the same time. */
const maxMemories = 4;

/** The bucket removes a file of live versions after 30 days. Long before, a version writes all of its files again. */
const mostFileAgeMs = 14 * 24 * 3_600_000;
const areThere = (filesSince: string | undefined, at: string): boolean =>
  filesSince !== undefined && Date.parse(at) - Date.parse(filesSince) < mostFileAgeMs;

/**
 * Seconds from the end of a live version to the beginning of the next. Versions begin every two seconds, but a set whose versions take
 * long has half of a publisher. A version that had no memory says nothing of how long the next one takes.
 */
const [tickSeconds, leastPauseSeconds, mostPauseSeconds] = [2, 1, 15];
const pauseAfter = (ms: number, hadMemory: boolean): number => {
  const seconds = ms / 1000;
  const pause = hadMemory ? Math.max(tickSeconds - seconds, seconds) : tickSeconds;
  return Math.min(mostPauseSeconds, Math.max(leastPauseSeconds, Math.round(pause)));
};

/**
 * Publishes the version of a set that is due: first leaves, then indexes, manifest, row and pointer. So a reader never follows a name
 * to a file that is not there yet. While the set is live, it orders the next version. Safe to repeat after a crash at any point.
 * Throws when a store does, or when the pointer changes faster than it can be read.
 */
export const publishSet = ({ versions, files, hash, newId, orderTick, paceOf, clock }: Needs) => {
  const memories = new Map<string, { readonly manifest: string; readonly memory: LiveMemory }>();
  const keep = (setId: string, manifest: string, memory: LiveMemory) => {
    memories.delete(setId);
    memories.set(setId, { manifest, memory });
    const [oldest = ''] = memories.keys();
    if (memories.size > maxMemories) memories.delete(oldest);
  };

  return async (setId: string): Promise<Published> => {
    const start = clock();
    const publisher = newId();
    const claimed = await versions.claim(setId, publisher);
    if (!claimed) return { kind: 'unknown' };
    if (claimed.kind === 'taken') return { kind: 'taken' };
    if (claimed.kind === 'done') {
      await point(claimed.raceId, versions, files, paceOf);
      return { kind: 'pointed' };
    }
    const { version } = claimed;
    const { set, kind } = version;
    const known = memories.get(setId);
    const memory =
      kind === 'live' && known?.manifest === version.before && areThere(known?.memory.filesSince, version.at)
        ? known?.memory
        : undefined;
    // A database that was set back gives numbers again that readers have seen, and readers take no version but a newer one.
    const number = memory ? version.number : Math.max(version.number, 1 + (await numberSeen(set.raceId, setId, files)));
    const written = kind === 'withdrawn' ? undefined : await writeVersion({ ...version, number }, files, hash, memory);
    const entered = kind === 'withdrawn' ? 0 : version.entries.length;
    const { manifest = null, finishers = 0, count = 0 } = written ?? {};
    const found = kind === 'live' ? undefined : kind === 'withdrawn' ? [] : foundBy(set.rules, version.entries);
    const recorded = await versions.record({ setId, number, kind, manifest, finishers, entered, found }, publisher);
    if (recorded === 'lost') return { kind: 'taken' };
    if (kind === 'live' && written) keep(setId, written.manifest, written.memory);
    else memories.delete(setId);
    await point(set.raceId, versions, files, paceOf);
    if (recorded === 'again') await orderTick(setId, pauseAfter(clock() - start, memory !== undefined));
    return { kind: 'published', number, files: count };
  };
};

const writeVersion = async (
  version: DueVersion,
  files: ResultFiles,
  hash: Needs['hash'],
  memory: LiveMemory | undefined,
) => {
  const { set, kind, note, at, number, entries } = version;
  const folder = `${set.raceId}/`;
  const before = memory
    ? { paths: new Set<string>(), cuts: cutsOf(memory), filesSince: memory.filesSince }
    : await readBefore(version, folder, files);
  const { id, name, points, distance, rules } = set;
  const { filesSince = at } = before;
  const head = { set: id, name, number, kind, note, at, ...(kind === 'live' && { filesSince }), points, distance };
  const built = buildVersion({ head, rules, entries, cuts: before.cuts, hash, memory });
  const missing = built.files.filter(({ path }) => !before.paths.has(path));
  for (const kindOfFile of ['leaf', 'index', 'manifest'] as const)
    await writeAll(
      missing.filter((file) => file.kind === kindOfFile),
      ({ path, content }) => files.write(`${folder}${path}`, content, kind === 'live'),
    );
  return { manifest: built.name, finishers: built.finishers, count: missing.length, memory: built.memory };
};

/**
 * The files of the version before, which need not be written again, and where its leaves were cut. Files of live versions are removed
 * after a month, so a version of another kind writes all of its own.
 */
const readBefore = async ({ before, kind, at }: DueVersion, folder: string, files: ResultFiles) => {
  const paths = new Set<string>();
  const cuts: Record<string, readonly string[]> = {};
  const manifest =
    before === undefined ? undefined : ((await files.read(`${folder}${manifestPath(before)}`))?.content as Manifest);
  const areLive = manifest?.kind === 'live';
  const stay = kind === 'live' ? areLive && areThere(manifest.filesSince, at) : !areLive;
  for (const [list, { index: name }] of Object.entries(manifest?.sequences ?? {})) {
    const found = await files.read(`${folder}${indexPath(name)}`);
    // Without the index, all leaves of the list are written again.
    if (!found) continue;
    const index = found.content as Index;
    if (stay) {
      paths.add(indexPath(name));
      for (const [, , leaf] of index) paths.add(leafPath(leaf));
    }
    cuts[list] = index.map(([key]) => key);
  }
  return { paths, cuts, filesSince: kind === 'live' && stay ? manifest?.filesSince : undefined };
};

const writeAll = async (all: readonly BuiltFile[], write: (file: BuiltFile) => Promise<void>): Promise<void> => {
  const rest = [...all];
  const writeRest = async () => {
    for (let file = rest.pop(); file; file = rest.pop()) await write(file);
  };
  await Promise.all(Array.from({ length: Math.min(maxWritesAtOnce, all.length) }, writeRest));
};

/** The number of the version that readers are led to. 0: none. */
const numberSeen = async (raceId: string, setId: string, files: ResultFiles): Promise<number> => {
  const pointer = (await files.read(`${raceId}/${pointerPath}`))?.content as Pointer | undefined;
  return pointer?.sets.find(({ id }) => id === setId)?.number ?? 0;
};

/** Writes the pointer, by which readers find the last version of each set. A version in it is never replaced by an older one. */
export const point = async (
  raceId: string,
  versions: ResultVersions,
  files: ResultFiles,
  paceOf: PaceOfCrowd,
): Promise<void> => {
  const path = `${raceId}/${pointerPath}`;
  for (let tries = 0; tries < maxPointerTries; tries++) {
    const found = await files.read(path);
    const before = found?.content as Pointer | undefined;
    const sets = (await versions.pointed(raceId)).map((set) => newer(set, before));
    // A crowd that grows or goes is told with the next version: until then, pages look less often by themselves.
    const isSaid = JSON.stringify(sets) === JSON.stringify(before?.sets);
    const isLive = sets.some(({ kind }) => kind === 'live');
    const pointer: Pointer = { raceId, sets, ...(isLive && !isSaid && (await paceOf(raceId))) };
    if (isSaid || (await files.replace(path, JSON.stringify(pointer), found?.etag, isLive)))
      return versions.keepPointed(sets);
  }
  throw new Error(
    `The pointer of ${raceId} was changed by others ${maxPointerTries} times between reading and writing it.`,
  );
};

const newer = (set: PointedSet, before: Pointer | undefined): PointedSet => {
  const there = before?.sets.find(({ id }) => id === set.id);
  return there && there.number > set.number ? there : set;
};
