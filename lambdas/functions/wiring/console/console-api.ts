import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { commandName, passkeyId, scope, staffId } from '../../../api/console/messages';
import { ConsoleError } from '../../../api/console/problems';
import { raceId, registrationId, revision } from '../../../api/fields';
import { pauseAfter } from '../../../api/pace';
import type { Problem } from '../../../api/problems';
import { read } from '../../../api/read';
import { consoleRoutes } from '../../../contract/console-routes';
import { originHeader, viewerHeader } from '../../../contract/headers';
import type { Settings } from '../../../contract/settings';
import { api, type Handlers } from '../../../platform/http/api';
import { innerRoute } from '../../../platform/http/inner-route';
import { neverStored } from '../../../platform/http/reply';
import { openSecret } from '../connections/open-secret';
import { problemOf } from '../selling/site-api';

const consoleProblemOf = (error: unknown): Problem | undefined =>
  error instanceof ConsoleError ? error.problem : problemOf(error);

/** The routes of the console behind their one door. They answer only what comes through the CDN, and no answer is kept. */
export const consoleApi = (env: Settings<'ORIGIN_SECRET_ID' | 'SITE_URL'>, handlers: Handlers) => {
  const routes = Object.keys(consoleRoutes);
  const inner = innerRoute(routes);
  const answer = api(handlers, {
    routes,
    pathParameters: {
      raceId,
      staffId,
      scope,
      passkeyId,
      command: commandName,
      revision,
      registrationId,
      uploadId: registrationId,
      exportId: registrationId,
    },
    cdnHeaders: { origin: originHeader, viewer: viewerHeader },
    pauseAfter,
    read,
    problemOf: consoleProblemOf,
    originSecret: openSecret(env.ORIGIN_SECRET_ID),
    siteOrigin: env.SITE_URL,
  });
  return async (event: APIGatewayProxyEventV2, context?: Pick<Context, 'getRemainingTimeInMillis'>) => {
    const reply = await answer(inner(event), context);
    return { ...reply, headers: { ...reply.headers, ...neverStored } };
  };
};
