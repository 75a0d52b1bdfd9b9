import {
  type ColumnsMessage,
  type ExportFileMessage,
  fileAsked,
  fileSteered,
  waitingFileAsked,
} from '../../api/console/export-messages';
import { ConsoleError } from '../../api/console/problems';
import { ProblemError } from '../../api/problem-error';
import { type ColumnsOf, defaultColumns } from '../../participants/columns';
import type { ExportFiles, WantedFile } from '../../participants/files/ports';
import type { Projection } from '../../participants/ports';
import type { WaitingPeople } from '../../participants/waiting/ports';
import { reply } from '../../platform/http/reply';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import { raceIn } from './command-routes';
import { filterOf, isHelper, searchOf } from './participant-routes';

interface Needs {
  readonly exportFiles: ExportFiles;
  readonly projection: Pick<Projection, 'catchUp'>;
  readonly waiting: Pick<WaitingPeople, 'catchUp'>;
  /** The address of a file, for whoever has it, for so many seconds. */
  readonly linkTo: (id: string, format: 'csv' | 'xlsx', seconds: number) => string;
  readonly columnsOf: ColumnsOf;
  readonly newId: () => string;
}

/** A file of 100,000 people begins to arrive in less. */
const linkSeconds = 300;

/** Files of participants that a job writes. */
export const exportRoutes = ({ exportFiles, projection, waiting, linkTo, columnsOf, newId }: Needs) => {
  const order = async (file: Omit<WantedFile, 'id'>) => {
    const id = newId();
    const answer = await exportFiles.order({ id, ...file });
    if (answer === 'too-many') throw new ConsoleError('too-many-files');
    if (answer === 'no-such-race') throw new ProblemError('not-found', { reason: 'race', raceId: file.filter.raceId });
    return reply(202, { id });
  };
  return {
    'GET /api/console/races/{raceId}/export-columns': async ({ request, signed }: SignedRequest) => {
      const raceId = raceIn(request);
      const offered = (await columnsOf(raceId)).filter((one) => !one.isSensitive || isHelper(signed, raceId));
      const answer: ColumnsMessage = {
        columns: offered.map((one) => ({
          id: one.id,
          kind: one.kind,
          label: one.label,
          isDefault: defaultColumns.includes(one),
          isSensitive: one.isSensitive,
        })),
      };
      return reply(200, answer);
    },

    'GET /api/console/races/{raceId}/exports': async ({ request }: SignedRequest) => {
      const files: readonly ExportFileMessage[] = await exportFiles.list(raceIn(request));
      return reply(200, { files });
    },

    'POST /api/console/races/{raceId}/exports': async ({ request, signed }: SignedRequest) => {
      const raceId = raceIn(request);
      const { format, columns: ids = null, ...wanted } = request.json(fileAsked);
      const all = ids === null ? [] : await columnsOf(raceId);
      const chosen = (ids ?? []).map((id) => all.find((one) => one.id === id));
      const unknown = chosen.indexOf(undefined);
      if (unknown >= 0)
        throw new ProblemError('invalid-request', {
          reason: 'fields',
          errors: [{ field: `columns.${unknown}`, code: 'no-such-column' }],
        });
      const isSensitive = chosen.some((one) => one?.isSensitive);
      if (isSensitive && !isHelper(signed, raceId)) throw new ConsoleError('not-permitted');
      // A file has all people of the list.
      const caughtUp = await projection.catchUp(raceId);
      if (!caughtUp) throw new ProblemError('not-found', { reason: 'race', raceId });
      if (!caughtUp.isComplete) throw new ConsoleError('still-reading', { retryAfter: 2 });
      const filter = filterOf(raceId, wanted);
      const columns = ids && [...new Set(ids)];
      return order({ subject: 'participants', format, filter, columns, isSensitive, staffId: signed.staffId });
    },

    'POST /api/console/races/{raceId}/waiting-list/exports': async ({ request, signed }: SignedRequest) => {
      const raceId = raceIn(request);
      const { q, event, format } = request.json(waitingFileAsked);
      const filter = { raceId, search: searchOf(q), eventId: event };
      // A file has all who are found.
      const isComplete = filter.search.kind !== 'words' || (await waiting.catchUp(raceId));
      if (!isComplete) throw new ConsoleError('still-reading', { retryAfter: 2 });
      const { staffId } = signed;
      return order({ subject: 'waiting-list', format, filter, columns: null, isSensitive: false, staffId });
    },

    'PUT /api/console/races/{raceId}/exports/{exportId}': async ({ request }: SignedRequest) => {
      const { to } = request.json(fileSteered);
      const isDone = await exportFiles.steer(raceIn(request), request.path.exportId ?? '', to);
      if (!isDone) throw new ProblemError('not-found', { reason: 'id', what: 'export' });
      return reply(200, {});
    },

    'POST /api/console/races/{raceId}/exports/{exportId}/link': async ({ request, signed }: SignedRequest) => {
      const [raceId, id] = [raceIn(request), request.path.exportId ?? ''];
      const file = (await exportFiles.list(raceId)).find((one) => one.id === id);
      if (file?.isSensitive && !isHelper(signed, raceId)) throw new ConsoleError('not-permitted');
      if (!file || !(await exportFiles.download(raceId, id, signed.staffId)))
        throw new ProblemError('not-found', { reason: 'id', what: 'export' });
      return reply(200, { url: linkTo(id, file.format, linkSeconds), seconds: linkSeconds });
    },
  } satisfies Partial<ConsoleHandlers>;
};
