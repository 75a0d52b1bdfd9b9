import { resolve } from 'node:path';
import { number, object } from 'valibot';
import { startChild } from '../start-child';
import { type Policy, policies } from './policies';

export interface Readers {
  readonly processes: number;
  readonly keys: number;
  /** Requests of each process. */
  readonly requests: number;
  readonly perSecond: number;
}

export interface Traffic {
  readonly policy: Policy;
  /** Requests to memcached, and bytes received from it, for a thousand calls of `Cache.get`. */
  readonly askedPerThousand: number;
  readonly bytesPerThousand: number;
  readonly loads: number;
}

const Said = object({ requests: number(), asked: number(), bytes: number(), loads: number() });

/**
 * Runs the same readers under each policy, on keys of its own. It counts what memcached is asked for once its values
 * are there.
 */
export const comparePolicies = async (port: number, { processes, ...readers }: Readers): Promise<Traffic[]> => {
  const file = resolve('bench/cache/promotion/read-races.ts');
  const children = Array.from({ length: processes }, () => startChild(file));
  const traffic: Traffic[] = [];
  try {
    for (const policy of policies) {
      const question = { port, policy, ...readers };
      const read = () => Promise.all(children.map((child) => child.ask(question, Said)));
      // Each answer comes from a new cache; the first round only fills memcached.
      await read();
      const said = await read();
      const sum = (of: (one: (typeof said)[number]) => number) => said.reduce((total, one) => total + of(one), 0);
      const thousands = sum(({ requests }) => requests) / 1000;
      traffic.push({
        policy,
        askedPerThousand: sum(({ asked }) => asked) / thousands,
        bytesPerThousand: sum(({ bytes }) => bytes) / thousands,
        loads: sum(({ loads }) => loads),
      });
    }
    return traffic;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
};
