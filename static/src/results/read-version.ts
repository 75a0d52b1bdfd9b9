import {
  type CrowdPace,
  type Index,
  indexPath,
  type Leaf,
  leafPath,
  type Manifest,
  manifestPath,
  type PointedSet,
  type Pointer,
  pointerPath,
  type VersionKind,
} from '../../../lambdas/results/files';
import type { Version as FileVersion } from '../../../lambdas/results/show/find-rows';
import type { Answered, Failure } from '../http/failure';

/** Reads a file of the race: the pointer, or a file that is named by its content. */
export type ReadFile = (path: string) => Promise<Answered<unknown>>;

/** What is live or preliminary may change any minute. */
export const isFinal = (kind: VersionKind | undefined): boolean => kind === 'official' || kind === 'corrected';

/** The longest pause that the server asks for. A timer of a browser that is set for a month runs at once. */
const mostLookSeconds = 60;

/**
 * After how many seconds the page looks for newer results. `pace`: what the crowd is asked for. `quietMs`: for so long nothing has
 * changed. Results that are live are looked at seldom when two minutes are quiet, and final ones nearly never.
 */
export const lookSeconds = (
  kind: VersionKind | undefined,
  pace: Partial<CrowdPace> | undefined,
  quietMs: number,
): number =>
  isFinal(kind)
    ? 120
    : kind === 'live'
      ? Math.min(mostLookSeconds, Math.max(pace?.pollAfter ?? 2, Math.min(15, quietMs / 8_000)))
      : 15;

/** A version as the pointer names it. `index` and `leaf` reject with `NotRead`. */
export interface Version extends FileVersion {
  readonly set: PointedSet;
  /** It was asked for by its number, and newer ones may have replaced it. */
  readonly isOld?: true;
}

/** What was read from one version, or why nothing was. */
export type FromVersion<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly pointer: Pointer; readonly version: Version }
  /** The race has no results yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown-set'; readonly pointer: Pointer }
  | { readonly kind: 'withdrawn'; readonly pointer: Pointer; readonly set: PointedSet }
  | Failure;

export interface Reader {
  /** Calls `work` with the version of a set that the taken pointer names. Without `setId`: with that of the first set. */
  read<T>(setId: string | undefined, work: (version: Version) => Promise<T>): Promise<FromVersion<T>>;
  /** Calls `work` with the version that is named, whatever the pointer says. */
  readOld<T>(
    set: PointedSet & { readonly manifest: string },
    work: (version: Version) => Promise<T>,
  ): Promise<Answered<T>>;
  /** Calls `work` with two versions of a set, by the names of their manifests. */
  readTwo<T>(
    names: readonly [string, string],
    work: (one: FileVersion, other: FileVersion) => Promise<T>,
  ): Promise<Answered<T>>;
  /** Looks for a newer pointer, and does not take it. `isNewer`: one of its sets has another version than what is taken. */
  look(): Promise<Answered<{ readonly pointer: Pointer; readonly isNewer: boolean }>>;
  /** From now on, this pointer says what is read; without one, the newest that is there by then. */
  take(pointer?: Pointer): void;
}

/** Why a file of a version could not be read. */
class NotRead extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

const isMissing = (answer: Answered<unknown> | FromVersion<unknown>): boolean =>
  (answer.kind === 'unreadable' && answer.status === 404) || (answer.kind === 'problem' && answer.name === 'not-found');

/** Some network on the way answered in our place, with 200 and as JSON. */
const notOurs = { kind: 'unreadable', status: 200 } as const;
const isPointer = ({ sets, pollAfter = 0 }: Pointer): boolean =>
  Array.isArray(sets) && sets.every(Boolean) && Number.isFinite(pollAfter);

/** How many files stay in memory: more than a person reads, and a few megabytes at most. */
const maxKeptFiles = 300;

/**
 * Reads the results of a race from its files: pointer, manifest, index, leaf. The pointer stays the same until the person takes a
 * newer one, so all pages that they see are of one version. A file may be gone, because a name was taken out of it. Then the pointer
 * is loaded again, once.
 */
