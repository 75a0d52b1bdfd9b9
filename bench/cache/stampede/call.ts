import { setTimeout as pause } from 'node:timers/promises';
import { number, object, optional, parse, string } from 'valibot';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { answerParent } from '../child';

/** One process of the crowd: `callers` callers ask for one key at once. It reports how often it had to load. */

const Question = object({
  port: number(),
  key: string(),
  callers: number(),
  loadMs: number(),
  waitMs: optional(number()),
});

let cache: Cache | undefined;

answerParent(async (question) => {
  const { port, key, callers, loadMs, waitMs } = parse(Question, question);
  cache ??= new Cache(openMemcached(`memcached://127.0.0.1:${port}`, { timeoutMs: 5000 }), waitMs ? { waitMs } : {});
  const asked = cache;
  let loads = 0;
  const load = async () => {
    loads += 1;
    await pause(loadMs);
    return { key, loadedBy: process.pid };
  };
  const from = performance.now();
  const values = await Promise.all(
    Array.from({ length: callers }, () => asked.get(key, load, { freshSeconds: 3600, processSeconds: 0 })),
  );
  const loaders = [...new Set(values.map(({ loadedBy }) => loadedBy))];
  return { loads, loaders, answers: values.filter((value) => value.key === key).length, ms: performance.now() - from };
});
