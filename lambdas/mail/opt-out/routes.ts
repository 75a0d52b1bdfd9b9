import { type OptedOut, optOutRequest } from '../../api/messages/opt-outs';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { NewsReader, OptOut } from '../../domain/announcement';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import type { Request } from '../../platform/http/request';
import type { OptOuts } from './ports';

interface Needs {
  readonly readOptOut: (token: string) => Promise<NewsReader | undefined>;
  readonly optOuts: OptOuts;
  readonly pageOf: (reader: NewsReader, token: string) => string;
}

/** Ends the news of a race for one address, by the token of a mail. */
export const optOutRoutes = ({ readOptOut, optOuts, pageOf }: Needs) => {
  const readerOf = async ({ path }: Request): Promise<NewsReader> => {
    const reader = await readOptOut(path.token ?? '');
    if (!reader) throw new ProblemError('not-found', { reason: 'address' });
    return reader;
  };
  return {
    // A mail program without one-click opens the address. Programs also fetch links to look for malware, so GET changes nothing.
    'GET /api/opt-outs/{token}': async (request) =>
      reply(303, undefined, { location: pageOf(await readerOf(request), request.path.token ?? '') }),

    'POST /api/opt-outs/{token}': async (request) => {
      const from: OptOut = isOneClick(request) ? 'race' : request.json(optOutRequest).from;
      const reader = await readerOf(request);
      const raceName = await optOuts.set(reader, from);
      if (raceName === undefined) throw new ProblemError('not-found', { reason: 'race', raceId: reader.raceId });
      return reply(200, { raceId: reader.raceId, raceName, from } satisfies OptedOut);
    },
  } satisfies Handlers<Route>;
};

/** What a mail program posts: https://www.rfc-editor.org/rfc/rfc8058#section-3.1 */
const isOneClick = ({ headers, rawBody }: Request): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers['content-type'] ?? '') &&
  /List-Unsubscribe[\s\S]{0,200}One-Click/.test(rawBody);
