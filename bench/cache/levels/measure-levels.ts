import { number, object, parse, picklist } from 'valibot';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { answerParent } from '../child';
import { keepInFlight } from '../keep-in-flight';
import { racePage } from '../race-page';

/** Runs `Cache.get` in a process of its own. It receives the level to measure, and reports what that took. */

const Question = object({
  port: number(),
  level: picklist(['process', 'memcached', 'load']),
  inFlight: number(),
  ms: number(),
});

const hour = { freshSeconds: 3600 };
const keys = Array.from({ length: 1000 }, (_, i) => `race:${i}`);
let fresh = 0;
let cache: Cache | undefined;

/** A cache that promotes a value at the first read. The values are in memcached before the first question. */
const prepare = async (port: number): Promise<Cache> => {
  const made = new Cache(openMemcached(`memcached://127.0.0.1:${port}`, { timeoutMs: 5000 }), {
    promotion: { threshold: 1, windowSeconds: 10 },
  });
  for (const key of keys) await made.get(key, async () => racePage(key), hour);
  await made.get('hot', async () => racePage('hot'), { ...hour, processSeconds: 3600 });
  return made;
};

answerParent(async (question) => {
  const { port, level, inFlight, ms } = parse(Question, question);
  cache ??= await prepare(port);
  const asked = cache;
  const never = () => Promise.reject(new Error('a load where a hit was meant to be measured'));
  const get = {
    process: () => asked.get('hot', never, { ...hour, processSeconds: 3600 }),
    memcached: (i: number) => asked.get(keys[i % keys.length] ?? '', never, { ...hour, processSeconds: 0 }),
    load: () => {
      const key = `new:${process.pid}:${fresh++}`;
      return asked.get(key, async () => racePage(key), { ...hour, processSeconds: 0 });
    },
  };
  return keepInFlight(inFlight, ms, get[level]);
});
