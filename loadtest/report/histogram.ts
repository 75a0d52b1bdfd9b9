/** Buckets for each power of two: a bucket is at most 1/64 (1.6 %) as wide as its values. */
const subBuckets = 64;
const doubled = subBuckets * 2;
/** Values from 0 to 2³¹ − 1: 35 minutes in microseconds. */
const largest = 2 ** 31 - 1;
const bucketCount = doubled + 24 * subBuckets;

const bucketOf = (value: number): number => {
  if (value < doubled) return value;
  const shift = 25 - Math.clz32(value);
  return (shift + 1) * subBuckets + ((value >>> shift) & (subBuckets - 1));
};

const lowestOf = (bucket: number): number =>
  bucket < doubled ? bucket : (subBuckets + (bucket % subBuckets)) * 2 ** (Math.floor(bucket / subBuckets) - 1);

const widthOf = (bucket: number): number => (bucket < doubled ? 1 : 2 ** (Math.floor(bucket / subBuckets) - 1));

export interface Bucket {
  /** The smallest value of the bucket, and the smallest of the next one. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Counts whole numbers in log-linear buckets, as [HdrHistogram](http://hdrhistogram.org) does. A percentile is wrong by
 * 1.6 % at most. Histograms of several generators add up to exactly the one that a single generator would have.
 */
export class Histogram {
  readonly #counts = new Uint32Array(bucketCount);
  #count = 0;
  #sum = 0;
  #max = 0;

  /** Fractions are cut off; a value below 0 counts as 0, and one above 2³¹ − 1 as 2³¹ − 1. */
  record(value: number): void {
    const whole = Math.floor(Math.min(largest, Math.max(0, value)));
    const bucket = bucketOf(whole);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
    this.#sum += whole;
    if (whole > this.#max) this.#max = whole;
  }

  add(other: Histogram): void {
    for (let bucket = 0; bucket < bucketCount; bucket++)
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + (other.#counts[bucket] ?? 0);
    this.#count += other.#count;
    this.#sum += other.#sum;
    this.#max = Math.max(this.#max, other.#max);
  }

  get count(): number {
    return this.#count;
  }

  /** Exact, like the mean. */
  get max(): number {
    return this.#max;
  }

  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  /** The value that this share (0–1) of all values does not exceed, by nearest rank. 0 when there are no values. */
  percentile(share: number): number {
    let left = Math.max(1, Math.ceil(share * this.#count));
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      left -= this.#counts[bucket] ?? 0;
      if (left <= 0) return Math.min(this.#max, lowestOf(bucket) + widthOf(bucket) - 1);
    }
    return 0;
  }

  /** The buckets that are not empty, in order. */
  buckets(): readonly Bucket[] {
    const found: Bucket[] = [];
    this.#counts.forEach((count, bucket) => {
      const from = lowestOf(bucket);
      if (count > 0) found.push({ from, to: from + widthOf(bucket), count });
    });
    return found;
  }

  /** Base64 of 64-bit floats: sum and max, then pairs of a bucket's smallest value and its count. */
  toString(): string {
    const numbers = Float64Array.from([
      this.#sum,
      this.#max,
      ...this.buckets().flatMap(({ from, count }) => [from, count]),
    ]);
    return Buffer.from(numbers.buffer).toString('base64');
  }

  /** Throws when `text` is not written by `toString`. */
  static parse(text: string): Histogram {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length < 16 || bytes.length % 16 !== 0)
      throw new Error(`This is no histogram: it has ${bytes.length} bytes, expected a positive multiple of 16.`);
    const numbers = Array.from({ length: bytes.length / 8 }, (_, n) => bytes.readDoubleLE(n * 8));
    if (!numbers.every((number) => Number.isFinite(number) && number >= 0))
      throw new Error('This is no histogram: it holds something that is not a number from 0.');
    const found = new Histogram();
    [found.#sum = 0, found.#max = 0] = numbers;
    for (let n = 2; n < numbers.length; n += 2) {
      const [from = 0, count = 0] = numbers.slice(n, n + 2);
      found.#counts[bucketOf(Math.min(largest, from))] = count;
      found.#count += count;
    }
    return found;
  }
}
