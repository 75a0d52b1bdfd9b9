import { viewerHeader } from '../../contract';
import type { Request } from './request';

/**
 * Whose request it is, as the CDN saw it (`x-startline-viewer: 203.0.113.7:49152`). It can be believed because
 * requests without the CDN's secret never get here. An IPv6 network counts as one: a household has a whole /64.
 */
export const viewerAddress = ({ headers }: Pick<Request, 'headers'>): string => {
  const address = (headers[viewerHeader] ?? 'unknown')
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    // An IPv4 address in the words of IPv6: all of them together are no household.
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
