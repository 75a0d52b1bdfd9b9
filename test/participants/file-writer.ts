import { formColumns } from '../../lambdas/api/console/form-columns';
import type { Form } from '../../lambdas/api/form/definition/form';
import { type Column, columnsOf } from '../../lambdas/participants/columns';
import { participantRows } from '../../lambdas/participants/files/participant-rows';
import { formOf, PostgresExportFiles, readRows } from '../../lambdas/participants/files/postgres-export-files';
import { rowWriters, S3ExportFiles } from '../../lambdas/participants/files/s3-export-files';
import { writeFiles } from '../../lambdas/participants/files/write-files';
import { rowsAreReadBy } from '../../lambdas/participants/postgres-participants';
import { PostgresWaitingPeople, waitingIsReadBy } from '../../lambdas/participants/waiting/postgres-waiting-people';
import { waitingRows } from '../../lambdas/participants/waiting/waiting-rows';
import { openBucket } from '../../lambdas/platform/aws/call-s3';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { openConsole } from '../staff/console-world';

type Needs = Parameters<typeof writeFiles>[0];
export type Parts = ConstructorParameters<typeof S3ExportFiles>[0]['parts'];

interface Changes extends Partial<Needs> {
  /** Another bucket. */
  readonly inParts?: (parts: Parts) => Partial<Parts>;
  /** Another release, or another form. */
  readonly inColumns?: (column: Column) => Column;
}

/** What writes files, as in production. `faults`: what it reported. */
export const fileWriter = (
  console: ReturnType<typeof openConsole>,
  { inParts = () => ({}), inColumns = (column) => column, ...needs }: Changes = {},
) => {
  const { postgres, objects } = console;
  const bucket = openBucket(objects.url, process.env);
  const columns = columnsOf({ formOf: formOf(postgres), formColumns: (form) => formColumns(form as Form | undefined) });
  const faults: unknown[] = [];
  const run = writeFiles({
    queue: new PostgresExportFiles(postgres),
    sources: {
      participants: participantRows({
        read: readRows(postgres),
        readBy: rowsAreReadBy,
        columnsOf: async (raceId) => (await columns(raceId)).map(inColumns),
      }),
      'waiting-list': waitingRows({ waiting: new PostgresWaitingPeople(postgres), readBy: waitingIsReadBy }),
    },
    parts: new S3ExportFiles({ ...bucket, parts: { ...bucket.parts, ...inParts(bucket.parts) } }),
    writers: rowWriters,
    hash: sha256,
    newId: uuid7,
    now: Date.now,
    report: (error) => faults.push(error),
    ...needs,
  });
  return { run, faults };
};
