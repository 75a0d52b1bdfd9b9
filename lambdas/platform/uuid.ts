import { randomBytes } from 'node:crypto';

/** A UUIDv7 has 74 random bits besides time, version and variant. */
const room = 1n << 74n;
let lastMillisecond = 0;
let lastTail = 0n;

/**
 * A UUID version 7 in lower case (https://www.rfc-editor.org/rfc/rfc9562). Ids of one process sort in the order in
 * which they were made, also when the clock goes back.
 */
export const uuid7 = (): string => {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    lastTail = randomBits(9); // 72 of the 74 bits are random; the rest leaves room to count up.
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
