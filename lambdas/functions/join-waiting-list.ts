import { sha256 } from '../platform/signed-tokens';
import { SqsInbox } from '../registration/submit/sqs-inbox';
import { SignedPermits } from '../spots/waiting-list/signed-permits';
import { joinWaitingList } from '../spots/waiting-list/waiting-list';
import { joinRoutes } from '../spots/waiting-list/waiting-routes';
import { now } from './wiring/connections/clock';
import { instrument } from './wiring/connections/observability';
import { openProofs } from './wiring/connections/proofs';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('join-waiting-list');
const { signer, tokens, sessions } = openProofs(env);

const join = joinWaitingList({
  inbox: new SqsInbox(openQueue(env.REGISTRATIONS_QUEUE_URL)),
  permits: new SignedPermits(signer),
  signTicket: (ticket) => tokens.signTicket(ticket),
  hash: sha256,
  now,
});

export const handler = instrument('join-waiting-list', siteApi(env, joinRoutes(join, sessions)));
