import { lineUpThroughKills, shortLine } from './line';

test('pollers, cache, gateway and database are killed before, in and after a draw: all are drawn, the order is kept, and everybody who was called is served', async () => {
  const { checks } = await lineUpThroughKills(shortLine, () => {}, new AbortController().signal);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
}, 600_000);
