import type {
  ResultEntryMessage,
  ResultNamesMessage,
  ResultPageMessage,
  ResultSearchMessage,
  ResultVersionsMessage,
} from '../../api/messages/race-day/results';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { type KeptAnswer, keepAnswers } from '../../platform/http/kept-answers';
import { cached, kept, reply } from '../../platform/http/reply';
import type { Request } from '../../platform/http/request';
import type { SearchResults } from './search-results';
import { type FoundSet, type ShowResults, searchKey } from './show-results';

/** As long as the CDN keeps the pointer (s3-result-files.ts), or a second longer while results are live. */
const cachingOf = (kind: SetFound['set']['kind']) => `public, max-age=0, s-maxage=${kind === 'live' ? 2 : 15}`;
const namesCaching = 'public, max-age=0, s-maxage=60';

/** Longer than every name. What was typed beyond it is not looked at. */
const maxTyped = 200;
/** Some sixty thousand pages. */
const keptLimits = { maxBytes: 64 * 1024 * 1024, keepMs: 3_600_000 };

/** Answers are kept as text, by the manifest that they were read from: a page that was asked for before is one lookup. */
export const showRoutes = (show: ShowResults, search: SearchResults) => {
  const answers = keepAnswers(keptLimits);

  /** An answer from the last version of the set. `what`: names the answer within a version. */
  const answered = async (
    { path: { raceId = '' } }: Request,
    setId: string | undefined,
    what: string,
    make: (manifest: string) => Promise<object>,
  ): Promise<{ readonly answer: KeptAnswer; readonly kind: SetFound['set']['kind'] }> => {
    const find = async () => {
      const { set, manifest } = readable(await show.find(raceId, setId), raceId);
      const answer = await answers.find(`${raceId}/${manifest}/${what}`, async () => ({
        raceId,
        setId: set.id,
        version: set.number,
        kind: set.kind,
        ...(await make(manifest)),
      }));
      return { answer, kind: set.kind };
    };
    return show.fresh(raceId, find);
  };

  return {
    'GET /api/races/{raceId}/results': async (request) => {
      const { set: setId, list: named, page = '1' } = request.query;
      // An empty field of a form names no list.
      const list = named || undefined;
      const { raceId = '' } = request.path;
      const number = /^\d{1,7}$/.test(page) ? Number(page) : Number.NaN;
      const { answer, kind } = await answered(request, setId, `page:${number}:${list ?? ''}`, async (manifest) => {
        const found = await show.page(raceId, manifest, list, number);
        switch (found.kind) {
          case 'page': {
            const { kind: _, rows, ...page } = found;
            return { ...page, rows: [...rows] } satisfies Omit<ResultPageMessage, From>;
          }
          case 'unknown-list':
            throw new ProblemError('not-found', { reason: 'id', what: 'list' });
          case 'past-end':
            throw new ProblemError('not-found', { reason: 'page', list: found.list, pages: found.pages });
        }
      });
      return kept(request, answer, cachingOf(kind));
    },

    'GET /api/races/{raceId}/results/names': async (request) => {
      const { set: setId, starts = '' } = request.query;
      const { raceId = '' } = request.path;
      // What finds the same is the same answer, however it was typed.
      const typed = starts.slice(0, maxTyped);
      const { answer } = await answered(request, setId, `names:${searchKey(typed)}`, async (manifest) => {
        const { rows, about } = await show.names(raceId, manifest, typed);
        return {
          rows: rows.map(({ bib, name, club }) => ({ bib, name, ...(club !== undefined && { club }) })),
          ...(about !== undefined && { about }),
        } satisfies Omit<ResultNamesMessage, From>;
      });
      return kept(request, answer, namesCaching);
    },

    'GET /api/races/{raceId}/results/search': async (request) => {
      const { set: setId, q = '', group } = request.query;
      const { raceId = '' } = request.path;
      const typed = q.slice(0, maxTyped);
      const body = await show.fresh(raceId, async (): Promise<ResultSearchMessage> => {
        const { set, manifest } = readable(await show.find(raceId, setId), raceId);
        const answer = await search({ raceId, setId: set.id, manifest }, typed, group || undefined, request.viewer);
        switch (answer.kind) {
          case 'found':
            return {
              ...{ raceId, setId: set.id, version: set.number, kind: set.kind },
              rows: answer.rows.map((row) => ({ ...row })),
              ...(answer.isMore && { more: true as const }),
            };
          case 'too-short':
            throw new ProblemError('invalid-request', {
              reason: 'fields',
              errors: [{ field: 'q', code: 'words-too-short' }],
            });
          case 'unknown-group':
            throw new ProblemError('not-found', { reason: 'id', what: 'list' });
          case 'too-fast':
            throw new ProblemError('too-fast', { retryAfter: 60 });
          case 'busy':
            throw new ProblemError('busy', { reason: 'crowd', retryAfter: 2 });
        }
      });
      return reply(200, body);
    },

    'GET /api/races/{raceId}/results/{setId}/entries/{bib}': async (request) => {
      const { raceId = '', setId = '', bib = '' } = request.path;
      const { answer, kind } = await answered(request, setId, `entry:${bib}`, async (manifest) => {
        const found = await show.entry(raceId, manifest, Number(bib));
        if (!found) throw new ProblemError('not-found', { reason: 'id', what: 'bib' });
        const { places: _, ...entry } = found.entry;
        return {
          entry: { ...entry, ...(found.entry.places && { places: [...found.entry.places] }) },
          places: [...found.places],
        } satisfies Omit<ResultEntryMessage, From>;
      });
      return kept(request, answer, cachingOf(kind));
    },

    'GET /api/races/{raceId}/results/{setId}/versions': async (request) => {
      const { raceId = '', setId = '' } = request.path;
      const { set } = readable(await show.find(raceId, setId), raceId);
      const versions = await show.versions(set);
      const body: ResultVersionsMessage = { raceId, setId, versions: versions.map((one) => ({ ...one })) };
      return cached(request, body, cachingOf(set.kind));
    },
  } satisfies Handlers<Route>;
};

/** Throws the problem that a reader is answered with. */
const readable = (found: FoundSet, raceId: string): SetFound => {
  switch (found.kind) {
    case 'set':
      return found;
    case 'withdrawn':
      throw new ProblemError('results-withdrawn');
    case 'no-results':
      throw new ProblemError('not-found', { reason: 'results', raceId });
    case 'no-such-set':
      throw new ProblemError('not-found', { reason: 'id', what: 'set' });
  }
};

type From = 'raceId' | 'setId' | 'version' | 'kind';

type SetFound = Extract<FoundSet, { readonly kind: 'set' }>;
