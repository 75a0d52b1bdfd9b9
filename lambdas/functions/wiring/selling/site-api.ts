import {
  bib,
  epoch,
  fundraiserSlug,
  placeId,
  position,
  raceId,
  registrationId,
  revision,
  segment,
  setId,
  teamId,
  textHash,
  transferId,
} from '../../../api/fields';
import { optOutToken } from '../../../api/messages/opt-outs';
import { pauseAfter } from '../../../api/pace';
import { problemBody } from '../../../api/problem-body';
import { ProblemError } from '../../../api/problem-error';
import type { Problem } from '../../../api/problems';
import { read } from '../../../api/read';
import { originHeader, viewerHeader } from '../../../contract/headers';
import { type Route, routes } from '../../../contract/routes';
import type { Settings } from '../../../contract/settings';
import { type ApiOptions, api, type Handlers } from '../../../platform/http/api';
import { HttpError } from '../../../platform/http/http-error';
import { openSecret } from '../connections/open-secret';

export const problemOf = (error: unknown): Problem | undefined => {
  if (error instanceof ProblemError) return error.problem;
  return error instanceof HttpError ? problemBody(error.fault, error.parameters) : undefined;
};

const traits = {
  routes: Object.keys(routes),
  pathParameters: {
    raceId,
    registrationId,
    placeId,
    transferId,
    teamId,
    setId,
    bib,
    revision,
    position,
    hash: textHash,
    slug: fundraiserSlug,
    epoch,
    segment,
    token: optOutToken,
  },
  cdnHeaders: { origin: originHeader, viewer: viewerHeader },
  pauseAfter,
  read,
  problemOf,
} as const;

/** Some routes of our HTTP API. Without an origin secret they answer everybody. */
export const ourApi = (handlers: Handlers<Route>, options: Omit<ApiOptions, keyof typeof traits> = {}) =>
  api(handlers, { ...traits, ...options });

type Env = Settings<'ORIGIN_SECRET_ID'> & Partial<Settings<'SITE_URL'>>;

/** Some routes of our HTTP API, which answer only what comes through the CDN. */
export const siteApi = (env: Env, handlers: Handlers<Route>, { minRemainingMs = 0 } = {}) =>
  ourApi(handlers, {
    originSecret: openSecret(env.ORIGIN_SECRET_ID),
    ...(env.SITE_URL && { siteOrigin: env.SITE_URL }),
    minRemainingMs,
  });
