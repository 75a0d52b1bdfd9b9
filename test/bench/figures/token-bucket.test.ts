import { tokenBucket } from '../../../bench/figures/servers/token-bucket';

test('a burst is let in at once, then what each second brings, and never more than a burst', () => {
  let now = 0;
  const isLetIn = tokenBucket({ requestsPerSecond: 10, burst: 5 }, () => now);
  const letIn = (tries: number) => Array.from({ length: tries }, isLetIn).filter(Boolean).length;
  expect(letIn(20)).toBe(5);
  now = 100;
  expect(letIn(20)).toBe(1);
  now = 400;
  expect(letIn(20)).toBe(3);
  now = 60_000;
  expect(letIn(20)).toBe(5);
});
