import * as v from 'valibot';
import { cardTriesGiven } from '../../../lambdas/api/messages/card-tries';
import type { TypedDraft } from '../../../lambdas/api/messages/form/typed-draft';
import type { HoldRequest } from '../../../lambdas/api/messages/hold-request';
import { holdGranted } from '../../../lambdas/api/messages/holds';
import { availability, race, raceList } from '../../../lambdas/api/messages/races';
import {
  actionRequired,
  type IdentityMessage,
  registrationAccepted,
  registrationChecked,
  registrationStatus,
} from '../../../lambdas/api/messages/registrations';
import { draftKept } from '../../../lambdas/api/messages/sessions';
import type { QuotedSubmissionMessage, SubmissionMessage } from '../../../lambdas/api/messages/submission';
import { session } from '../flow/session';
import { waitedQuery } from './backoff';
import { config } from './config';
import type { Request } from './request';

/** The answers to a registration: it was taken, or the bank asks first. */
const submitted = v.variant('status', [registrationAccepted, actionRequired]);

/** A template tag for paths: encodes the ids in it. */
export const at = (path: TemplateStringsArray, ...ids: string[]) =>
  path.reduce((url, piece, index) => url + encodeURIComponent(ids[index - 1] ?? '') + piece);

/** For reads, which are safe to retry. */
export const reading = { method: 'GET', retries: 3 } as const;
/** For calls that carry the secret of this browser's session. */
export const ofSession = { ofSession: true } as const;

/**
 * The part of the HTTP API that the rush needs. Hold, submit and poll are not retried here: the controller retries, and the
 * screen says so.
 */
export const createApi = (request: Request) => ({
  config: () => request({ ...reading, url: '/config.json', schema: config }),
  races: () => request({ ...reading, url: '/api/races', schema: raceList }),
  race: (raceId: string) => request({ ...reading, url: at`/api/races/${raceId}`, schema: race }),
  availability: (raceId: string) =>
    request({ method: 'GET', url: at`/api/races/${raceId}/availability`, schema: availability, timeoutSeconds: 5 }),
  hold: (raceId: string, body: HoldRequest) =>
    request({ ...ofSession, method: 'POST', url: at`/api/races/${raceId}/holds`, body, schema: holdGranted }),
  submit: (registrationId: string, submission: SubmissionMessage | QuotedSubmissionMessage) =>
    request({
      ...ofSession,
      method: 'PUT',
      url: at`/api/registrations/${registrationId}`,
      body: submission,
      schema: submitted,
      timeoutSeconds: 35,
    }),
  /** `waited`: how long the runner has waited for the outcome, in seconds. */
  status: (
    registrationId: string,
    bearer: string,
    { waited, retries = 0 }: { waited?: number; retries?: number } = {},
  ) =>
    request({
      ...ofSession,
      method: 'GET',
      url: at`/api/registrations/${registrationId}` + (waited === undefined ? '' : waitedQuery(waited)),
      bearer,
      schema: registrationStatus,
      retries,
    }),
  moreTries: (registrationId: string, bearer: string) =>
    request({
      method: 'POST',
      url: at`/api/registrations/${registrationId}/card-tries`,
      bearer,
      schema: cardTriesGiven,
      retries: 1,
    }),
  session: () => request({ ...ofSession, method: 'GET', url: '/api/session', schema: session, timeoutSeconds: 5 }),
  keepDraft: (body: TypedDraft) =>
    request({ ...ofSession, method: 'PUT', url: '/api/session/draft', body, schema: draftKept, outlivesPage: true }),
  /** Whether this runner is registered already. Without an answer in time the runner goes on. */
  check: (registrationId: string, bearer: string, runner: IdentityMessage) =>
    request({
      ...ofSession,
      method: 'POST',
      url: at`/api/registrations/${registrationId}/checks`,
      bearer,
      body: { runner },
      schema: registrationChecked,
      timeoutSeconds: 5,
    }),
});

export type Api = ReturnType<typeof createApi>;
