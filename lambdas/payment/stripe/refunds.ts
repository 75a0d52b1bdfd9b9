import type { Refunding } from '../../domain/money/payment';
import type { Processor, Refund } from '../ports';
import { type CallStripe, unexpectedRefusal } from './call';
import { type Failure, isLost, type Refunded, refund, refunds, sumOf, upToOf, whyLost } from './messages';

interface Needs {
  readonly callStripe: CallStripe;
  readonly settleMs: number;
}

/**
 * Gives money back once. The idempotency key is not enough: Stripe forgets it after 24 hours, repeats the first answer
 * under it, and does not know of refunds made by hand. So the existing refunds are listed before, and once more when
 * the answer is not a clear success.
 * The payment of a group is refunded in steps, one order after the other. An order names the total before and after it.
 * What was given back by hand counts towards the total: only what is left of it goes back.
 */
export const stripeRefunding =
  ({ callStripe, settleMs }: Needs): Processor['refund'] =>
  async (authorisation, refunding) => {
    const { registrationId, amount, before = 0 } = refunding;
    const deadline = Date.now() + settleMs;
    const existing = await listRefunds(callStripe, authorisation, deadline - (settleMs * 2) / 3);
    if (existing.kind === 'unknown') return existing;
    if (existing.kind === 'failure')
      throw unexpectedRefusal(`list refunds of ${authorisation}`, registrationId, existing.failure);
    const next = nextOf(existing.body.data, refunding);
    if (next.kind !== 'due') return next;

    const key = `${registrationId}:refund:${amount}`;
    const answer = await callStripe(
      {
        method: 'POST',
        path: '/v1/refunds',
        // For a rest another one: the order may have met the refund by hand before, and been refused with its usual amount.
        idempotencyKey: next.from === before ? key : `${key}:from-${next.from}`,
        form: {
          payment_intent: authorisation,
          amount: String(amount - next.from),
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
      return unlessDue(nextOf([answer.body, ...existing.body.data], refunding)) ?? { kind: 'unknown' };
    }
    const after = await listRefunds(callStripe, authorisation, deadline);
    const found = after.kind === 'done' ? unlessDue(nextOf(after.body.data, refunding)) : undefined;
    if (found) return found;
    if (answer.kind !== 'failure') return answer;
    if (answer.failure.code === 'charge_disputed') return { kind: 'disputed' };
    return { kind: 'failed', reason: reasonOf(answer.failure) };
  };

/** Every refund of one payment, also those made by hand. */
export const listRefunds = (callStripe: CallStripe, authorisation: string, deadline: number) => {
  const query = new URLSearchParams({ payment_intent: authorisation, limit: '100' });
  return callStripe({ method: 'GET', path: `/v1/refunds?${query}` }, refunds, deadline);
};

/** A refund is still to be made, from so much that was given back so far. */
interface Due {
  readonly kind: 'due';
  readonly from: number;
}

const unlessDue = (next: Refund | Due): Refund | undefined => (next.kind === 'due' ? undefined : next);

/** What the refunds of a payment say about the one that is wanted. */
const nextOf = (
  all: readonly Refunded[],
  { registrationId, amount, before = 0, currency }: Refunding,
): Refund | Due => {
  const ours = all.filter(({ metadata }) => metadata?.registration_id === registrationId);
  const standing = all.filter((one) => !isLost(one));
  const byHand = sumOf(standing.filter((one) => !ours.includes(one)));
  // A later order is given only after this one was carried out: so this order is late or a repetition.
  if (ours.some((one) => upToOf(one) > amount)) return { kind: 'refunded' };
  // Failures of earlier steps were recorded then and are paid by hand: this step does not make up for them.
  const lostBefore = sumOf(ours.filter((one) => isLost(one) && upToOf(one) <= before));
  const given = sumOf(standing) + lostBefore;
  const byUs = sumOf(standing.filter((one) => ours.includes(one) && upToOf(one) === amount));
  const counted = byHand > 0 && amount - before - byUs;
  const done: Refund = { kind: 'refunded', ...(counted && { byHand: counted }) };
  const isSame = standing.every((one) => one.currency === currency.toLowerCase());
  const isWaiting = standing.some(({ status }) => status === 'requires_action');
  if (isSame && byHand > 0 && given > before && !ours.some(isLost) && !isWaiting)
    return given < amount ? { kind: 'due', from: given } : done;
  // Where the bank sent something back, it cannot be known whether a refund by hand was for this step or for that.
  const possibleTotals = [given, given - Math.min(byHand, lostBefore)];
  const isClear = possibleTotals.includes(amount) !== possibleTotals.includes(before);
  if (isSame && isClear && possibleTotals.includes(amount)) return isWaiting ? { kind: 'unknown' } : done;
  // Stripe has the money again and does not send it a second time: somebody has to ask the runner where to send it.
  const lost = ours.find((one) => isLost(one) && upToOf(one) === amount);
  if (lost) return { kind: 'failed', reason: `the refund was ${whyLost(lost)}` };
  if (isSame && isClear) return { kind: 'due', from: before };
  return { kind: 'failed', reason: `${given} were given back already` };
};

const reasonOf = ({ type, code, message }: Failure): string => `${code ?? type}: ${message ?? 'no reason given'}`;
