import { viewerAddress } from '../../lambdas/platform/http/request';

test.each([
  ['203.0.113.7:49152', '203.0.113.7'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1:443', '2001:db8:0:0::/64'],
  ['::ffff:203.0.113.7:49152', '203.0.113.7'],
  ['', 'unknown'],
])('the viewer %s counts as %s', (header, address) => {
  expect(viewerAddress(header || undefined)).toBe(address);
});
