import { maxTriesPerHold } from '../../domain/hold';
import type { DeclineReason } from '../../domain/money/payment';
import type { Authorisation, CardTry, Processor } from '../ports';
import { type Answer, type CallStripe, unexpectedRefusal } from './call';
import { declineReason, isAboutCard } from './declines';
import { assertIsFor, isFor, isUsedKey, type StripeIntents } from './intents';
import { type Intent, intent } from './messages';

interface Needs {
  readonly callStripe: CallStripe;
  readonly intents: Pick<StripeIntents, 'create' | 'changeAmount' | 'retrieve'>;
}

/** A payment while it is authorised. */
interface Attempt {
  readonly registrationId: string;
  /** What the card is to hold. */
  readonly amount: number;
  readonly triesLeft: number;
  /** In milliseconds since the epoch. */
  readonly deadline: number;
  /** How often it was confirmed after the bank's question. */
  readonly confirmed: number;
}

/** A bank that asks again after each answer is not waited for longer within one request. */
const maxConfirmations = 2;

const unknown: Authorisation = { kind: 'unknown' };
const differs: Authorisation = { kind: 'differs' };
const declined = (reason: DeclineReason, triesLeft: number): Authorisation => ({ kind: 'declined', reason, triesLeft });

/**
 * Tries a card on the PaymentIntent of its registration. Without a limit, a hold would let anybody test stolen cards.
 * So each try has a number, from 1 to the limit in the hold, and the number is part of the idempotency key. The
 * processor accepts each number for one card only, and repeats its first answer to a card that comes again. Nothing
 * else could count here: `pay` reaches neither cache nor database, and a browser can send anything twice.
 *
 * A bank may ask its customer first. Then nothing is held: the intent waits, and the status says for what. So a lost
 * answer, a reload and a second tab are one case: the status says how it goes on.
 */
