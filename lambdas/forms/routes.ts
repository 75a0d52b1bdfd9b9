import type { PublishedForm, ShownText } from '../api/messages/form/forms';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { Handlers } from '../platform/http/api';
import { cached } from '../platform/http/reply';
import { formFor } from './form-for';
import type { PublishedForms, Texts } from './ports';

/** A revision and a text never change, so each is asked for once. */
const forGood = 'public, max-age=31536000, immutable';

export const formRoutes = (forms: PublishedForms, texts: Pick<Texts, 'find'>) => {
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
      const body = { raceId, revision, ...formFor(form) } as unknown as PublishedForm;
      return cached(request, body, forGood);
    },

    'GET /api/races/{raceId}/forms/{revision}/schema': async (request) => {
      const { raceId = '', revision = '' } = request.path;
      return cached(request, (await find(raceId, revision)).entrySchema, forGood);
    },

    'GET /api/races/{raceId}/texts/{hash}': async (request) => {
      const { raceId = '', hash = '' } = request.path;
      const found = await texts.find(raceId, hash);
      if (!found) throw new ProblemError('not-found', { reason: 'text', raceId });
      return cached(request, { raceId, ...found } satisfies ShownText, forGood);
    },
  } satisfies Handlers<Route>;
};
