import type { Bucket } from '../platform/aws/call-s3';
import type { ResultFiles } from './ports';

/** A day and not a year: a name that is taken out of results is out of every cache within a day. */
const fileCacheControl = 'public, max-age=86400, immutable';
/** Readers of an old pointer still read one version, whole. */
const pointerCacheControl = 'public, max-age=15, s-maxage=15, stale-if-error=86400';

/** Results in a bucket, below the path by which readers ask for them. */
export class S3ResultFiles implements ResultFiles {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async read(path: string) {
    const found = await this.#bucket.get(`results/${path}`);
    return found && { content: found.json, etag: found.etag };
  }

  async write(path: string, content: string) {
    await this.#bucket.put(`results/${path}`, content, { cacheControl: fileCacheControl });
  }

  replace(path: string, content: string, etag: string | undefined) {
    return this.#bucket.put(`results/${path}`, content, { cacheControl: pointerCacheControl, onlyIf: etag ?? 'none' });
  }
}
