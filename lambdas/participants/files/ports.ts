import type { Cell } from '../csv';
import type { ExportedRow, ParticipantFilter, Position } from '../ports';
import type { WaitingFilter } from '../waiting/ports';

export type FileFormat = 'csv' | 'xlsx';
export type FileSubject = 'participants' | 'waiting-list';
export type FileState = 'waiting' | 'stopped' | 'done' | 'failed' | 'deleted';

export interface WantedFile {
  readonly id: string;
  readonly subject: FileSubject;
  readonly format: FileFormat;
  readonly filter: ParticipantFilter | WaitingFilter;
  /** The ids of its columns, in order. Null: those of every race. */
  readonly columns: readonly string[] | null;
  /** It has answers about health, or whom to call in an emergency. */
  readonly isSensitive: boolean;
  readonly staffId: string;
}

export interface ShownFile {
  readonly id: string;
  readonly subject: FileSubject;
  readonly format: FileFormat;
  readonly state: FileState;
  readonly rows: number;
  readonly isSensitive: boolean;
  readonly upTo: string | null;
  readonly by: string;
  readonly madeAt: string;
  readonly endedAt: string | null;
}

/** How far a file is. It is kept after each part, so that another process goes on there. */
export interface FileProgress {
  /** Of the upload in parts. */
  readonly upload: string;
  readonly etags: readonly string[];
  readonly rows: number;
  /** The last row of the last part. */
  readonly after?: unknown;
  /** What its columns and rows were made by when it was begun (`looksOf`). Absent in files that an older release began. */
  readonly looks?: string | undefined;
  /** What the writer of the format needs. */
  readonly writer: unknown;
}

/** A file that somebody works on. */
export interface TakenFile extends Omit<WantedFile, 'isSensitive'> {
  readonly lease: string;
  readonly upTo: string;
  readonly progress: FileProgress | undefined;
}

export interface ExportFiles {
  /** `too-many`: so many of this race are being written already. */
  order(file: WantedFile): Promise<'ordered' | 'too-many' | 'no-such-race'>;
  list(raceId: string): Promise<readonly ShownFile[]>;
  /** False: the race has no file of this id in a state in which this can be done. */
  steer(raceId: string, id: string, to: 'stop' | 'resume'): Promise<boolean>;
  /** Notes that somebody downloads it. False: it is not there. */
  download(raceId: string, id: string, staffId: string): Promise<boolean>;
}

/** Files as the job takes them. */
export interface ExportQueue {
  take(lease: string): Promise<TakenFile | undefined>;
  /** Notes how far it is. False: somebody stopped it, or another process has it. */
  goesOn(file: TakenFile, progress: FileProgress | undefined): Promise<boolean>;
  /** False: another process has it. */
  end(file: TakenFile, state: 'done' | 'failed', rows: number): Promise<boolean>;
  letGo(file: TakenFile): Promise<void>;
  /** Files whose time is over. `remove` is called before each is noted as deleted. */
  forgetOld(remove: (file: Pick<WantedFile, 'id' | 'format'>) => Promise<void>): Promise<void>;
}

/** The rows of a file, a few thousand at a time, in the order in which they were recorded. `isPlain`: without `more`. */
export type ReadRows = (
  filter: ParticipantFilter,
  upTo: string,
  after: Position | undefined,
  isPlain: boolean,
) => Promise<readonly (ExportedRow & { readonly at: Position })[]>;

/** The heads and rows of a file. */
export interface FileContent {
  /** The names of its columns. */
  readonly heads: readonly string[];
  /** See `looksOf`. */
  readonly looks: string;
  /** Rows in their order, a few thousand at a time, each with its place: those behind `after`. */
  read(after: unknown): Promise<readonly { readonly cells: readonly Cell[]; readonly at: unknown }[]>;
}

export type FileSource = (file: Pick<TakenFile, 'filter' | 'columns' | 'upTo'>) => Promise<FileContent>;

/** Where a file is put together. */
export interface FileParts {
  begin(file: Pick<WantedFile, 'id' | 'format' | 'subject'>): Promise<string>;
  send(file: Pick<WantedFile, 'id' | 'format'>, upload: string, number: number, bytes: Buffer): Promise<string>;
  /** False: the parts are gone. */
  finish(file: Pick<WantedFile, 'id' | 'format'>, upload: string, etags: readonly string[]): Promise<boolean>;
  giveUp(file: Pick<WantedFile, 'id' | 'format'>, upload: string): Promise<void>;
  remove(file: Pick<WantedFile, 'id' | 'format'>): Promise<void>;
}

/** Writes rows in one format. What it needs to go on is JSON. */
export interface RowWriter {
  /** All fixed text of its files. */
  readonly frame: string;
  begin(columns: readonly string[]): { readonly bytes: Buffer; readonly state: unknown };
  more(
    rows: readonly (readonly (string | number | undefined)[])[],
    state: unknown,
  ): { readonly bytes: Buffer; readonly state: unknown };
  end(state: unknown): Buffer;
}
