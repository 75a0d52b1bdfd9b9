import type { NodeAddress } from './dial';

/** What a memcached URL says: `memcached://host:11211,host2:11211`, `memcacheds://…` for TLS, `?discovery=on&timeout=250`. */
export interface MemcachedAddress {
  readonly nodes: readonly NodeAddress[];
  readonly tls: boolean;
  /** The nodes are not the cluster but know it: ask them. */
  readonly discovery: boolean;
  /** How many milliseconds one request may take, where the address says so: distance is a matter of the address. */
  readonly timeoutMs?: number;
}

const shape = /^memcached(?<s>s)?:\/\/(?<hosts>[^/?#@]+)\/?(?:\?(?<query>[^#]*))?$/;
const hostAndPort = /^(?:\[(?<v6>[0-9a-fA-F:.]+)\]|(?<name>[A-Za-z0-9._-]+))(?::(?<port>\d{1,5}))?$/;

/** Throws an Error that says what a memcached address looks like. */
export const parseAddress = (url: string): MemcachedAddress => {
  const { s, hosts = '', query = '' } = shape.exec(url)?.groups ?? {};
  const nodes = hosts.split(',').map((text): NodeAddress => {
    const { v6, name, port = '11211' } = hostAndPort.exec(text)?.groups ?? {};
    const host = v6 ?? name;
    if (!host || Number(port) < 1 || Number(port) > 65_535) throw unreadable(url);
    return { host, port: Number(port) };
  });
  const parameters = new URLSearchParams(query);
  const discovery = parameters.get('discovery') ?? 'off';
  const timeout = parameters.get('timeout');
  if ((discovery !== 'on' && discovery !== 'off') || (timeout !== null && !/^[1-9]\d{0,4}$/.test(timeout)))
    throw unreadable(url);
  return { nodes, tls: s === 's', discovery: discovery === 'on', ...(timeout && { timeoutMs: Number(timeout) }) };
};

const unreadable = (url: string) =>
  new Error(
    `"${url}" is not a memcached address. Expected memcached://host:11211 or memcacheds://host:11211 (TLS), ` +
      'several hosts separated by commas, ?discovery=on for an ElastiCache configuration endpoint, and &timeout=250 for milliseconds of patience.',
  );
