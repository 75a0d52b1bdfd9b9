import { formColumns } from '../../../api/console/form-columns';
import type { Form } from '../../../api/form/definition/form';
import type { Settings } from '../../../contract/settings';
import { columnsOf } from '../../../participants/columns';
import { participantRows } from '../../../participants/files/participant-rows';
import { formOf, PostgresExportFiles, readRows } from '../../../participants/files/postgres-export-files';
import { exportKey, rowWriters, S3ExportFiles } from '../../../participants/files/s3-export-files';
import { writeFiles } from '../../../participants/files/write-files';
import { rowsAreReadBy } from '../../../participants/postgres-participants';
import { PostgresWaitingPeople, waitingIsReadBy } from '../../../participants/waiting/postgres-waiting-people';
import { waitingRows } from '../../../participants/waiting/waiting-rows';
import { openBucket } from '../../../platform/aws/call-s3';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';

/** How directors order files of participants, and get them. */
export const openExports = (env: Settings<'FILES_BUCKET_URL'>, postgres: Postgres) => {
  const { doors } = openBucket(env.FILES_BUCKET_URL, process.env);
  return {
    exportFiles: new PostgresExportFiles(postgres),
    waiting: new PostgresWaitingPeople(postgres),
    linkTo: (id: string, format: 'csv' | 'xlsx', seconds: number) => doors.link(exportKey({ id, format }), seconds),
    columnsOf: openColumns(postgres),
    newId: uuid7,
  };
};

/** The columns of a race, with those of its form. */
const openColumns = (postgres: Postgres) =>
  columnsOf({ formOf: formOf(postgres), formColumns: (form) => formColumns(form as Form | undefined) });

/** The rows of each kind of file. */
export const fileSources = (postgres: Postgres) => ({
  participants: participantRows({
    read: readRows(postgres),
    readBy: rowsAreReadBy,
    columnsOf: openColumns(postgres),
  }),
  'waiting-list': waitingRows({ waiting: new PostgresWaitingPeople(postgres), readBy: waitingIsReadBy }),
});

/** What writes them, and deletes them after a day. */
export const openFileWriting = (env: Settings<'FILES_BUCKET_URL'>, postgres: Postgres) =>
  writeFiles({
    queue: new PostgresExportFiles(postgres),
    sources: fileSources(postgres),
    parts: new S3ExportFiles(openBucket(env.FILES_BUCKET_URL, process.env)),
    writers: rowWriters,
    hash: sha256,
    newId: uuid7,
    now: Date.now,
    report: (error) => log.error('A file of participants could not be written.', error as Error),
  });
