import type {
  ExportQueue,
  FileFormat,
  FileParts,
  FileProgress,
  FileSource,
  FileSubject,
  RowWriter,
  TakenFile,
} from './ports';

interface Needs {
  readonly queue: ExportQueue;
  readonly sources: Readonly<Record<FileSubject, FileSource>>;
  readonly parts: FileParts;
  readonly writers: Readonly<Record<FileFormat, RowWriter>>;
  readonly hash: (text: string) => string;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

/** What S3 wants of every part but the last. */
const minPartBytes = 5 << 20;
/** A sheet of a spreadsheet has so many rows, and one of them has the names of the columns. */
export const maxSheetRows = 1_048_575;

/**
 * Writes files until `deadline`, in milliseconds since the epoch. Returns how many are finished. At most one part and one
 * reading of rows is in memory. After each part the progress is kept: a crash, or a stop, costs the rows of one part. Where a release or
 * another form would write other columns than the parts have, the file is begun anew.
 */
export const writeFiles = ({ queue, sources, parts, writers, hash, newId, now, report }: Needs) => {
  /** Undefined: to be gone on with later. */
  const write = async (file: TakenFile, deadline: number): Promise<'done' | 'failed' | undefined> => {
    const writer = writers[file.format];
    const content = await sources[file.subject](file);
    const looks = hash(JSON.stringify([content.looks, writer.frame]));
    let pieces: Buffer[] = [];
    let progress: FileProgress;
    if (file.progress?.looks === looks) progress = file.progress;
    else {
      if (file.progress) await parts.giveUp(file, file.progress.upload);
      const { bytes, state } = writer.begin(content.heads);
      progress = { upload: await parts.begin(file), etags: [], rows: 0, looks, writer: state };
      // A crash before the first part leaves an upload that the bucket forgets after a day.
      pieces = [bytes];
    }
    let { rows, after, writer: state } = progress;
    for (;;) {
      const some = await content.read(after);
      const written = writer.more(
        some.map(({ cells }) => cells),
        state,
      );
      state = written.state;
      pieces.push(written.bytes);
      rows += some.length;
      after = some.at(-1)?.at ?? after;
      if (file.format === 'xlsx' && rows > maxSheetRows) {
        await parts.giveUp(file, progress.upload);
        return 'failed';
      }
      const isLast = some.length === 0;
      if (isLast) pieces.push(writer.end(state));
      if (isLast || pieces.reduce((sum, { length }) => sum + length, 0) >= minPartBytes) {
        const etag = await parts.send(file, progress.upload, progress.etags.length + 1, Buffer.concat(pieces));
        pieces = [];
        progress = { ...progress, etags: [...progress.etags, etag], rows, after, writer: state };
        if (isLast) {
          const isFinished = await parts.finish(file, progress.upload, progress.etags);
          return isFinished && (await queue.end(file, 'done', rows)) ? 'done' : undefined;
        }
        if (!(await queue.goesOn(file, progress))) return undefined;
      }
      if (now() >= deadline) {
        await queue.letGo(file);
        return undefined;
      }
    }
  };

  return async (deadline: number): Promise<number> => {
    let done = 0;
    await queue.forgetOld((file) => parts.remove(file));
    while (now() < deadline) {
      const file = await queue.take(newId());
      if (!file) break;
      try {
        const ended = await write(file, deadline);
        if (ended === 'failed') await queue.end(file, 'failed', 0);
        if (ended === 'done') done++;
      } catch (error) {
        report(error);
        // The parts may be gone. It begins anew when its lease is over.
        await queue.goesOn(file, undefined);
      }
    }
    return done;
  };
};
