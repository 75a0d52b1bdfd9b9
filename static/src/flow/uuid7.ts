/** A UUID version 7: `now` in milliseconds, the rest random. */
export const uuid7 = (now: number, random: Uint8Array): string => {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  const hex = Array.from(random.slice(0, 10), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((random[9] ?? 0) & 0x3) | 0x8;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant.toString(16)}${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
};
