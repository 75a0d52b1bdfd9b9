import { dial, type NodeAddress, type NodeOptions, nameOf } from './dial';
import { MemcachedError } from './memcached';

/** The nodes of an ElastiCache cluster. The version grows with every change. */
export interface Cluster {
  readonly version: number;
  readonly nodes: readonly NodeAddress[];
}

const maxReplyBytes = 64 * 1024;

/**
 * Asks one address for the nodes of its cluster, on a connection of its own. Throws MemcachedError.
 * https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/AutoDiscovery.AddingToYourClientLibrary.html
 */
export const discover = async (
  address: NodeAddress,
  options: Omit<NodeOptions, 'firstTimeoutMs'>,
): Promise<Cluster> => {
  const socket = await dial(address, options);
  const unusable = (why: string) => new MemcachedError('server', `${nameOf(address)} did not name its cluster: ${why}`);
  let late: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      // Not at once: if our own process was stopped, the answer may be here already, and is read before an immediate
      // runs.
      const giveUp = () => setImmediate(reject, unusable(`no answer within ${options.timeoutMs} ms`));
      late = setTimeout(giveUp, options.timeoutMs);
      socket.once('close', () => reject(unusable('it closed the connection')));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (text.endsWith('\r\nEND\r\n') || /^\S*ERROR.*\r\n/.test(text)) resolve(text);
        else if (text.length > maxReplyBytes) reject(unusable('its answer has no end'));
      });
      socket.write('config get cluster\r\n');
    });
    const cluster = readCluster(answer);
    if (!cluster) throw unusable(`it said ${JSON.stringify(answer.slice(0, 120))}; is discovery=on meant for it?`);
    return cluster;
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
};

const readCluster = (answer: string): Cluster | undefined => {
  const found = /^CONFIG cluster \d+ \d+\r\n(\d{1,15})\n([^\r\n]*)\n?\r\nEND\r\n$/.exec(
    answer.replaceAll('\n\r\n', '\r\n'),
  );
  if (!found) return undefined;
  const [, version = '', list = ''] = found;
  const nodes = list.split(' ').filter(Boolean).map(readNode);
  const known = nodes.filter((node) => node !== undefined);
  return known.length > 0 && known.length === nodes.length ? { version: Number(version), nodes: known } : undefined;
};

/** `host|ip|port`. The host is preferred, because certificates name it; without one, the ip. */
const readNode = (text: string): NodeAddress | undefined => {
  const found = /^([A-Za-z0-9._-]*)\|([0-9a-fA-F.:]*)\|(\d{1,5})$/.exec(text);
  const host = found?.[1] || found?.[2];
  return host ? { host, port: Number(found?.[3]) } : undefined;
};
