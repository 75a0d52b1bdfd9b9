import type { Refunding } from '../../domain/money/payment';
import type { Processor, Refund } from '../ports';
import { type CallStripe, unexpectedRefusal } from './call';
import { type Failure, intent, isLost, type Refunded, refund, refunds, sumOf, upToOf, whyLost } from './messages';

interface Needs {
  readonly callStripe: CallStripe;
  readonly settleMs: number;
}

/**
 * Gives money back once. The idempotency key is not enough: Stripe forgets it after 24 hours, repeats the first answer
 * under it, and does not know of refunds made by hand. So the existing refunds are listed before, and once more when
 * the answer is not a clear success.
 * The payment of a group is refunded in steps, one order after the other. An order names the total before and after it,
 * and a refund is made only if the total so far is the former. Where all that was taken is to go back, what is left of it goes
 * back, whatever was given back by hand before.
 */
export const stripeRefunding = ({ callStripe, settleMs }: Needs): Processor['refund'] => {
  /**
   * How much of all that was taken is left after refunds by hand: where all of it is to go back, or nothing is left. Otherwise nobody knows
   * what those were for. Nor if the bank sent a refund of ours back, for which one of them may be.
   */
  const leftOfAll = async (
    authorisation: string,
    all: readonly Refunded[],
    { amount, before = 0, currency }: Refunding,
    deadline: number,
  ): Promise<number | undefined> => {
    const given = sumOf(all);
    if (given <= before || all.some((one) => isLost(one) || one.status === 'requires_action')) return undefined;
    const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}`;
    const answer = await callStripe({ method: 'GET', path }, intent, deadline);
    if (answer.kind !== 'done' || answer.body.currency !== currency.toLowerCase()) return undefined;
    const { amount_received: taken } = answer.body;
    return taken === amount || taken === given ? taken - given : undefined;
  };

  return async (authorisation, refunding) => {
    const { registrationId, amount } = refunding;
    const deadline = Date.now() + settleMs;
    const existing = await listRefunds(callStripe, authorisation, deadline - (settleMs * 2) / 3);
    if (existing.kind === 'unknown') return existing;
    if (existing.kind === 'failure')
      throw unexpectedRefusal(`list refunds of ${authorisation}`, registrationId, existing.failure);
    const outcome = outcomeOf(existing.body.data, refunding);
    const left =
      outcome?.kind === 'failed'
        ? await leftOfAll(authorisation, existing.body.data, refunding, deadline - settleMs / 2)
        : undefined;
    if (left === 0) return { kind: 'refunded' };
    if (outcome && left === undefined) return outcome;

    const before = left === undefined ? (refunding.before ?? 0) : amount - left;
    const key = `${registrationId}:refund:${amount}`;
    const answer = await callStripe(
      {
        method: 'POST',
        path: '/v1/refunds',
        // For a rest another one: the order may have met the refund by hand before, and been refused with its usual amount.
        idempotencyKey: left === undefined ? key : `${key}:from-${before}`,
        form: {
          payment_intent: authorisation,
          amount: String(amount - before),
          'metadata[registration_id]': registrationId,
          'metadata[up_to]': String(amount),
        },
      },
      refund,
      deadline - settleMs / 3,
    );
    if (answer.kind === 'done') {
      if (answer.body.payment_intent !== authorisation)
        throw new Error(`The processor refunded ${answer.body.payment_intent} in place of ${authorisation}.`);
      return outcomeOf([answer.body, ...existing.body.data], refunding) ?? { kind: 'unknown' };
    }
    const after = await listRefunds(callStripe, authorisation, deadline);
    const found = after.kind === 'done' ? outcomeOf(after.body.data, refunding) : undefined;
    if (found) return found;
    if (answer.kind !== 'failure') return answer;
    if (answer.failure.code === 'charge_disputed') return { kind: 'disputed' };
    return { kind: 'failed', reason: reasonOf(answer.failure) };
  };
};

/** Every refund of one payment, also those made by hand. */
export const listRefunds = (callStripe: CallStripe, authorisation: string, deadline: number) => {
  const query = new URLSearchParams({ payment_intent: authorisation, limit: '100' });
  return callStripe({ method: 'GET', path: `/v1/refunds?${query}` }, refunds, deadline);
};

/** What the refunds of a payment say about the one that is wanted; `undefined` when it is still to be made. */
const outcomeOf = (
  all: readonly Refunded[],
  { registrationId, amount, before = 0, currency }: Refunding,
): Refund | undefined => {
  const ours = all.filter(({ metadata }) => metadata?.registration_id === registrationId);
  // A later order is given only after this one was carried out: so this order is late or a repetition.
  if (ours.some((one) => upToOf(one) > amount)) return { kind: 'refunded' };
  const standing = all.filter((one) => !isLost(one));
  // Failures of earlier steps were recorded then and are paid by hand: this step does not make up for them.
  const lostBefore = sumOf(ours.filter((one) => isLost(one) && upToOf(one) <= before));
  // Refunds by hand count, too. It cannot be known whether they were for this step or for an earlier failure.
  const byHand = sumOf(standing.filter((one) => !ours.includes(one)));
  const given = sumOf(standing) + lostBefore;
  const possibleTotals = [given, given - Math.min(byHand, lostBefore)];
  const isClear = possibleTotals.includes(amount) !== possibleTotals.includes(before);
  const isSame = standing.every((one) => one.currency === currency.toLowerCase());
  if (isSame && isClear && possibleTotals.includes(amount))
    return { kind: standing.some(({ status }) => status === 'requires_action') ? 'unknown' : 'refunded' };
  // Stripe has the money again and does not send it a second time: somebody has to ask the runner where to send it.
  const lost = ours.find((one) => isLost(one) && upToOf(one) === amount);
  if (lost) return { kind: 'failed', reason: `the refund was ${whyLost(lost)}` };
  if (isSame && isClear) return undefined;
  return { kind: 'failed', reason: `${given} were given back already` };
};

const reasonOf = ({ type, code, message }: Failure): string => `${code ?? type}: ${message ?? 'no reason given'}`;
