import * as v from 'valibot';
import { type Billing, receipt, receiptRequested } from '../../../lambdas/api/messages/receipts';
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
  /** The answer has no body. */
  setBilling: (registrationId: string, bearer: string, body: Billing) =>
    request({
      ...ofSession,
      method: 'PUT',
      url: at`/api/registrations/${registrationId}/billing`,
      bearer,
      body,
      schema: v.undefined(),
      retries: 3,
    }),
};
