/**
 * An IPv6 address is one of the 2^64 of a household. A network that is rented for nothing, a /48, has 65,536
 * households. It counts as four addresses, because some providers give one household a /56, or a town a /48.
 */
export const addressesPerNetwork = 4;

/** The /48 of an IPv6 address as made by `viewerAddress`; undefined for an IPv4 address, whose network says nothing. */
export const networkOf = (address: string): string | undefined =>
  address.includes(':') ? `${address.split(':', 3).join(':')}::/48` : undefined;
