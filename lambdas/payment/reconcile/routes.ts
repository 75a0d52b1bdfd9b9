import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { log } from '../../platform/observability';
import type { ReceiveWebhook } from './receive-webhook';

/** Answers 200 whenever nothing is left to do: after any other status the processor sends the event again. */
export const paymentRoutes = (receive: ReceiveWebhook): Handlers<Route> => ({
  'POST /api/payment-events': async ({ rawBody, headers }) => {
    const received = await receive(rawBody, headers['stripe-signature']);
    if (received.kind === 'forged') {
      log.warn('A webhook was refused.', { cause: received.cause });
      throw new ProblemError('invalid-request', { reason: 'webhook', cause: received.cause });
    }
    return reply(200, { received: received.kind });
  },
});
