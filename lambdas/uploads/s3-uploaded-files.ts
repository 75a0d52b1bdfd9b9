import type { Bucket } from '../platform/aws/call-s3';
import { mediaFolder } from './file-types';
import type { MediaFile, UploadedFiles, WantedUpload } from './ports';
import { maxFileBytes } from './upload-file';

/** How long a browser may take until it begins to send. */
const formSeconds = 300;

const keyOf = ({ id }: Pick<WantedUpload, 'id'>) => `incoming/${id}`;

/** `incoming`: where browsers send files. `media`: where the site has them. */
export class S3UploadedFiles implements UploadedFiles {
  readonly #incoming: Pick<Bucket, 'doors' | 'read' | 'remove'>;
  readonly #media: Pick<Bucket, 'write'>;

  constructor(incoming: Pick<Bucket, 'doors' | 'read' | 'remove'>, media: Pick<Bucket, 'write'>) {
    this.#incoming = incoming;
    this.#media = media;
  }

  form(upload: WantedUpload) {
    return this.#incoming.doors.form(keyOf(upload), upload.type, upload.bytes, formSeconds);
  }

  read(upload: WantedUpload): Promise<Buffer | undefined> {
    return this.#incoming.read(keyOf(upload), maxFileBytes);
  }

  forget(upload: WantedUpload): Promise<void> {
    return this.#incoming.remove(keyOf(upload));
  }

  keep({ name, type }: MediaFile, bytes: Buffer): Promise<void> {
    return this.#media.write(`${mediaFolder}${name}`, {
      bytes,
      contentType: type,
      // Its name says what is in it, so it never changes.
      cacheControl: 'public, max-age=31536000, immutable',
      ...(type === 'application/pdf' && { contentDisposition: 'attachment' }),
    });
  }
}
