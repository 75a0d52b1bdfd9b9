import { ConsoleError, uploadFaults } from '../../api/console/problems';
import { type KeptFileMessage, type UploadMessage, uploadAsked } from '../../api/console/upload-messages';
import { ProblemError } from '../../api/problem-error';
import { reply } from '../../platform/http/reply';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import type { UploadFile } from '../../uploads/upload-file';
import { raceIn } from './command-routes';

interface Needs {
  readonly uploadFile: UploadFile;
  readonly newId: () => string;
}

/** Pictures and documents of a race. The bytes go from the browser to the bucket: an answer says how. */
export const uploadRoutes = ({ uploadFile, newId }: Needs) =>
  ({
    'POST /api/console/races/{raceId}/uploads': async ({ request, signed }: SignedRequest) => {
      const raceId = raceIn(request);
      const wanted = { ...request.json(uploadAsked), id: newId(), raceId, staffId: signed.staffId };
      const answer = await uploadFile.ask(wanted);
      switch (answer.kind) {
        case 'asked': {
          const message: UploadMessage = { uploadId: wanted.id, ...answer.form };
          return reply(201, message);
        }
        case 'too-many':
          throw new ConsoleError('too-many-uploads', { retryAfter: 3600 });
        case 'no-such-race':
          throw new ProblemError('not-found', { reason: 'race', raceId });
      }
    },

    'PUT /api/console/races/{raceId}/uploads/{uploadId}/completion': async ({ request }: SignedRequest) => {
      const { uploadId = '' } = request.path;
      const answer = await uploadFile.complete(raceIn(request), uploadId);
      if (answer.kind === 'kept') {
        const { name, ...file } = answer.file;
        const message: KeptFileMessage = { file: name, ...file };
        return reply(200, message);
      }
      if (answer.kind === 'not-found') throw new ProblemError('not-found', { reason: 'id', what: 'upload' });
      const reason = answer.kind === 'refused' ? answer.fault : 'not-sent';
      throw new ConsoleError('upload-refused', { reason, detail: uploadFaults[reason] });
    },
  }) satisfies Partial<ConsoleHandlers>;
