import type { Ask } from './stripe-asking';
import type { StripeHttp } from './stripe-http';
import type { StripeIntents } from './stripe-intents';
import { charges } from './stripe-messages';

/** Declines after which no other card is tried. A runner with that many bad cards has to talk to their bank. */
export const mostDeclines = 5;

/** Cancels an intent by one attempt; whether that was done. */
export type CancelOnce = (authorisation: string, deadline: number) => Promise<boolean>;

/**
 * Not repeated like everything else: "this object is locked" means that a card is being tried at this moment, and what
 * the repetition would cancel is the money that card has just brought.
 */
export const cancelOnce =
  (http: StripeHttp, attemptMs: number): CancelOnce =>
  async (authorisation, deadline) => {
    const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}/cancel`;
    // Not void's 'abandoned by whom': what the processor shows beside it should say why.
    const form = { cancellation_reason: 'fraudulent' };
    const answer = await http({ method: 'POST', path, form }, Math.min(attemptMs, Math.max(0, deadline - Date.now())));
    return answer?.status === 200;
  };

interface Needs {
  readonly ask: Ask;
  readonly look: StripeIntents['look'];
  readonly cancel: CancelOnce;
}

/**
 * After a decline: were that enough? Then the intent is canceled, and takes no card any more. A hold would otherwise be a
 * free place to try out stolen cards. Counted by the processor, because nothing else here remembers: whoever pays reaches
 * neither cache nor database, and what a browser carries can be carried again. In doubt another card may be tried.
 * An intent that another card has paid for meanwhile is left alone: its runner has been told that they are in.
 */
export const stripeCardLimit =
  ({ ask, look, cancel }: Needs) =>
  async (authorisation: string, deadline: number): Promise<boolean> => {
    const id = encodeURIComponent(authorisation);
    const tried = await ask({ method: 'GET', path: `/v1/charges?payment_intent=${id}&limit=100` }, charges, deadline);
    if (tried.kind !== 'done') return false;
    if (tried.body.data.filter(({ status }) => status === 'failed').length < mostDeclines) return false;
    const now = await look(authorisation, deadline);
    if (now.kind !== 'done' || now.body.status !== 'requires_payment_method') return false;
    return cancel(authorisation, deadline);
  };
