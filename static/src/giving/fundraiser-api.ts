import * as v from 'valibot';
import {
  type DonorNameRequest,
  type FundraiserRequest,
  fundraiserList,
  fundraiserPage,
  ownDonation,
  ownFundraiser,
} from '../../../lambdas/api/messages/form/fundraisers';
import { at, ofSession, reading } from '../http/api';
import { request } from '../page/services';

/** What of a form says for what people collect. The server checked the rest when the form was saved. */
const collectingForm = v.looseObject({
  language: v.string(),
  fundraising: v.optional(v.boolean()),
  causes: v.optional(v.array(v.looseObject({ id: v.string(), label: v.record(v.string(), v.string()) }))),
});

export type CollectingForm = v.InferOutput<typeof collectingForm>;

/** The calls of the pages of fundraisers. */
export const fundraiserApi = {
  list: (raceId: string, q: string, after?: string) =>
    request({
      ...reading,
      url: `${at`/api/races/${raceId}/fundraisers`}?${new URLSearchParams({
        ...(q && { q }),
        ...(after && { after }),
      }).toString()}`,
      schema: fundraiserList,
    }),
  page: (raceId: string, slug: string) =>
    request({ ...reading, url: at`/api/races/${raceId}/fundraisers/${slug}`, schema: fundraiserPage }),
  own: (registrationId: string, bearer: string) =>
    request({
      ...reading,
      ...ofSession,
      url: at`/api/registrations/${registrationId}/fundraiser`,
      bearer,
      schema: ownFundraiser,
    }),
  save: (registrationId: string, bearer: string, body: FundraiserRequest) =>
    request({
      ...ofSession,
      method: 'PUT',
      url: at`/api/registrations/${registrationId}/fundraiser`,
      bearer,
      body,
      schema: ownFundraiser,
      retries: 3,
    }),
  donation: (registrationId: string, bearer: string) =>
    request({
      ...reading,
      ...ofSession,
      url: at`/api/registrations/${registrationId}/donation`,
      bearer,
      schema: ownDonation,
    }),
  nameDonor: (registrationId: string, bearer: string, body: DonorNameRequest) =>
    request({
      ...ofSession,
      method: 'PUT',
      url: at`/api/registrations/${registrationId}/donation`,
      bearer,
      body,
      schema: ownDonation,
      retries: 3,
    }),
  form: (raceId: string, revision: number) =>
    request({ ...reading, url: at`/api/races/${raceId}/forms/${String(revision)}`, schema: collectingForm }),
};
