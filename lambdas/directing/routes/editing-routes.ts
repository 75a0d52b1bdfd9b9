import * as v from 'valibot';
import { ConsoleError } from '../../api/console/problems';
import { newRaceId } from '../../api/fields';
import { ProblemError } from '../../api/problem-error';
import { changesBetween } from '../../editing/changes';
import type { EditRace } from '../../editing/edit-race';
import type { RaceDocuments } from '../../editing/ports';
import { type Reply, reply } from '../../platform/http/reply';
import type { Request } from '../../platform/http/request';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import type { CommandName } from '../commands';
import { seenText } from '../commands/editing-commands';
import { maxCommandBytes, type Ordering, raceIn } from './command-routes';

interface Needs {
  readonly ordering: Ordering;
  readonly editRace: Pick<EditRace, 'show'>;
  readonly documents: Pick<RaceDocuments, 'revisions' | 'revision'>;
}

const begun = v.strictObject({ id: newRaceId, copyOf: v.optional(v.unknown()) });
const content = v.record(v.string(), v.unknown());

/** The draft of a race document, its plan, its publication, and its revisions. */
export const editingRoutes = ({ ordering, editRace, documents }: Needs) => {
  const order = (name: CommandName, { request, signed }: SignedRequest, of: Readonly<Record<string, unknown>>) =>
    ordering({ name, raceId: raceIn(request), content: of, isDryRun: request.query.dry === 'true' }, signed, request);

  return {
    'POST /api/console/races': async ({ request, signed }: SignedRequest) => {
      const { id, ...of } = request.json(begun);
      const isDryRun = request.query.dry === 'true';
      return ordering({ name: 'beginRace', raceId: id, content: of, isDryRun }, signed, request);
    },

    'GET /api/console/races/{raceId}/document': async ({ request }: SignedRequest) => {
      const raceId = raceIn(request);
      const race = await editRace.show(raceId);
      if (!race) throw new ProblemError('not-found', { reason: 'race', raceId });
      const seen = seenText(race);
      return reply(200, { ...race, seen }, { etag: `"${seen}"` });
    },

    'PUT /api/console/races/{raceId}/draft': async (signed: SignedRequest) => {
      const seen = seenIn(signed.request);
      return order('saveDraft', signed, { ...signed.request.json(content, maxCommandBytes), seen });
    },

    'DELETE /api/console/races/{raceId}/draft': async (signed: SignedRequest) =>
      order('discardDraft', signed, { seen: seenIn(signed.request) }),

    'POST /api/console/races/{raceId}/plan': async (signed: SignedRequest) =>
      order('planRace', signed, signed.request.json(content)),

    'POST /api/console/races/{raceId}/publication': async (signed: SignedRequest) => {
      const seen = seenIn(signed.request);
      return order('publishRace', signed, { ...signed.request.json(content), seen });
    },

    'DELETE /api/console/races/{raceId}/publication': async (signed: SignedRequest) =>
      order('unpublishRace', signed, { seen: seenIn(signed.request) }),

    'GET /api/console/races/{raceId}/revisions': async ({ request }: SignedRequest): Promise<Reply> =>
      reply(200, { revisions: await documents.revisions(raceIn(request)) }),

    /** With `since`, another revision: also what changed from that one to this one. */
    'GET /api/console/races/{raceId}/revisions/{revision}': async ({ request }: SignedRequest) => {
      const { since } = request.query;
      const find = async (revision: string | undefined) => {
        const found = /^[1-9]\d{0,5}$/.test(revision ?? '')
          ? await documents.revision(raceIn(request), Number(revision))
          : undefined;
        if (!found) throw new ProblemError('not-found', { reason: 'address' });
        return found;
      };
      const document = await find(request.path.revision);
      if (since === undefined) return reply(200, { document });
      const before = await find(since);
      return reply(200, { document, since: before, changes: changesBetween(before, document) });
    },
  } satisfies Partial<ConsoleHandlers>;
};

/** The state that the client has seen: the strong ETag in its If-Match. */
const seenIn = ({ headers }: Request): string => {
  const seen = /^"([^"]{1,40})"$/.exec(headers['if-match'] ?? '')?.[1];
  if (seen === undefined) throw new ConsoleError('revision-missing');
  return seen;
};
