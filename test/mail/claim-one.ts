import type { Order } from '../../lambdas/domain/mail-order';
import type { MailLedger } from '../../lambdas/mail/send/ports';

/** Claims one mail by itself. */
export const claimOne = async (ledger: Pick<MailLedger, 'claim'>, order: Order, recipient: string, isPaid = true) => {
  const [state] = await ledger.claim([{ order, recipient, isPaid }]);
  return state;
};
