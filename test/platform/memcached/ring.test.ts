import { createHash } from 'node:crypto';
import { ring } from '../../../lambdas/platform/memcached/ring';

const keys = Array.from({ length: 20_000 }, (_, i) => `key:${i}`);
const homes = (nodes: readonly string[]) => keys.map(ring(nodes, (name) => name));

test('every node gets its share', () => {
  const shares = new Map<string, number>();
  for (const node of homes(['a:1', 'b:1', 'c:1'])) shares.set(node, (shares.get(node) ?? 0) + 1);
  for (const share of shares.values()) expect(share).toBeGreaterThan(keys.length / 3 / 1.5);
  expect(shares.size).toBe(3);
});

test('the order in which nodes are named does not matter', () => {
  expect(homes(['a:1', 'b:1', 'c:1'])).toEqual(homes(['c:1', 'a:1', 'b:1']));
});

test('a node that leaves moves only its own keys', () => {
  const before = homes(['a:1', 'b:1', 'c:1']);
  const after = homes(['a:1', 'c:1']);
  expect(before.every((node, i) => node === 'b:1' || node === after[i])).toBe(true);
});

test('keys live where every ketama client looks for them', () => {
  const nodes = ['10.0.0.1:11211', '10.0.0.2:11211', '10.0.0.3:11211'];
  const quarters = (text: string) => {
    const bytes = createHash('md5').update(text).digest();
    return [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at));
  };
  const points = nodes.flatMap((node) =>
    Array.from({ length: 40 }, (_, i) => quarters(`${node}-${i}`))
      .flat()
      .map((point) => ({ point, node })),
  );
  const slowly = (key: string) => {
    const [at = 0] = quarters(key);
    const after = points.filter(({ point }) => point >= at);
    return (after.length > 0 ? after : points).reduce((one, other) => (other.point < one.point ? other : one)).node;
  };
  const find = ring(nodes, (name) => name);
  const sample = keys.slice(0, 2000);
  expect(sample.map(find)).toEqual(sample.map(slowly));
});

test('keys with the same part in braces are on one node, wherever that is', () => {
  const find = ring(['a:1', 'b:1', 'c:1'], (name) => name);
  const ids = keys.slice(0, 300);
  for (const id of ids) expect(find(`claiming:{${id}}`)).toBe(find(`claims:{${id}}`));
  expect(new Set(ids.map((id) => find(`claims:{${id}}`))).size).toBe(3);
});

test('a ring without nodes is refused', () => expect(() => ring([], String)).toThrow('at least one'));
