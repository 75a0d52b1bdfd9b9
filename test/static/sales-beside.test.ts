import { earlierThan, lineBeside } from '../../static/console/sales/series';

const hour = 3_600_000;
const opened = Date.parse('2026-03-01T09:00:00Z');
const at = (hours: number) => new Date(opened + hours * hour).toISOString();
const series = {
  grain: 'hour',
  from: at(0),
  to: at(48),
  before: {},
  points: [
    { at: at(0), stands: { half: 3, ten: 2 }, gone: 0 },
    { at: at(5), stands: { ten: 4 }, gone: 1 },
    { at: at(30), stands: { half: 9 }, gone: 0 },
  ],
} as const;

test('the line of an earlier race begins where this one opened, and ends where this one is', () => {
  const now = opened + 365 * 24 * hour + 6 * hour;
  expect(lineBeside(series, 365 * 24 * hour, now)).toEqual([
    [now - 6 * hour, 0],
    [now - 6 * hour, 5],
    [now - hour, 9],
    [now, 9],
  ]);
});

test('an earlier race whose sale is over stays where it ended', () => {
  const now = opened + 365 * 24 * hour + 100 * hour;
  expect(lineBeside(series, 365 * 24 * hour, now).at(-1)).toEqual([now, 18]);
});

test('a race is compared with the one of its name, and never with itself or with a later one', () => {
  const race = (id: string, name: string, year: number) => ({ id, name, opensAt: `${year}-03-01T09:00:00Z` });
  const [own, last, older, other, later] = [
    race('own', 'Lake Run 2027', 2027),
    race('last', 'Lake Run 2026', 2026),
    race('older', '8. Lake Run', 2025),
    race('other', 'Forest Mile', 2026),
    race('later', 'Lake Run 2028', 2028),
  ];
  const forest = { ...other, opensAt: '2026-08-01T09:00:00Z' };
  const { earlier, sameName } = earlierThan(own, [later, older, own, last, forest]);
  expect(earlier.map(({ id }) => id)).toEqual(['other', 'last', 'older']);
  expect(sameName?.id).toBe('last');
  expect(earlierThan(own, [own, forest, later]).sameName).toBeUndefined();
});
