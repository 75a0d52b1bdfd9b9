import type { Dispute } from '../../domain/money/dispute';
import type { FailedRefund, RefundNews } from '../../domain/money/payment';
import type { Refunds } from '../ports';
import { type Answer, type CallStripe, timedOut, unexpectedRefusal } from './call';
import { heldPayment, intent, isLost, newsOf, refundPage, sumOf, upToOf, whyLost } from './messages';
import { listRefunds } from './refunds';

interface Needs {
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
  { callStripe, lookupMs = 4500 }: Needs,
  ask: (kind: RefundNews, authorisation: string) => Promise<FailedRefund | Dispute | undefined>,
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
      const { payment_intent: authorisation } = one;
      return newsOf(one).flatMap((kind) => {
        if (authorisation === null || asked.has(`${kind} ${authorisation}`)) return [];
        asked.add(`${kind} ${authorisation}`);
        return { kind, authorisation };
      });
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
 * Finds refunds that the bank returned, of which the database decides whether another refund made up for them, and payments that somebody
 * has given back by hand.
 */
export const stripeRefundNews = (needs: Needs): Refunds => {
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

const byHandOf = ({ callStripe, now, lookupMs = 4500 }: Needs): Refunds['byHand'] => {
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

/**
 * A refund by hand may have come back as well as one of ours. It is owed if an order of ours has counted it, which the database knows, and
 * the `up_to` of a later refund.
 */
const failedOf =
  ({ callStripe, lookupMs = 4500 }: Needs): Refunds['failed'] =>
  async (authorisation) => {
    const deadline = Date.now() + lookupMs;
    const all = known(await listRefunds(callStripe, authorisation, deadline), authorisation)?.data;
    const lost = all?.filter(isLost) ?? [];
    const [latest] = lost;
    if (!all || !latest) return undefined;
    const ours = all.filter(({ metadata }) => metadata?.registration_id);
    const path = `/v1/payment_intents/${encodeURIComponent(authorisation)}`;
    const registrationId =
      ours[0]?.metadata?.registration_id ??
      known(await callStripe({ method: 'GET', path }, intent, deadline), authorisation)?.metadata.registration_id;
    if (!registrationId) return undefined;
    const amount = sumOf(lost);
    const sent = Math.max(0, ...ours.map(upToOf));
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
