import { createHash } from 'node:crypto';
import type { Settings } from '../../../contract/settings';
import { openBucket } from '../../../platform/aws/call-s3';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { mediaFolder } from '../../../uploads/file-types';
import { lookAtFile } from '../../../uploads/look-at-file';
import { PostgresUploads } from '../../../uploads/postgres-uploads';
import { S3UploadedFiles } from '../../../uploads/s3-uploaded-files';
import { tidyUploads } from '../../../uploads/tidy-uploads';
import { uploadFile } from '../../../uploads/upload-file';

/** How directors upload pictures and documents. */
export const openUploads = (env: Settings<'FILES_BUCKET_URL' | 'MEDIA_BUCKET_URL'>, postgres: Postgres) => ({
  newId: uuid7,
  uploadFile: uploadFile({
    uploads: new PostgresUploads(postgres),
    files: new S3UploadedFiles(
      openBucket(env.FILES_BUCKET_URL, process.env),
      openBucket(env.MEDIA_BUCKET_URL, process.env),
    ),
    lookAt: lookAtFile,
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  }),
});

/** What removes files that nothing refers to. */
export const openTidying = (env: Settings<'MEDIA_BUCKET_URL'>, postgres: Postgres) => {
  const media = openBucket(env.MEDIA_BUCKET_URL, process.env);
  return tidyUploads({
    files: new PostgresUploads(postgres),
    remove: (name) => media.remove(`${mediaFolder}${name}`),
    now: Date.now,
  });
};
