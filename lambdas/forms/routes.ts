import type { PublishedForm } from '../api/messages/forms';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { cached } from '../platform/http/reply';
import type { PublishedForms } from './ports';

/** A revision never changes, so it is asked for once. */
const formCaching = 'public, max-age=31536000, immutable';

export const formRoutes = (forms: PublishedForms) => {
  const find = async (raceId: string, revision: string) => {
    const found = await forms.find(raceId, Number(revision));
    if (!found) throw new ProblemError('not-found', { reason: 'form', raceId });
    return found;
  };
  return {
    'GET /api/races/{raceId}/forms/{revision}': async (request) => {
      const { raceId = '', revision: wanted = '' } = request.path;
      const { revision, form } = await find(raceId, wanted);
      // The definition was checked when it was saved.
      const body = { raceId, revision, ...form } as unknown as PublishedForm;
      return cached(request, body, formCaching);
    },

    'GET /api/races/{raceId}/forms/{revision}/schema': async (request) => {
      const { raceId = '', revision = '' } = request.path;
      return cached(request, (await find(raceId, revision)).entrySchema, formCaching);
    },
  } satisfies Handlers<Route>;
};
