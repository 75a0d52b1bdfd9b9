import * as v from 'valibot';
import {
  cancelled,
  moveQuoted,
  nameWithheld,
  transferAccepted,
  transferOffered,
  transferQuoted,
  transferStatus,
  transferWithdrawn,
} from '../../../lambdas/api/messages/changes';
import { deferral, registrationDeferred } from '../../../lambdas/api/messages/deferrals';
import type { HoldRequest } from '../../../lambdas/api/messages/hold-request';
import { holdGranted } from '../../../lambdas/api/messages/holds';
import { linkRequested } from '../../../lambdas/api/messages/links';
import { optedOut } from '../../../lambdas/api/messages/opt-outs';
import { actionRequired, type RunnerMessage, registrationAccepted } from '../../../lambdas/api/messages/registrations';
import { sessionEnded } from '../../../lambdas/api/messages/sessions';
import {
  type JoinRequest,
  joinAccepted,
  placeConfirmed,
  waitingListLeft,
  waitingStatus,
} from '../../../lambdas/api/messages/waiting-list';
import { at, ofSession, reading } from './api';
import { waitedQuery } from './backoff';
import type { Request } from './request';

/** The person a spot is offered to. */
export interface Recipient {
  readonly firstName: string;
  readonly email: string;
}

/** For calls that are safe to retry, because an id or an amount in them makes them idempotent. */
const changing = { ...ofSession, retries: 3, timeoutSeconds: 20 } as const;

/** Who takes a spot over: in a race with a form, their entry. */
export type TakingOverBody = { readonly waiver: { readonly hash: string; readonly accepted: true } } & (
  | { readonly runner: RunnerMessage }
  | { readonly form: number; readonly entry: object }
);

const paid = v.variant('status', [registrationAccepted, actionRequired]);

/** The rest of the HTTP API, for the pages of the second script. */
export const createLazyApi = (request: Request) => ({
  requestLink: (email: string) =>
    request({ method: 'POST', url: '/api/registration-links', body: { email }, schema: linkRequested, retries: 3 }),
  endSession: () => request({ ...changing, method: 'DELETE', url: '/api/session', schema: sessionEnded }),
  /** Asked before joining. The answer is a hold, or a refusal with the permit that `join` needs. */
  askForSpots: (raceId: string, body: HoldRequest) =>
    request({ ...changing, method: 'POST', url: at`/api/races/${raceId}/holds`, body, schema: holdGranted }),
  join: (raceId: string, body: JoinRequest) =>
    request({
      ...changing,
      method: 'POST',
      url: at`/api/races/${raceId}/waiting-list`,
      body,
      schema: joinAccepted,
    }),
  /** `waited`: how long the page has asked for this place, in seconds. */
  waiting: (placeId: string, bearer: string, waited = 0) =>
    request({
      method: 'GET',
      url: at`/api/waiting-list/${placeId}` + waitedQuery(waited),
      bearer,
      schema: waitingStatus,
    }),
  /** `size`: how many of a group still wait. */
  confirmPlace: (placeId: string, bearer: string, size?: number) =>
    request({
      ...changing,
      method: 'POST',
      url: `${at`/api/waiting-list/${placeId}/confirmation`}${size === undefined ? '' : `?size=${size}`}`,
      bearer,
      schema: placeConfirmed,
    }),
  leaveWaitingList: (placeId: string, bearer: string) =>
    request({
      ...changing,
      method: 'DELETE',
      url: at`/api/waiting-list/${placeId}`,
      bearer,
      schema: waitingListLeft,
    }),
  cancel: (registrationId: string, bearer: string, refund: number) =>
    request({
      ...changing,
      method: 'POST',
      url: at`/api/registrations/${registrationId}/cancellation`,
      bearer,
      body: { refund },
      schema: cancelled,
    }),
  /** `token`: of the mail, and nothing but the news of a race. */
  endNews: (token: string, from: 'race' | 'organiser' | 'nothing') =>
    request({ ...changing, method: 'POST', url: at`/api/opt-outs/${token}`, body: { from }, schema: optedOut }),
  deferral: (registrationId: string, bearer: string) =>
    request({ ...reading, url: at`/api/registrations/${registrationId}/deferral`, bearer, schema: deferral }),
  /** `terms`: what the runner was shown. */
  defer: (registrationId: string, bearer: string, terms: { readonly worth: number | 'entry'; readonly fee: number }) =>
    request({
      ...changing,
      method: 'POST',
      url: at`/api/registrations/${registrationId}/deferral`,
      bearer,
      body: terms,
      schema: registrationDeferred,
    }),
  offerTransfer: (registrationId: string, bearer: string, transfer: { transferId: string; recipient: Recipient }) =>
    request({
      ...changing,
      method: 'PUT',
      url: at`/api/registrations/${registrationId}/transfer`,
      bearer,
      body: transfer,
      schema: transferOffered,
    }),
  withdrawTransfer: (registrationId: string, bearer: string) =>
    request({
      ...changing,
      method: 'DELETE',
      url: at`/api/registrations/${registrationId}/transfer`,
      bearer,
      schema: transferWithdrawn,
    }),
  withholdName: (registrationId: string, bearer: string) =>
    request({
      ...changing,
      method: 'DELETE',
      url: at`/api/registrations/${registrationId}/result-name`,
      bearer,
      schema: nameWithheld,
    }),
  transfer: (transferId: string, bearer: string) =>
    request({ ...reading, url: at`/api/transfers/${transferId}`, bearer, schema: transferStatus }),
  acceptTransfer: (transferId: string, bearer: string, runner: RunnerMessage, waiverHash: string) =>
    request({
      ...changing,
      method: 'PUT',
      url: at`/api/transfers/${transferId}`,
      bearer,
      body: { runner, waiver: { hash: waiverHash, accepted: true } },
      schema: transferAccepted,
    }),
  /** The same in a race with a form. `form`: the revision that was filled in. */
  takeOver: (
    transferId: string,
    bearer: string,
    { form, entry, waiver }: { readonly form: number; readonly entry: object; readonly waiver: string },
  ) =>
    request({
      ...changing,
      method: 'PUT',
      url: at`/api/transfers/${transferId}`,
      bearer,
      body: { form, entry, waiver: { hash: waiver, accepted: true } },
      schema: transferAccepted,
    }),
  /** What it costs, where the race has a fee for it. Each answer has another id. */
  quoteTransfer: (transferId: string, bearer: string, body: TakingOverBody) =>
    request({
      ...ofSession,
      method: 'POST',
      url: at`/api/transfers/${transferId}/quote`,
      bearer,
      body,
      schema: transferQuoted,
    }),
  /** What a move to a dearer event costs. Each answer has another id. */
  quoteMove: (offerId: string, bearer: string) =>
    request({
      ...ofSession,
      method: 'POST',
      url: at`/api/transfers/${offerId}/quote`,
      bearer,
      body: { move: true },
      schema: moveQuoted,
    }),
  /** Not retried here: the controller retries, and the screen says so. */
  payFee: (registrationId: string, bearer: string, body: object) =>
    request({
      method: 'PUT',
      url: at`/api/registrations/${registrationId}`,
      bearer,
      body,
      schema: paid,
      timeoutSeconds: 35,
    }),
});
