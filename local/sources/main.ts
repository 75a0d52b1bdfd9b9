import { setMaxListeners } from 'node:events';
import { eventSources, type QueueName, type Schedule, schedules, sqsName } from '../../lib/event-sources';
import { runAsChild } from '../child-process-main';
import { openQueueClient } from '../queue-client';
import { readSettings } from '../read-settings';
import { deliver } from './deliver';
import { deployed } from './deployed-function';
import { runSchedule } from './run-schedule';

/** `FUNCTIONS`: the folder of the bundles. `SCHEDULE_SCALE`: how many times faster than real time schedules run. */
const { FUNCTIONS: folder, QUEUES_URL: queuesUrl } = readSettings('FUNCTIONS', 'QUEUES_URL');
const scale = Number(process.env.SCHEDULE_SCALE ?? 1);
if (!(scale > 0)) throw new Error(`SCHEDULE_SCALE is ${process.env.SCHEDULE_SCALE}: a number above 0 was expected.`);

/** Work in flight may take this long after SIGTERM. Messages that were cut off are delivered again. */
const stopDeadlineMs = 9_000;

const log = (problem: string, error: unknown) => console.error(problem, error);
// In Lambda this costs one environment. Here all functions share a process, and an unhandled error of one says nothing
// about the others: its invocation ends at its timeout, and its messages are delivered again.
process.on('uncaughtException', (error) => log('A function left an error or a rejection unhandled.', error));

const stopping = new AbortController();
const { signal } = stopping;
// Every poll adds a listener to this signal.
setMaxListeners(0, signal);
const queues = openQueueClient(queuesUrl);
const isQueue = (name: string): name is QueueName => Object.hasOwn(eventSources, name);

/** Those without a condition: nobody has to be told that this machine is away. */
const all: readonly Schedule[] = schedules;
const here = all.filter(({ onlyWith }) => onlyWith === undefined);

const running = [
  ...Object.keys(eventSources)
    .filter(isQueue)
    .map((queue) => {
      const source = eventSources[queue];
      const invoke = deployed({ folder, name: source.delivers, timeoutSeconds: source.timeoutSeconds });
      return deliver({ source, queue: sqsName(queue), queues, invoke, log, signal });
    }),
  ...here.map(({ everyMinutes, runs, timeoutSeconds }) => {
    const invoke = deployed({ folder, name: runs, timeoutSeconds });
    return runSchedule({ name: runs, everyMs: (everyMinutes * 60_000) / scale, invoke, log, signal });
  }),
];

runAsChild('sources', async () => {
  stopping.abort();
  await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, stopDeadlineMs))]);
});
