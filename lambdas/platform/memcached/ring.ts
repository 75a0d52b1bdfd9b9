import { createHash } from 'node:crypto';

const pointsPerNode = 160;

/**
 * Consistent hashing (Ketama): every node has many points on a circle, and a key belongs to the next point. When a node
 * comes or goes, only its own keys move. Of a key with `{…}` only that part counts, as in Redis: keys with the same part are on one
 * node, which does in their order what is sent to it at once.
 */
export const ring = <Node>(nodes: readonly Node[], nameOf: (node: Node) => string): ((key: string) => Node) => {
  const [only] = nodes;
  if (only === undefined) throw new Error('a ring needs at least one memcached node');
  if (nodes.length === 1) return () => only;

  const points = nodes
    .flatMap((node) => pointsOf(nameOf(node)).map((at) => ({ at, node })))
    .sort((one, other) => one.at - other.at);
  const circle = Uint32Array.from(points, ({ at }) => at);
  return (key) => (points[firstAtOrAfter(circle, pointOf(digest(placedBy(key)), 0))] ?? points[0])?.node ?? only;
};

const placedBy = (key: string): string => /\{([^}]+)\}/.exec(key)?.[1] ?? key;
const digest = (text: string): Buffer => createHash('md5').update(text).digest();
const pointOf = (bytes: Buffer, quarter: number): number => bytes.readUInt32LE(quarter * 4);

const pointsOf = (name: string): number[] =>
  Array.from({ length: pointsPerNode / 4 }, (_, i) => digest(`${name}-${i}`)).flatMap((bytes) =>
    [0, 1, 2, 3].map((quarter) => pointOf(bytes, quarter)),
  );

const firstAtOrAfter = (circle: Uint32Array, point: number): number => {
  let low = 0;
  let high = circle.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((circle[middle] ?? 0) < point) low = middle + 1;
    else high = middle;
  }
  return low;
};
