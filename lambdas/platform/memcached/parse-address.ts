import type { NodeAddress } from './dial';

/**
 * The parts of a memcached URL: `memcached://host:11211,host2:11211`, `memcacheds://…` for TLS,
 * `?discovery=on&timeout=250`.
 */
export interface MemcachedAddress {
  readonly nodes: readonly NodeAddress[];
  readonly tls: boolean;
  /** The hosts are not the nodes of the cluster but know them. */
  readonly discovery: boolean;
  /** How long one request may take, in milliseconds, if the URL says so: that depends on how far away the nodes are. */
  readonly timeoutMs?: number;
}

const shape = /^memcached(?<s>s)?:\/\/(?<hosts>[^/?#@]+)\/?(?:\?(?<query>[^#]*))?$/;
const hostAndPort = /^(?:\[(?<v6>[0-9a-fA-F:.]+)\]|(?<name>[A-Za-z0-9._-]+))(?::(?<port>\d{1,5}))?$/;

/** Throws an Error that shows what a memcached URL looks like. */
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
