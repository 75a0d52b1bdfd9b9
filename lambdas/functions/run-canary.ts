import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { uuid7 } from '../platform/uuid';
import { SignedCanary } from '../races/signed-canary';
import { canaryWorker } from '../watch/canary-worker';
import { instrument } from './wiring/connections/observability';
import { openTokens } from './wiring/connections/proofs';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('run-canary');
const proof = new SignedCanary(openTokens(env).signer);

export const handler = instrument(
  'run-canary',
  canaryWorker({
    site: env.SITE_URL,
    fetch,
    prove: () => proof.sign(),
    newId: uuid7,
    newSecret: () => randomBytes(32).toString('base64url'),
    clock: () => performance.now(),
    wait: async (milliseconds) => {
      await setTimeout(milliseconds);
    },
  }),
);
