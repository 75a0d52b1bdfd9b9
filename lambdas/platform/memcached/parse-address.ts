import type { NodeAddress } from './dial';

/** What a memcached URL says: `memcached://host:11211,host2:11211`, `memcacheds://…` for TLS, `?discovery=on`. */
export interface MemcachedAddress {
  readonly nodes: readonly NodeAddress[];
  readonly tls: boolean;
  /** The nodes are not the cluster but know it: ask them. */
  readonly discovery: boolean;
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
  const discovery = new URLSearchParams(query).get('discovery') ?? 'off';
  if (discovery !== 'on' && discovery !== 'off') throw unreadable(url);
  return { nodes, tls: s === 's', discovery: discovery === 'on' };
};

const unreadable = (url: string) =>
  new Error(
    `"${url}" is not a memcached address. Expected memcached://host:11211 or memcacheds://host:11211 (TLS), ` +
      'several hosts separated by commas, and ?discovery=on for an ElastiCache configuration endpoint.',
  );
