import { PostgresReceiptRequests, PostgresReceipts } from '../../../payment/documents/postgres-receipts';
import type { SessionCookie } from '../../../platform/http/session-cookie';
import type { Postgres } from '../../../platform/postgres/postgres';
import { changeReceipt } from '../../../registration/receipt/change-receipt';
import { receiptChangeRoutes, receiptRoutes } from '../../../registration/receipt/routes';
import { showReceipt } from '../../../registration/receipt/show-receipt';
import type { SignedTokens } from '../../../registration/signed-tokens';

interface Proofs {
  readonly tokens: SignedTokens;
  readonly sessions: SessionCookie;
}

/** What runners read of the documents of their payment. A replica is enough: documents are minutes old. */
export const receiptLookups = ({ tokens, sessions }: Proofs, reader: Pick<Postgres, 'query'>) =>
  receiptRoutes({ showReceipt: showReceipt({ tokens, receipts: new PostgresReceipts(reader) }), sessions });

/** What runners change about them before they are issued. */
export const receiptChanges = ({ tokens, sessions }: Proofs, postgres: Postgres) => {
  const receipts = new PostgresReceipts(postgres);
  const change = changeReceipt({ tokens, receipts, requests: new PostgresReceiptRequests(postgres) });
  return receiptChangeRoutes({ change, sessions });
};
