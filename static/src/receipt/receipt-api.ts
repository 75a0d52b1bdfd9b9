import { receipt, receiptRequested } from '../../../lambdas/api/messages/receipts';
import { at, ofSession, reading } from '../http/api';
import { request } from '../page/services';

/** The calls of the receipt's page. */
export const receiptApi = {
  receipt: (registrationId: string, bearer: string) =>
    request({
      ...reading,
      ...ofSession,
      url: at`/api/registrations/${registrationId}/receipt`,
      bearer,
      schema: receipt,
    }),
  request: (registrationId: string, bearer: string) =>
    request({
      ...ofSession,
      method: 'POST',
      url: at`/api/registrations/${registrationId}/receipt`,
      bearer,
      schema: receiptRequested,
      retries: 3,
    }),
};
