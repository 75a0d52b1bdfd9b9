/**
 * The client's address, as the CDN saw it with its port (`203.0.113.7:49152`). It can be trusted, because
 * requests without the CDN's secret are refused before. An IPv6 address counts by its /64, which is one household.
 */
export const viewerAddress = (seen = 'unknown'): string => {
  const address = seen
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    // An IPv4 address mapped into IPv6 stays IPv4: their common /64 is no household.
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
  return address.includes(':') ? `${expand(address).slice(0, 4).join(':')}::/64` : address;
};

const expand = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  if (tail === undefined) return before;
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};
