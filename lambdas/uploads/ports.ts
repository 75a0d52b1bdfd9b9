import type { FileFault, FileType } from './file-types';

/** What a director wants to upload. `sha256`: of its bytes, in hex. */
export interface WantedUpload {
  readonly id: string;
  readonly raceId: string;
  readonly staffId: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is kept. Pictures have a size. */
export interface MediaFile {
  /** Its name below the site's `/media/`. */
  readonly name: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export interface Uploads {
  /** `too-many`: the race has had all that it may have today. */
  ask(upload: WantedUpload): Promise<'asked' | 'too-many' | 'no-such-race'>;
  /** Undefined: the race has no such upload, or it was refused. */
  find(raceId: string, id: string): Promise<WantedUpload | undefined>;
  /** Notes the file as kept, and calls `put` before it commits. While it does, nobody removes the file. */
  accept(upload: WantedUpload, file: MediaFile, put: () => Promise<void>): Promise<void>;
  refuse(upload: WantedUpload, fault: FileFault | 'other-bytes'): Promise<void>;
}

/** Files that nothing refers to, and uploads that are over. */
export interface StrayFiles {
  /** Forgets what was asked for a month ago. What was kept of it has a row of its own, and the audit names it. */
  forgetAsked(): Promise<void>;
  /**
   * Removes one file that no draft, no race and no revision refers to, and that is old. `remove` is called before it is forgotten.
   * False: there is none.
   */
  removeOne(remove: (name: string) => Promise<void>): Promise<boolean>;
}

/** Where browsers put files, and where kept files lie. */
export interface UploadedFiles {
  /** What a browser must send, and where. */
  form(upload: WantedUpload): { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  /** Undefined: nothing was sent. */
  read(upload: WantedUpload): Promise<Buffer | undefined>;
  forget(upload: WantedUpload): Promise<void>;
  keep(file: MediaFile, bytes: Buffer): Promise<void>;
}
