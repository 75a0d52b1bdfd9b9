import { setTimeout as pause } from 'node:timers/promises';
import { askBeacon } from '../line/draw/ask-beacon';
import { readBeacon } from '../line/draw/chain';
import { drandRelay } from '../line/draw/drand-relay';
import { errandWorker } from '../line/draw/errand-worker';
import { isSignedBy } from '../line/draw/noble-beacon';
import { sqsLineWork } from '../line/draw/sqs-errands';
import { instrument, log } from './wiring/connections/observability';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('line-errands');
const { chain, relays } = readBeacon(env.BEACON_URLS);

export const handler = instrument(
  'line-errands',
  errandWorker({
    askBeacon: askBeacon({
      relays: relays.map(drandRelay),
      isSigned: (round, signature) => isSignedBy(chain, round, signature),
      now: Date.now,
      pause,
      distrust: (round, relay) =>
        log.warn('A relay of the beacon said what nobody signed.', { round, relay: relays[relay] }),
    }),
    report: sqsLineWork(openQueue(env.LINE_WORK_QUEUE_URL)),
  }),
);
