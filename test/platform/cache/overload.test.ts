import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import { reply } from '../../../lambdas/platform/http/reply';
import { until } from '../../support/until';
import { requestEvent } from '../http/request-event';
import { heldLoad, openFleet } from './fleet';

const fleet = openFleet();
const hour = { freshSeconds: 3600 };

test('without memcached a slow database is asked by a few, a few more wait, and the rest are told to come back', async () => {
  const cache = fleet.process({ maxLoads: 2, maxWaiting: 3 });
  await fleet.stop();
  const slow = heldLoad<string>();
  let asked = 0;
  const load = () => {
    asked += 1;
    return slow.load();
  };
  const callers = Array.from({ length: 10 }, (_, i) => cache.get(`key:${i}`, load, hour));
  const joining = cache.get('key:0', load, hour);
  const refused = Promise.all(callers.slice(5).map((caller) => caller.catch((error: Error) => error.name)));
  expect(await refused).toEqual(Array(5).fill('OverloadError'));
  expect(asked).toBe(2);

  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const handler = ourApi({ 'GET /api/races': async () => reply(200, await cache.get('one more', load, hour)) });
  const { statusCode, headers } = await handler(requestEvent({ routeKey: 'GET /api/races' }));
  expect([statusCode, headers?.['retry-after']]).toEqual([503, '2']);

  slow.finish('loaded');
  expect(await Promise.all([...callers.slice(0, 5), joining])).toEqual(Array(6).fill('loaded'));
  expect(asked).toBe(5);
  expect(await cache.get('key:9', load, hour)).toBe('loaded');
});

test('a place that was kept for a load that was refused is free for another', async () => {
  const [busy, free] = [fleet.process({ maxLoads: 1, maxWaiting: 0 }), fleet.process({ waitMs: 10_000 })];
  const slow = heldLoad<string>();
  const running = busy.get('a', slow.load, hour);
  await until(slow.hasBegun);
  await expect(busy.get('b', slow.load, hour)).rejects.toThrow('1 loads are running and 0 wait already');
  expect(await free.get('b', async () => 'loaded', hour)).toBe('loaded');
  expect(free.statistics().waits).toBe(0);
  slow.finish('done');
  await running;
});
