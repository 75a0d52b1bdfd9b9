import { randomBytes } from 'node:crypto';

/** Below the version and variant bits a UUIDv7 has 74 bits of its own. */
const room = 1n << 74n;
let lastMillisecond = 0;
let lastTail = 0n;

/** A UUID version 7 (RFC 9562), lower case. Those of one process sort in the order they were made, also when the clock goes back. */
export const uuid7 = (): string => {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    lastTail = randomBits(9); // 72 bits: the top is left free to count into.
  } else {
    lastTail += 1n + randomBits(4);
    if (lastTail >= room) {
      lastMillisecond += 1;
      lastTail = randomBits(9);
    }
  }
  const high = (0x7n << 12n) | (lastTail >> 62n);
  const low = (0b10n << 62n) | (lastTail & ((1n << 62n) - 1n));
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const tail = low.toString(16).padStart(16, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${high.toString(16)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
};

const randomBits = (bytes: number): bigint => BigInt(`0x${randomBytes(bytes).toString('hex')}`);
