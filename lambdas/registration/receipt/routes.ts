import { billing, type Receipt, type ReceiptRequested } from '../../api/messages/receipts';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import { cardName } from '../../domain/money/payment';
import type { Billing } from '../../payment/documents/document';
import type { Handlers } from '../../platform/http/api';
import { neverStored, reply } from '../../platform/http/reply';
import { bearerOf, type Request } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { ChangeReceipt } from './change-receipt';
import type { NoReceipt, ShownDocument, ShowReceipt } from './show-receipt';

interface Needs {
  readonly sessions: Pick<SessionCookie, 'find'>;
}

const accessRequestOf = async ({ sessions }: Needs, request: Request) => ({
  registrationId: request.path.registrationId ?? '',
  token: bearerOf(request),
  sessionHash: await sessions.find(request),
});

export const receiptRoutes = ({ showReceipt, ...needs }: Needs & { readonly showReceipt: ShowReceipt }) =>
  ({
    'GET /api/registrations/{registrationId}/receipt': async (request) => {
      const access = await accessRequestOf(needs, request);
      const answer = await showReceipt(access);
      if (answer.kind !== 'found') throw refusal(answer.kind);
      const { raceId, raceName, documents, card, dueAt } = answer;
      const body: Receipt = {
        registrationId: access.registrationId,
        raceId,
        raceName,
        documents: documents.map(shown),
        ...(card && { card: cardName(card) }),
        ...(dueAt && { dueAt: dueAt.toISOString() }),
        ...(answer.billing && { billing: addressee(answer.billing) }),
        ...(answer.asksForBuyer && { asksForBuyer: true as const }),
      };
      return reply(200, body, neverStored);
    },
  }) satisfies Handlers<Route>;

/** The routes by which the owner of a payment changes its documents, before they are issued. */
export const receiptChangeRoutes = ({ change, ...needs }: Needs & { readonly change: ChangeReceipt }) =>
  ({
    'POST /api/registrations/{registrationId}/receipt': async (request) => {
      const access = await accessRequestOf(needs, request);
      const { kind } = await change.request(access);
      if (kind === 'none') throw new ProblemError('not-found', { reason: 'no-documents' });
      if (kind !== 'requested' && kind !== 'issued') throw refusal(kind);
      return reply(202, { registrationId: access.registrationId, status: kind } satisfies ReceiptRequested);
    },

    'PUT /api/registrations/{registrationId}/billing': async (request) => {
      const access = await accessRequestOf(needs, request);
      const { taxId = null, ...address } = request.json(billing);
      const { kind } = await change.setBilling(access, { ...address, taxId });
      if (kind === 'issued') throw new ProblemError('document-issued');
      if (kind !== 'set') throw refusal(kind);
      return reply(204, undefined, neverStored);
    },
  }) satisfies Handlers<Route>;

const refusal = (kind: NoReceipt['kind']): ProblemError => {
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

const addressee = ({ name, address, country, taxId }: Billing) => ({
  name,
  address,
  country,
  ...(taxId !== null && { taxId }),
});

const shown = ({ number, kind, issuedAt, seller, billTo, lines, taxes, gross, currency, card }: ShownDocument) => ({
  number,
  kind,
  issuedAt: issuedAt.toISOString(),
  seller: addressee(seller),
  ...(billTo && { billTo: addressee(billTo) }),
  lines: [...lines],
  taxes: [...taxes],
  gross,
  currency,
  ...(card && { card: cardName(card) }),
});
