import type { Receipt } from '../../api/messages/receipts';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { IssuedDocument } from '../../payment/documents/ports';
import type { Handlers } from '../../platform/http/api';
import { neverStored, reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { ReceiptAnswer, ShowReceipt } from './show-receipt';

interface Needs {
  readonly showReceipt: ShowReceipt;
  readonly sessions: Pick<SessionCookie, 'find'>;
}

export const receiptRoutes = ({ showReceipt, sessions }: Needs) =>
  ({
    'GET /api/registrations/{registrationId}/receipt': async (request) => {
      const { registrationId = '' } = request.path;
      const sessionHash = await sessions.find(request);
      const answer = await showReceipt({ registrationId, token: bearerOf(request), sessionHash });
      if (answer.kind !== 'found') throw refusal(answer.kind);
      const { raceId, raceName, documents, dueAt } = answer;
      const body: Receipt = {
        registrationId,
        raceId,
        raceName,
        documents: documents.map(shown),
        ...(dueAt && { dueAt: dueAt.toISOString() }),
      };
      return reply(200, body, neverStored);
    },
  }) satisfies Handlers<Route>;

const refusal = (kind: Exclude<ReceiptAnswer['kind'], 'found'>): ProblemError => {
  switch (kind) {
    case 'not-yours':
      return new ProblemError('not-yours', { reason: 'registration' });
    case 'not-found':
      return new ProblemError('not-found', { reason: 'not-yet-registered' });
    case 'nothing-paid':
      return new ProblemError('not-found', { reason: 'nothing-paid' });
    case 'settling':
      return new ProblemError('still-settling', { retryAfter: 30 });
  }
};

const shown = ({ number, kind, issuedAt, seller, lines, taxes, gross, currency }: IssuedDocument) => ({
  number,
  kind,
  issuedAt: issuedAt.toISOString(),
  seller: {
    name: seller.name,
    address: seller.address,
    country: seller.country,
    ...(seller.taxId !== null && { taxId: seller.taxId }),
  },
  lines: [...lines],
  taxes: [...taxes],
  gross,
  currency,
});
