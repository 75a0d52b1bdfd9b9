/**
 * A household has 2^64 IPv6 addresses. A /48 network has 65,536 such households, and anybody can get one for free. It counts as four
 * addresses, because some providers give a /48 to a whole town.
 */
export const addressesPerNetwork = 4;

/** The /48 network of an IPv6 address as `viewerAddress` makes it. Undefined for an IPv4 address, which counts alone. */
export const networkOf = (address: string): string | undefined =>
  address.includes(':') ? `${address.split(':', 3).join(':')}::/48` : undefined;
