import type { Bucket } from '../../platform/aws/call-s3';
import type { ProofFiles } from './ports';

/** For ever: what a draw was does not change. */
const cacheControl = 'public, max-age=31536000, immutable';

/** Proofs in a bucket. The key of an object is the path by which readers ask for it. */
export class S3ProofFiles implements ProofFiles {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async write(path: string, content: string) {
    const contentType = path.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8';
    await this.#bucket.put(path, content, { cacheControl, contentType, onlyIf: 'none' });
  }
}
