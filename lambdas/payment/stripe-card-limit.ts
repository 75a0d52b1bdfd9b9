import type { Ask } from './stripe-asking';
import { charges, intent } from './stripe-messages';

/** Declines after which no other card is tried. A runner with that many bad cards has to talk to his bank. */
export const mostDeclines = 5;

/**
 * After a decline: were that enough? Then the intent is canceled, and takes no card any more. A hold would otherwise be a
 * free place to try out stolen cards. Counted by the processor, because nothing else here remembers: whoever pays reaches
 * neither cache nor database, and what a browser carries can be carried again. In doubt another card may be tried.
 */
export const stripeCardLimit =
  (ask: Ask) =>
  async (authorisation: string, deadline: number): Promise<boolean> => {
    const id = encodeURIComponent(authorisation);
    const tried = await ask({ method: 'GET', path: `/v1/charges?payment_intent=${id}&limit=100` }, charges, deadline);
    if (tried.kind !== 'done') return false;
    if (tried.body.data.filter(({ status }) => status === 'failed').length < mostDeclines) return false;
    // Not void's 'abandoned by whom': what the processor shows beside it should say why.
    const form = { cancellation_reason: 'fraudulent' };
    const canceled = await ask({ method: 'POST', path: `/v1/payment_intents/${id}/cancel`, form }, intent, deadline);
    return canceled.kind === 'done';
  };