export const createReader = (readFile: ReadFile): Reader => {
  const kept = new Map<string, Promise<Answered<unknown>>>();
  let taken: Pointer | undefined;
  /** The newest that was found and not taken. */
  let seen: Pointer | undefined;

  const file = async <T>(path: string, isWhole: (given: T) => unknown): Promise<T> => {
    const read = kept.get(path) ?? readFile(path);
    // The file that was not used for the longest time is dropped first.
    kept.delete(path);
    kept.set(path, read);
    const [oldest] = kept.keys();
    if (kept.size > maxKeptFiles && oldest !== undefined) kept.delete(oldest);
    const answer = await read;
    if (answer.kind === 'ok' && isWhole(answer.value as T)) return answer.value as T;
    kept.delete(path);
    throw new NotRead(answer.kind === 'ok' ? notOurs : answer);
  };

  const readPointer = async (): Promise<Answered<Pointer>> => {
    const answer = await readFile(pointerPath);
    return answer.kind !== 'ok' || isPointer(answer.value as Pointer) ? (answer as Answered<Pointer>) : notOurs;
  };

  const point = async (): Promise<Answered<Pointer>> => {
    const answer = await readPointer();
    if (answer.kind !== 'ok') return answer;
    taken = notOlder(answer.value, taken);
    return { kind: 'ok', value: taken };
  };

  const open = async (name: string): Promise<FileVersion> => {
    const manifest = await file<Manifest>(manifestPath(name), ({ sequences }) => sequences);
    return {
      manifest,
      index: async (sequence) => {
        const head = manifest.sequences[sequence];
        return head ? file<Index>(indexPath(head.index), Array.isArray) : [];
      },
      leaf: async <Row>(hash: string) => (await file<Leaf<Row>>(leafPath(hash), ({ rows }) => rows)).rows,
    };
  };
  const caught = async <T>(work: () => Promise<T>): Promise<Answered<T>> => {
    try {
      return { kind: 'ok', value: await work() };
    } catch (error) {
      if (error instanceof NotRead) return error.failure;
      throw error;
    }
  };

  const readOnce = async <T>(
    pointer: Pointer,
    setId: string | undefined,
    work: (version: Version) => Promise<T>,
  ): Promise<FromVersion<T>> => {
    const set = pointer.sets.find(({ id }) => setId === undefined || id === setId);
    if (!set) return setId === undefined ? { kind: 'none' } : { kind: 'unknown-set', pointer };
    if (set.manifest === null) return { kind: 'withdrawn', pointer, set };
    const { manifest } = set;
    const answer = await caught(async () => {
      const version: Version = { set, ...(await open(manifest)) };
      return { value: await work(version), version };
    });
    return answer.kind === 'ok' ? { ...answer.value, kind: 'ok', pointer } : answer;
  };

  return {
    read: async (setId, work) => {
      let pointed: Answered<Pointer> = taken ? { kind: 'ok', value: taken } : await point();
      for (let isAgain = false; ; isAgain = true) {
        if (pointed.kind !== 'ok') return isMissing(pointed) ? { kind: 'none' } : pointed;
        const answer = await readOnce(pointed.value, setId, work);
        if (isAgain || !isMissing(answer)) return answer;
        pointed = await point();
      }
    },
    readOld: (set, work) => caught(async () => work({ set, isOld: true, ...(await open(set.manifest)) })),
    readTwo: ([one, other], work) => caught(async () => work(await open(one), await open(other))),
    look: async () => {
      const answer = await readPointer();
      if (answer.kind !== 'ok') return answer;
      seen = notOlder(notOlder(answer.value, taken), seen);
      return {
        kind: 'ok',
        value: { pointer: seen, isNewer: JSON.stringify(seen.sets) !== JSON.stringify(taken?.sets) },
      };
    },
    take: (pointer) => {
      taken = pointer;
    },
  };
};

/** A cache on the way may answer with an older pointer than before. A set never goes back to an older version. */
const notOlder = (pointer: Pointer, seen: Pointer | undefined): Pointer => ({
  ...pointer,
  sets: pointer.sets.map((set) => {
    const before = seen?.sets.find(({ id }) => id === set.id);
    return before && before.number > set.number ? before : set;
  }),
});
