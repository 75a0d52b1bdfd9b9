import type { Bucket } from '../platform/aws/call-s3';
import type { CapacityState, CapacityStates } from './ports';

/** The console, which cannot ask Lambda, reads it: lambdas/sales/s3-capacity.ts. */
const key = 'state/capacity.json';

export class S3CapacityStates implements CapacityStates {
  readonly #bucket: Pick<Bucket, 'put'>;

  constructor(bucket: Pick<Bucket, 'put'>) {
    this.#bucket = bucket;
  }

  async keep(state: CapacityState): Promise<void> {
    await this.#bucket.put(key, JSON.stringify(state), { cacheControl: 'no-store' });
  }
}