export const stripeAuthorising = ({ callStripe, intents }: Needs): Pick<Processor, 'authorise' | 'resume'> => {
  const confirm = (id: string, form: Readonly<Record<string, string>>, deadline: number, idempotencyKey?: string) =>
    callStripe(
      {
        method: 'POST',
        path: `/v1/payment_intents/${id}/confirm`,
        form: { ...form, use_stripe_sdk: 'true' },
        ...(idempotencyKey && { idempotencyKey }),
      },
      intent,
      deadline,
    );

  /** What the present status of the intent means. */
  const judge = async (held: Intent, attempt: Attempt): Promise<Authorisation> => {
    const { id, status, client_secret: clientSecret, last_payment_error: error } = held;
    // Another tab pays for another quote: its amount is none that this runner was shown.
    if (held.amount !== attempt.amount && !holdsNothing.has(status)) return differs;
    switch (status) {
      case 'requires_capture':
      case 'succeeded':
        return { kind: 'authorised', authorisation: id };
      case 'requires_action':
        return clientSecret ? { kind: 'action-required', authorisation: id, clientSecret } : unknown;
      case 'requires_confirmation': {
        if (attempt.confirmed === maxConfirmations) return unknown;
        // Without a key, which would repeat for a day what was true at first. The status is the guard: the processor
        // refuses to confirm what is confirmed.
        const answer = await confirm(id, {}, attempt.deadline);
        return (await outcomeOf(answer, id, { ...attempt, confirmed: attempt.confirmed + 1 })) ?? unknown;
      }
      case 'requires_payment_method':
        return declined(error ? declineReason(error) : 'declined', attempt.triesLeft);
      case 'canceled':
        return declined('canceled', 0);
      case 'processing':
        return unknown;
    }
  };

  /** What a confirmation came to. `undefined`: it was refused before the card was tried, and now another may be. */
  const outcomeOf = async (
    answer: Answer<Intent>,
    id: string,
    attempt: Attempt,
  ): Promise<Authorisation | undefined> => {
    if (answer.kind === 'unknown') return outcomeIfClear(await intents.retrieve(id, attempt.deadline), attempt);
    if (answer.kind === 'failure' && answer.failure.code !== 'payment_intent_unexpected_state') {
      if (isAboutCard(answer.failure)) return declined(declineReason(answer.failure), attempt.triesLeft);
      throw unexpectedRefusal('authorise the card', attempt.registrationId, answer.failure);
    }
    const held = answer.kind === 'done' ? answer.body : answer.failure.payment_intent;
    if (held && (!answer.isReplay || isFinal(held))) return judge(held, attempt);
    // A repeated answer says what was true at first.
    const now = await intents.retrieve(id, attempt.deadline);
    if (now.kind !== 'done') return unknown;
    return answer.kind === 'failure' && waitsForCard.has(now.body.status) ? undefined : judge(now.body, attempt);
  };

  /** An intent that waits for a card tells nothing: the bank may be deciding at this moment. */
  const outcomeIfClear = async (answer: Answer<Intent>, attempt: Attempt): Promise<Authorisation> =>
    answer.kind === 'done' && (isFinal(answer.body) || answer.body.status === 'requires_action')
      ? judge(answer.body, attempt)
      : unknown;

  const resume: Processor['resume'] = async (authorisation, payment, deadline) => {
    const { registrationId, cardTries = maxTriesPerHold } = payment;
    const answer = await intents.retrieve(authorisation, deadline);
    if (answer.kind === 'unknown') return answer;
    if (answer.kind === 'failure' && answer.status === 404) return undefined;
    if (answer.kind === 'failure') throw unexpectedRefusal('continue the payment', registrationId, answer.failure);
    const { body: held } = answer;
    const isBegun = held.status !== 'requires_payment_method' || held.last_payment_error;
    if (!isFor(held, payment) || !isBegun) return undefined;
    // One card was tried, or more.
    const triesLeft = Math.max(0, cardTries - 1);
    return judge(held, { registrationId, amount: payment.amount, triesLeft, deadline, confirmed: 0 });
  };

  const tryCard: Processor['authorise'] = async (payment, deadline) => {
    const { registrationId, amount, cardTries = maxTriesPerHold, tried } = payment;
    const opening = tried ? { ...payment, amount: tried.opened } : payment;
    const created = await intents.create(opening, deadline);
    if (created.kind === 'unknown') return created;
    if (created.kind === 'failure' && isUsedKey(created.failure)) return differs;
    if (created.kind === 'failure') throw unexpectedRefusal('create the payment', registrationId, created.failure);
    assertIsFor(created.body, opening);

    const { id } = created.body;
    const isUnchanged = tried && (await asItWas(id, payment, deadline));
    if (isUnchanged) return isUnchanged;

    // The same card may be declined at one amount and pay another, so each quote has numbers of its own. One fewer each
    // time, and none at last: otherwise new quotes would be a way to test cards.
    const most = Math.max(0, cardTries - (tried?.rounds ?? 0));
    const round = tried ? `:round-${tried.rounds}` : '';
    for (let n = 1; n <= most; n++) {
      const answer = await confirm(id, cardIn(payment), deadline, `${registrationId}:card-${n}${round}`);
      // This number was used for another card.
      if (answer.kind === 'failure' && isUsedKey(answer.failure)) continue;
      const attempt = { registrationId, amount, triesLeft: most - n, deadline, confirmed: 0 };
      const outcome = await outcomeOf(answer, id, attempt);
      if (outcome) return outcome;
    }
    // The last card may have been authorised, or its bank may ask.
    const now = await intents.retrieve(id, deadline);
    if (now.kind === 'done' && waitsForCard.has(now.body.status)) return declined('too-many-cards', 0);
    return outcomeIfClear(now, { registrationId, amount, triesLeft: 0, deadline, confirmed: 0 });
  };

  /** Changes the payment's amount. What stands when that cannot be done; `undefined` when it was done. */
  const asItWas = async (
    id: string,
    payment: Parameters<Processor['authorise']>[0],
    deadline: number,
  ): Promise<Authorisation | undefined> => {
    const { registrationId, amount } = payment;
    const changed = await intents.changeAmount(id, payment, deadline);
    if (changed.kind === 'unknown') return changed;
    if (changed.kind === 'done') return changed.body.amount === amount ? undefined : unknown;
    const { failure } = changed;
    if (failure.code !== 'payment_intent_unexpected_state')
      throw unexpectedRefusal('change the amount', registrationId, failure);
    // Money is held, perhaps by this very request, whose answer was lost.
    const now = await intents.retrieve(id, deadline);
    return outcomeIfClear(now, { registrationId, amount, triesLeft: 0, deadline, confirmed: 0 });
  };

  return {
    resume,
    async authorise(payment, deadline) {
      const continued = payment.resume === undefined ? undefined : await resume(payment.resume, payment, deadline);
      return continued ?? tryCard(payment, deadline);
    },
  };
};

const cardIn = ({ confirmationToken, paymentMethod }: CardTry): Readonly<Record<string, string>> => {
  if (confirmationToken !== undefined) return { confirmation_token: confirmationToken };
  if (paymentMethod !== undefined) return { payment_method: paymentMethod };
  throw new Error('There is an amount to authorise, and no card.');
};

const holdsNothing: ReadonlySet<Intent['status']> = new Set(['requires_payment_method', 'canceled', 'processing']);

/** No card changes it any more. */
const isFinal = ({ status }: Intent): boolean =>
  status === 'requires_capture' || status === 'succeeded' || status === 'canceled';

/** Nothing is held, and what was begun with an earlier card is not continued for this one. */
const waitsForCard: ReadonlySet<Intent['status']> = new Set(['requires_payment_method', 'requires_confirmation']);
