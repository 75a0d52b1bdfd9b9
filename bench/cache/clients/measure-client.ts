import { number, object, parse, picklist } from 'valibot';
import { answerParent } from '../child';
import { keepInFlight } from '../keep-in-flight';
import type { Client } from './client';
import { contestants, openers } from './contestants';
import { operations } from './operations';

/** Runs one client in a process of its own. It receives what to repeat, and reports what that took. */

const Question = object({
  port: number(),
  contestant: picklist(contestants),
  operation: picklist(operations),
  inFlight: number(),
  ms: number(),
});

const keys = Array.from({ length: 1000 }, (_, i) => `race:${i}:page`);
const counters = keys.map((key) => `${key}:counter`);
const value = 'x'.repeat(100);

let client: Client | undefined;

/** Checks the client's answers once: speed without right answers is worth nothing. */
const prepare = async (opened: Client): Promise<Client> => {
  for (const key of keys) await opened.set(key, value);
  for (const counter of counters) await opened.set(counter, '1');
  const read = String(await opened.get('race:7:page'));
  const counted = Number(await opened.increment('race:7:page:counter'));
  if (read !== value || counted !== 2) throw new Error(`read ${read} and counted ${counted} where 2 was expected`);
  return opened;
};

answerParent(async (question) => {
  const { port, contestant, operation, inFlight, ms } = parse(Question, question);
  client ??= await prepare(await (await openers[contestant]()).open(port));
  const asked = client;
  const at = (list: readonly string[], i: number) => list[i % list.length] ?? '';
  const run = {
    get: (i: number) => asked.get(at(keys, i)),
    set: (i: number) => asked.set(at(keys, i), value),
    increment: (i: number) => asked.increment(at(counters, i)),
  };
  return keepInFlight(inFlight, ms, run[operation]);
});
