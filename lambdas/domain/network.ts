/**
 * A household has 2^64 IPv6 addresses. A /48 network has 65,536 such households, and anybody can get one for free. It counts as four
 * addresses, because some providers give a /48 to a whole town.
 */
export const addressesPerNetwork = 4;

/** The /48 network of an IPv6 address as `viewerAddress` makes it. Undefined for an IPv4 address, which counts alone. */
export const networkOf = (address: string): string | undefined =>
  address.includes(':') ? `${address.split(':', 3).join(':')}::/48` : undefined;

/** The network in which one owner easily has many addresses: the /48 of an IPv6 address, and the /24 of an IPv4 one. */
export const neighbourhoodOf = (address: string): string | undefined => {
  const [, head] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  return head === undefined ? networkOf(address) : `${head}.0/24`;
};

/** What a request of this address counts for: the address itself and, for IPv6, its /48. `addresses`: how many addresses it counts as. */
export const callersOf = (address: string): readonly { readonly caller: string; readonly addresses: number }[] => {
  const network = networkOf(address);
  const own = { caller: address, addresses: 1 };
  return network === undefined ? [own] : [own, { caller: network, addresses: addressesPerNetwork }];
};
