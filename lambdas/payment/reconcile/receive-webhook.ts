import type { Dispute } from '../../domain/money/dispute';
import type { FailedRefund, HeldPayment } from '../../domain/money/payment';
import type { Disputes, Processor, ProcessorWebhook, Refunds, SettlementQueue, WebhookFault } from '../ports';

interface Needs {
  readonly webhook: ProcessorWebhook;
  readonly processor: Pick<Processor, 'fetch'>;
  readonly refunds: Pick<Refunds, 'failed' | 'byHand'>;
  readonly disputes: Pick<Disputes, 'find'>;
  readonly settlements: SettlementQueue;
}

export type Received =
  | { readonly kind: 'forged'; readonly cause: WebhookFault }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'passed-on' };

export type ReceiveWebhook = (rawBody: string, signature: string | undefined) => Promise<Received>;

/**
 * Takes an event of the processor as a hint only: asks the processor, and passes its answer on. So events may arrive in
 * any order, repeatedly and late.
 */
export const receiveWebhook =
  ({ webhook, processor, refunds, disputes, settlements }: Needs): ReceiveWebhook =>
  async (rawBody, signature) => {
    const passOn = async (...found: readonly (FailedRefund | Dispute | undefined)[]): Promise<Received> => {
      const news = found.filter((one) => one !== undefined);
      if (news.length === 0) return { kind: 'ignored' };
      await settlements.send(news);
      return { kind: 'passed-on' };
    };

    const read = await webhook.open(rawBody, signature);
    if (read.kind === 'forged') return read;
    if (read.kind === 'other') return { kind: 'ignored' };
    if (read.kind === 'disputed') return passOn(await disputes.find(read.dispute));
    if (read.kind === 'refund') {
      const { authorisation, news } = read;
      // At once: the processor may be slow, and waits for an answer.
      const found = await Promise.all([
        news.includes('refunded-by-hand') ? refunds.byHand(authorisation) : undefined,
        news.includes('refund-failed') ? refunds.failed(authorisation) : undefined,
      ]);
      return passOn(...found);
    }

    if (read.kind === 'fraud-warned') {
      const warned = await processor.fetch(read.authorisation);
      if (!warned) return { kind: 'ignored' };
      const { registrationId, authorisation, amount, currency } = warned;
      const { warning } = read;
      await settlements.send([{ registrationId, authorisation, amount, currency, state: 'fraud-warned', warning }]);
      return { kind: 'passed-on' };
    }

    const payment = await processor.fetch(read.claimed.authorisation);
    if (!payment || !isSame(payment, read.claimed)) {
      return { kind: 'forged', cause: 'unknown-payment' };
    }
    if (payment.state !== 'captured' && payment.state !== 'voided') return { kind: 'ignored' };

    const { registrationId, authorisation, amount, taken = amount, currency, state, card } = payment;
    const paidWith = state === 'captured' && card && { card };
    await settlements.send([
      { registrationId, authorisation, amount: taken, currency, state, reason: 'webhook', ...paidWith },
    ]);
    return { kind: 'passed-on' };
  };

const isSame = (a: HeldPayment, b: HeldPayment): boolean =>
  a.registrationId === b.registrationId && a.amount === b.amount && a.currency === b.currency;
