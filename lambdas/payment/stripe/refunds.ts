import type { Dispute } from '../../domain/money/dispute';
import type { FailedRefund, Refunding } from '../../domain/money/payment';
import type { Processor, Refund, Refunds } from '../ports';
import { type Answer, type CallStripe, timedOut, unexpectedRefusal } from './call';
import {
  type Failure,
  heldPayment,
  intent,
  isLost,
  newsOf,
  type Refunded,
  refund,
  refundPage,
  refunds,
  sumOf,
  upToOf,
  whyLost,
} from './messages';

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

interface FailedNeeds {
  readonly callStripe: CallStripe;
  readonly now: () => Date;
  /** How long the lookup may take with all its attempts, in milliseconds. */
  readonly lookupMs?: number;
}

/** What Stripe, when asked, says of this payment; `undefined` when it knows none. */
const known = <T>(answer: Answer<T>, authorisation: string): T | undefined => {
  if (answer.kind === 'done') return answer.body;
  if (answer.kind === 'unknown') throw timedOut(`what became of the refunds of ${authorisation}`);
  if (answer.status === 404) return undefined;
  throw unexpectedRefusal(`tell of the refunds of ${authorisation}`, 'any registration', answer.failure);
};

const pageSize = 100;
/** Of how many payments of a page Stripe is asked at once: it takes a hundred requests a second. */
const mostAtOnce = 10;
/** Reading them takes a minute. More are made within minutes only for a large race that is cancelled, and those are ours. */
const mostListed = 20_000;

/** Finds what refunds tell, and asks about the payment of each. */
async function* newsSince(
  { callStripe, lookupMs = 4500 }: FailedNeeds,
  ask: (
    kind: 'refunded-by-hand' | 'refund-failed',
    authorisation: string,
  ) => Promise<FailedRefund | Dispute | undefined>,
  from: Date,
): ReturnType<Refunds['since']> {
  const asked = new Set<string>();
  let after: string | undefined;
  for (let listed = 0; listed < mostListed; listed += pageSize) {
    const query = new URLSearchParams({
      'created[gte]': String(Math.floor(from.getTime() / 1000)),
      limit: String(pageSize),
      ...(after && { starting_after: after }),
    });
    const answer = await callStripe({ method: 'GET', path: `/v1/refunds?${query}` }, refundPage, Date.now() + lookupMs);
    if (answer.kind === 'unknown') throw timedOut('which refunds it made');
    if (answer.kind === 'failure') throw unexpectedRefusal('list its refunds', 'any registration', answer.failure);
    const toAsk = answer.body.data.flatMap((one) => {
      const kind = newsOf(one);
      const { payment_intent: authorisation } = one;
      if (!kind || authorisation === null || asked.has(`${kind} ${authorisation}`)) return [];
      asked.add(`${kind} ${authorisation}`);
      return { kind, authorisation };
    });
    const news: (FailedRefund | Dispute)[] = [];
    for (let at = 0; at < toAsk.length; at += mostAtOnce) {
      const some = toAsk.slice(at, at + mostAtOnce);
      const found = await Promise.all(some.map(({ kind, authorisation }) => ask(kind, authorisation)));
      news.push(...found.filter((one) => one !== undefined));
    }
    yield news;
    after = answer.body.data.at(-1)?.id;
    if (!answer.body.has_more || !after) return;
  }
}

/**
 * Finds refunds of ours that the bank returned, of which the database decides whether another refund made up for them, and payments that
 * somebody has given back by hand.
 */
export const stripeRefundNews = (needs: FailedNeeds): Refunds => {
  const news = { byHand: byHandOf(needs), failed: failedOf(needs) };
  return {
    ...news,
    since: (from) =>
      newsSince(
        needs,
        (kind, authorisation) =>
          kind === 'refunded-by-hand' ? news.byHand(authorisation) : news.failed(authorisation),
        from,
      ),
  };
};

const byHandOf = ({ callStripe, now, lookupMs = 4500 }: FailedNeeds): Refunds['byHand'] => {
  /** An account may serve other shops. Whose a payment is does not change, so Stripe is asked once. */
  const others = new Set<string>();
  return async (authorisation) => {
    if (others.has(authorisation)) return undefined;
    const askedAt = now();
    const deadline = Date.now() + lookupMs;
    const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}`;
    const paid = known(await callStripe({ method: 'GET', path }, intent, deadline), authorisation);
    const payment = paid && heldPayment(paid);
    if (!payment) others.add(authorisation);
    const all = payment && known(await listRefunds(callStripe, authorisation, deadline), authorisation)?.data;
    if (!paid || !payment || !all) return undefined;
    const byHand = all.filter(({ metadata }) => !metadata?.registration_id);
    if (byHand.length === 0) return undefined;
    const standing = byHand.filter((one) => !isLost(one));
    const givenBack = sumOf(all.filter((one) => !isLost(one)));
    const isAll = standing.length > 0 && givenBack >= paid.amount_received;
    const { registrationId, currency } = payment;
    return {
      registrationId,
      state: 'disputed',
      authorisation,
      amount: sumOf(isAll ? standing : byHand),
      currency,
      dispute: {
        id: authorisation,
        reason: 'given back at the processor',
        status: isAll ? 'refunded' : 'returned',
        refundable: !isAll,
        givenBack,
        fetchedAt: askedAt.toISOString(),
      },
    };
  };
};

const failedOf =
  ({ callStripe, lookupMs = 4500 }: FailedNeeds): Refunds['failed'] =>
  async (authorisation) => {
    const all = known(await listRefunds(callStripe, authorisation, Date.now() + lookupMs), authorisation)?.data;
    if (!all) return undefined;
    const ours = all.filter(({ metadata }) => metadata?.registration_id);
    const lost = ours.filter(isLost);
    const [latest] = lost;
    const registrationId = latest?.metadata?.registration_id;
    if (!latest || !registrationId) return undefined;
    const amount = sumOf(lost);
    const sent = Math.max(...ours.map(upToOf));
    const standing = sumOf(all.filter((one) => !isLost(one)));
    return {
      registrationId,
      state: 'refund-failed',
      authorisation,
      amount,
      currency: latest.currency.toUpperCase(),
      ...(sent !== amount && { sent }),
      ...(standing > 0 && { standing }),
      reason: whyLost(latest),
    };
  };
