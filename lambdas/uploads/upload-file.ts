import { type FileFault, type FileType, fileTypes, type LookedAt, mediaName } from './file-types';
import type { MediaFile, UploadedFiles, Uploads, WantedUpload } from './ports';

interface Needs {
  readonly uploads: Uploads;
  readonly files: UploadedFiles;
  readonly lookAt: (bytes: Buffer, type: FileType) => LookedAt;
  readonly hash: (bytes: Buffer) => string;
}

export type AskedUpload =
  | { readonly kind: 'asked'; readonly form: ReturnType<UploadedFiles['form']> }
  | { readonly kind: 'too-many' | 'no-such-race' };

export type CompletedUpload =
  | { readonly kind: 'kept'; readonly file: MediaFile }
  | { readonly kind: 'refused'; readonly fault: FileFault | 'other-bytes' }
  | { readonly kind: 'not-found' | 'not-sent' };

export interface UploadFile {
  ask(wanted: WantedUpload): Promise<AskedUpload>;
  /** Looks at what was sent. It is kept, or deleted. */
  complete(raceId: string, id: string): Promise<CompletedUpload>;
}

/** A file goes from the browser into the bucket, and is looked at there before anybody else can see it. */
export const uploadFile = ({ uploads, files, lookAt, hash }: Needs): UploadFile => ({
  async ask(wanted) {
    const kind = await uploads.ask(wanted);
    return kind === 'asked' ? { kind, form: files.form(wanted) } : { kind };
  },

  async complete(raceId, id) {
    const upload = await uploads.find(raceId, id);
    if (!upload) return { kind: 'not-found' };
    const bytes = await files.read(upload);
    if (!bytes) return { kind: 'not-sent' };
    const looked: LookedAt | { readonly fault: 'other-bytes' } =
      hash(bytes) === upload.sha256 ? lookAt(bytes, upload.type) : { fault: 'other-bytes' };
    if ('fault' in looked) {
      await uploads.refuse(upload, looked.fault);
      await files.forget(upload);
      return { kind: 'refused', fault: looked.fault };
    }
    const { width, height } = looked;
    const file = { name: mediaName(upload.sha256, upload.type), type: upload.type, bytes: bytes.length, width, height };
    await uploads.accept(upload, file, () => files.keep(file, bytes));
    await files.forget(upload);
    return { kind: 'kept', file };
  },
});

/** The largest file that is read. */
export const maxFileBytes = Math.max(...Object.values(fileTypes).map(({ maxBytes }) => maxBytes));
