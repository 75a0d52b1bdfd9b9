/** A proof of work: find a nonce so that the first 48 bits of SHA-256(token + ':' + nonce) are less than 2^48 / work. */
export interface Challenge {
  readonly token: string;
  readonly work: number;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The constants of SHA-256: the first 32 bits of the fractional parts of roots of primes. 72 literals would be longer. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const beginning = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const schedule = new Int32Array(64);

/**
 * One block of SHA-256 ([FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)): adds `words` to `state`. In plain
 * JavaScript, because `crypto.subtle.digest` is asynchronous and far slower for one small hash after the other.
 */
const digest = (state: Int32Array, words: Int32Array): void => {
  const w = schedule;
  for (let t = 0; t < 16; t++) w[t] = words[t] as number;
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15] as number;
    const y = w[t - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = ((w[t - 16] as number) + s0 + (w[t - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[t] as number) + (w[t] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = ((state[0] as number) + a) | 0;
  state[1] = ((state[1] as number) + b) | 0;
  state[2] = ((state[2] as number) + c) | 0;
  state[3] = ((state[3] as number) + d) | 0;
  state[4] = ((state[4] as number) + e) | 0;
  state[5] = ((state[5] as number) + f) | 0;
  state[6] = ((state[6] as number) + g) | 0;
  state[7] = ((state[7] as number) + h) | 0;
};

const codes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

const wordOf = (n: number): number =>
  ((codes[(n >>> 18) & 63] as number) << 24) |
  ((codes[(n >>> 12) & 63] as number) << 16) |
  ((codes[(n >>> 6) & 63] as number) << 8) |
  (codes[n & 63] as number);

const textOf = (word: number): string =>
  String.fromCharCode(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);

/**
 * Gives a function that tries the next `tries` nonces and returns the first that fits. It begins with nonce number `first` and
 * goes on by `step`, so that several workers share the search. Zeros fill up the block before the last eight characters:
 * so every block but the last is the same for all nonces, and is computed once.
 */
export const createSolver = ({ token, work }: Challenge, first = 0, step = 1) => {
  const head = `${token}:`;
  const zeros = '0'.repeat((64 - (head.length % 64)) % 64);
  const fixed = head + zeros;
  const before = beginning.slice();
  const words = new Int32Array(16);
  for (let at = 0; at < fixed.length; at += 64) {
    for (let n = 0; n < 16; n++)
      words[n] = [0, 1, 2, 3].reduce((word, byte) => (word << 8) | fixed.charCodeAt(at + 4 * n + byte), 0);
    digest(before, words);
  }
  words.fill(0);
  // Eight characters differ for each nonce. After them comes the padding of SHA-256: one bit, and the length in bits.
  words[2] = 0x80000000 | 0;
  words[15] = 8 * (fixed.length + 8);
  const most = 2 ** 48 / work;
  const state = new Int32Array(8);
  let next = first;
  return (tries: number): string | undefined => {
    for (let n = 0; n < tries; n++, next += step) {
      words[0] = wordOf(Math.floor(next / 2 ** 24));
      words[1] = wordOf(next % 2 ** 24);
      state.set(before);
      digest(state, words);
      const first48 = ((state[0] as number) >>> 0) * 2 ** 16 + ((state[1] as number) >>> 16);
      if (first48 < most) return zeros + textOf(words[0] as number) + textOf(words[1] as number);
    }
    return undefined;
  };
};
