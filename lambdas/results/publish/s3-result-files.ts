import type { Bucket } from '../../platform/aws/call-s3';
import type { ResultFiles, TidiedFiles } from '../ports';

/**
 * A day in browsers, not a year, and an hour in the CDN: then a name that is taken out of the results leaves every cache within a
 * day by itself.
 */
const fileCacheControl = 'public, max-age=86400, s-maxage=3600, immutable';
/** A reader with an old pointer still reads one whole version. */
const pointerCacheControl = (seconds: number) =>
  `public, max-age=${seconds}, s-maxage=${seconds}, stale-if-error=86400`;
/** The bucket removes objects with it: lib/constructs/site/website.ts. */
const liveTag = 'live=yes';
/** How long caches keep a pointer: while results are live, and else. */
const [livePointerSeconds, pointerSeconds] = [1, 15];

/** Results in a bucket. The key of an object is the path by which readers ask for it. */
export class S3ResultFiles implements ResultFiles, TidiedFiles {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async read(path: string) {
    const found = await this.#bucket.get(`results/${path}`);
    return found && { content: found.json, etag: found.etag };
  }

  async write(path: string, content: string, isLive: boolean) {
    const options = { cacheControl: fileCacheControl, ...(isLive && { tag: liveTag }) };
    await this.#bucket.put(`results/${path}`, content, options);
  }

  async list(folder: string) {
    return (await this.#bucket.keys(`results/${folder}`)).map((key) => key.slice('results/'.length));
  }

  remove(path: string) {
    return this.#bucket.remove(`results/${path}`);
  }

  replace(path: string, content: string, etag: string | undefined, isLive: boolean) {
    const cacheControl = pointerCacheControl(isLive ? livePointerSeconds : pointerSeconds);
    return this.#bucket.put(`results/${path}`, content, { cacheControl, onlyIf: etag ?? 'none' });
  }
}
