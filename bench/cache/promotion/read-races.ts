import { setTimeout as pause } from 'node:timers/promises';
import { number, object, parse, picklist } from 'valibot';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { answerParent } from '../child';
import { racePage } from '../race-page';
import { optionsOf, policies, processSecondsOf } from './policies';
import { zipf } from './zipf';

/** One of several processes that read races. It reports how often it asked memcached, and how many bytes came back. */

const Question = object({
  port: number(),
  policy: picklist(policies),
  keys: number(),
  requests: number(),
  perSecond: number(),
});

answerParent(async (question) => {
  const { port, policy, keys, requests, perSecond } = parse(Question, question);
  const memcached = openMemcached(`memcached://127.0.0.1:${port}`, { timeoutMs: 5000 });
  const cache = new Cache(memcached, optionsOf[policy]);
  const freshness = { freshSeconds: 3600, processSeconds: processSecondsOf[policy] };
  const draw = zipf(keys);
  const from = performance.now();
  for (let done = 0; done < requests; ) {
    // At most 100 at once, however late the process is: the cache's own limit would refuse a crowd of cold keys.
    const due = Math.min(requests, done + 100, Math.ceil(((performance.now() - from) / 1000) * perSecond));
    const keysNow = Array.from({ length: Math.max(0, due - done) }, () => `${policy}:race:${draw(Math.random())}`);
    await Promise.all(keysNow.map((key) => cache.get(key, async () => racePage(key), freshness)));
    done += keysNow.length;
    await pause(5);
  }
  const { requests: asked, bytesReceived: bytes } = memcached.statistics();
  memcached.close();
  return { requests, asked, bytes, loads: cache.statistics().loads };
});
