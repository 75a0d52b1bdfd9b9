import { uuid7 } from '../../lambdas/platform/uuid';

test('ids are version 7 in lower case and carry the time', () => {
  const before = Date.now();
  const id = uuid7();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('ids of one process sort in the order they were made, also when the clock goes back', () => {
  const ids = Array.from({ length: 20_000 }, uuid7);
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now - 60_000);
  ids.push(...Array.from({ length: 1000 }, uuid7));
  clock.mockRestore();
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
