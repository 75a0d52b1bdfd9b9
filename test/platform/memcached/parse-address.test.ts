import { parseAddress } from '../../../lambdas/platform/memcached/parse-address';

test('an address says nodes, TLS and discovery', () => {
  expect(parseAddress('memcached://a:1,b')).toEqual({
    nodes: [
      { host: 'a', port: 1 },
      { host: 'b', port: 11211 },
    ],
    tls: false,
    discovery: false,
  });
  expect(parseAddress('memcacheds://x.cfg.cache.amazonaws.com:11211?discovery=on')).toMatchObject({
    tls: true,
    discovery: true,
  });
  expect(parseAddress('memcached://a?discovery=on&timeout=250')).toMatchObject({ discovery: true, timeoutMs: 250 });
  expect(parseAddress('memcached://[::1]:5').nodes).toEqual([{ host: '::1', port: 5 }]);
});

test.each([
  '',
  'a:1',
  'http://a:1',
  'memcached://',
  'memcached://a:0',
  'memcached://a:99999',
  'memcached://a,,b',
  'memcached://u:p@a',
  'memcached://a?discovery=maybe',
  'memcached://a?timeout=0',
  'memcached://a?timeout=soon',
])('"%s" is refused with an example of a good one', (url) =>
  expect(() => parseAddress(url)).toThrow('Expected memcached://host:11211'),
);
