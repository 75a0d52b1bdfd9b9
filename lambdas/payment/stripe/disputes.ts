import * as v from 'valibot';
import { type Dispute, disputeStatuses } from '../../domain/money/dispute';
import type { Disputes, Processor } from '../ports';
import { type CallStripe, timedOut, unexpectedRefusal } from './call';
import { statusIn } from './messages';

interface Needs {
  readonly callStripe: CallStripe;
  /** Finds the payment that a dispute is of. */
  readonly processor: Pick<Processor, 'fetch'>;
  readonly now: () => Date;
  /** How long one call may take with all its attempts, in milliseconds. */
  readonly lookupMs?: number;
}

/** In milliseconds. A dispute that was opened longer ago is told of only when it has changed, as far as this process knows. */
const freshMs = 6 * 24 * 3600_000;

/** The fields of Stripe's Dispute that we use: https://docs.stripe.com/api/disputes/object */
export const dispute = v.object({
  id: v.pipe(v.string(), v.regex(/^d[pu]_[A-Za-z0-9_]{1,250}$/)),
  object: v.literal('dispute'),
  amount: v.number(),
  currency: v.string(),
  reason: v.string(),
  created: v.number(),
  status: statusIn(disputeStatuses, 'under_review'),
  payment_intent: v.nullable(v.string()),
  is_charge_refundable: v.boolean(),
  evidence_details: v.object({ due_by: v.nullish(v.number()) }),
});

type Found = v.InferOutput<typeof dispute>;

const page = v.object({ data: v.array(dispute), has_more: v.boolean() });
const pageSize = 100;

/** Stripe's disputes. The payment's metadata tells which registration one is of: the dispute itself does not. */
export const stripeDisputes = ({ callStripe, processor, now, lookupMs = 4500 }: Needs): Disputes => {
  /** What was told of disputes before, by id. Disputes are few. */
  const toldBefore = new Map<string, string>();
  const news = (all: readonly Found[], askedAt: Date): readonly Found[] =>
    all.filter(
      (one) => one.created * 1000 >= askedAt.getTime() - freshMs || toldBefore.get(one.id) !== JSON.stringify(one),
    );

  const ours = async (found: Found, askedAt: Date): Promise<readonly Dispute[]> => {
    const { id, payment_intent: authorisation, amount, currency, reason, status, evidence_details } = found;
    const payment = authorisation === null ? undefined : await processor.fetch(authorisation);
    if (!payment) return [];
    const { due_by: dueBy } = evidence_details;
    return [
      {
        registrationId: payment.registrationId,
        state: 'disputed',
        authorisation: payment.authorisation,
        amount,
        currency: currency.toUpperCase(),
        dispute: {
          id,
          reason,
          status,
          ...(dueBy && { dueBy: new Date(dueBy * 1000).toISOString() }),
          refundable: found.is_charge_refundable,
          // Before the answer: what was asked for earlier must not win over what was asked for later.
          fetchedAt: askedAt.toISOString(),
        },
      },
    ];
  };

  async function* pagesOf(
    filter: Readonly<Record<string, string>>,
    onlyNews = false,
  ): AsyncGenerator<readonly Dispute[]> {
    for (let after: string | undefined; ; ) {
      const askedAt = now();
      const query = new URLSearchParams({
        ...filter,
        limit: String(pageSize),
        ...(after && { starting_after: after }),
      });
      const answer = await callStripe({ method: 'GET', path: `/v1/disputes?${query}` }, page, Date.now() + lookupMs);
      if (answer.kind === 'unknown') throw timedOut('which disputes it knows');
      if (answer.kind === 'failure') throw unexpectedRefusal('list its disputes', 'any registration', answer.failure);
      const disputes: Dispute[] = [];
      const chosen = onlyNews ? news(answer.body.data, askedAt) : answer.body.data;
      for (const found of chosen) disputes.push(...(await ours(found, askedAt)));
      yield disputes;
      // Whoever asks for more has passed on what there was.
      if (onlyNews) for (const found of chosen) toldBefore.set(found.id, JSON.stringify(found));
      after = answer.body.data.at(-1)?.id;
      if (!answer.body.has_more || !after) return;
    }
  }

  return {
    async find(id) {
      const askedAt = now();
      const path = `/v1/disputes/${encodeURIComponent(id)}`;
      const answer = await callStripe({ method: 'GET', path }, dispute, Date.now() + lookupMs);
      if (answer.kind === 'unknown') throw timedOut(`what it knows about ${id}`);
      if (answer.kind === 'done') return (await ours(answer.body, askedAt))[0];
      if (answer.status === 404) return undefined;
      throw unexpectedRefusal(`show ${id}`, 'any registration', answer.failure);
    },

    async ofPayment(authorisation) {
      const disputes: Dispute[] = [];
      for await (const some of pagesOf({ payment_intent: authorisation })) disputes.push(...some);
      return disputes;
    },

    since: (from) => pagesOf({ 'created[gte]': String(Math.floor(from.getTime() / 1000)) }, true),
  };
};
