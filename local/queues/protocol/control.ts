import * as v from 'valibot';
import type { Directory } from '../queue/directory';
import { faults } from '../queue/fault-injection';
import type { Json } from '../queue/fields';
import { invalid, Problem } from '../queue/problem';
import type { Counts } from './counts';

const hurry = v.strictObject({ seconds: v.pipe(v.number(), v.minValue(0)) });

const read = <Out>(schema: v.GenericSchema<unknown, Out>, input: Json): Out => {
  const { success, output, issues } = v.safeParse(schema, input);
  if (success) return output;
  throw invalid(issues.map(({ message }) => message).join(' '));
};

/**
 * Controls for tests, below /local/ of this server only, for which SQS has no call. `PATCH /local/queues/<name>`: see
 * fault-injection.ts. `POST /local/hurry {"seconds": n}`: all queues behave as if n seconds had passed. `GET /local/counts`: what
 * was asked since the start.
 */
export const controlOf =
  (directory: Directory, counts: Counts) =>
  (asked: string, input: Json): Json => {
    const [, name] = /^PATCH \/local\/queues\/([\w.-]+)$/.exec(asked) ?? [];
    if (name) {
      const queue = directory.byName(name);
      if (queue.fifo) throw invalid('A FIFO queue promises order, and each message once.');
      queue.faults = read(faults, { ...queue.faults, ...input });
      return queue.faults;
    }
    if (asked === 'GET /local/counts') return { ...counts };
    if (asked === 'POST /local/hurry') {
      const { seconds } = read(hurry, input);
      return { hurried: directory.all.reduce((sum, queue) => sum + queue.hurry(seconds), 0) };
    }
    throw new Problem('InvalidAction', `There is no ${asked} here.`);
  };
