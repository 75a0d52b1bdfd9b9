import type { Settings } from '../../contract/settings';
import { api, type Handlers } from '../../platform/http/api';
import { openSecret } from '../../platform/secret';

type Env = Settings<'ORIGIN_SECRET_ID'> & Partial<Settings<'SITE_URL'>>;

/** An HTTP API that answers only what comes through the CDN. */
export const siteApi = (env: Env, handlers: Handlers, { minRemainingMs = 0 } = {}) =>
  api(handlers, {
    originSecret: openSecret(env.ORIGIN_SECRET_ID),
    ...(env.SITE_URL && { siteOrigin: env.SITE_URL }),
    minRemainingMs,
  });
