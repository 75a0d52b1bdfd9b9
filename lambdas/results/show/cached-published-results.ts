import type { Cache } from '../../platform/cache/cache';
import { StaleOnError } from '../../platform/stale-on-error';
import {
  type Index,
  indexPath,
  type Leaf,
  leafPath,
  type Manifest,
  manifestPath,
  type Pointer,
  pointerPath,
} from '../files';
import type { ResultFiles } from '../ports';
import type { Version } from './find-rows';
import { FileGone, type ListedVersion, type PublishedResults, type VersionHistory } from './ports';

/** The only file that changes: a second in memcached, and then a second in the process. */
const pointerFreshness = { freshSeconds: 1, processSeconds: 0, missingSeconds: 1 };
const pointerHeldMs = 1_000;
/** A file never changes. It is kept for an hour, so that a name which is taken out of the results leaves the caches by itself. */
const fileFreshness = { freshSeconds: 3_600, processSeconds: 3_600, missingSeconds: 2 };
const historyFreshness = { freshSeconds: 15, processSeconds: 15 };

const pointerKey = (raceId: string) => `results:${raceId}`;

/** Published files, from the process, memcached or the bucket. Their keys have the hash of their content: nothing is to be invalidated. */
export class CachedPublishedResults implements PublishedResults {
  readonly #cache: Pick<Cache, 'get' | 'invalidate'>;
  readonly #files: Pick<ResultFiles, 'read'>;
  /** While the bucket does not answer, the crowd keeps the version that it has. */
  readonly #last = new StaleOnError<Pointer | undefined>({ heldMs: pointerHeldMs });

  constructor(cache: Pick<Cache, 'get' | 'invalidate'>, files: Pick<ResultFiles, 'read'>) {
    this.#cache = cache;
    this.#files = files;
  }

  pointer(raceId: string): Promise<Pointer | undefined> {
    const load = async () => (await this.#files.read(`${raceId}/${pointerPath}`))?.content as Pointer | undefined;
    const key = pointerKey(raceId);
    return this.#last.get(key, () => this.#cache.get(key, load, pointerFreshness));
  }

  async version(raceId: string, manifestHash: string): Promise<Version> {
    const manifest = await this.#file<Manifest>(raceId, manifestPath(manifestHash));
    return {
      manifest,
      index: async (sequence) => {
        const head = manifest.sequences[sequence];
        return head ? this.#file<Index>(raceId, indexPath(head.index)) : [];
      },
      leaf: async <Row>(hash: string) => (await this.#file<Leaf<Row>>(raceId, leafPath(hash))).rows,
    };
  }

  async forget(raceId: string): Promise<void> {
    this.#last.forget(pointerKey(raceId));
    await this.#cache.invalidate(pointerKey(raceId));
  }

  async #file<T>(raceId: string, path: string): Promise<T> {
    const key = `${raceId}/${path}`;
    const load = async () => (await this.#files.read(key))?.content as T | undefined;
    const found = await this.#cache.get<T | undefined>(`results:${key}`, load, fileFreshness);
    if (found === undefined) throw new FileGone(key);
    return found;
  }
}

/** What was published of a set, from the cache: one statement for all who ask within a quarter of a minute. */
export class CachedVersionHistory implements VersionHistory {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #history: VersionHistory;

  constructor(cache: Pick<Cache, 'get'>, history: VersionHistory) {
    this.#cache = cache;
    this.#history = history;
  }

  list(setId: string): Promise<readonly ListedVersion[]> {
    return this.#cache.get(`result-versions:${setId}`, () => this.#history.list(setId), historyFreshness);
  }
}
