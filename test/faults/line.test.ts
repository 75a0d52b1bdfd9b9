import { lineUpThroughKills, shortLine } from './line';

test('cache, gateway and database are killed while a line calls: the order is kept, and everybody who was called is served', async () => {
  const { checks } = await lineUpThroughKills(shortLine, () => {}, new AbortController().signal);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
}, 600_000);
