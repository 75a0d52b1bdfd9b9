import { setTimeout as pause } from 'node:timers/promises';
import { askBeacon } from '../line/draw/ask-beacon';
import { readBeacon } from '../line/draw/chain';
import { drandRelay } from '../line/draw/drand-relay';
import { errandWorker } from '../line/draw/errand-worker';
import { isSignedBy } from '../line/draw/noble-beacon';
import { sqsLineWork } from '../line/draw/sqs-errands';
import { lineKeys } from '../line/pass/signed-passes';
import { openKeyValueStore } from '../platform/aws/call-key-value-store';
import { instrument, log } from './wiring/connections/observability';
import { openSecret } from './wiring/connections/open-secret';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('line-errands');
const keys = openSecret(env.SIGNING_KEYS_SECRET_ID);
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
    edge: openKeyValueStore(env.EDGE_STORE_URL, process.env),
    stampKey: async (lineId) => {
      const [key] = await lineKeys(keys, lineId);
      if (!key) throw new Error('There is no signing key to stamp arrivals with.');
      return key.toString();
    },
    report: sqsLineWork(openQueue(env.LINE_WORK_QUEUE_URL)),
  }),
);
