import { appendFileSync, createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type JournalRecord, readRecord } from './journal-record';

interface Append {
  readonly line: string;
  /** Called when the line is on disk, in the order of the lines, or with an error when it could not be written. */
  readonly done?: ((error?: Error) => void) | undefined;
}

/** Smaller journals are not compacted. */
const compactionBytes = 8 * 1024 * 1024;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * What a queue acknowledged, one JSON record per line. Lines that arrive during a sync are written and synced together
 * (group commit). When most of the file is history, a snapshot of the live messages replaces it.
 */
export class Journal {
  readonly #path: string;
  readonly #snapshot: () => Iterable<JournalRecord>;
  #file: FileHandle;
  #length: number;
  #compactAt: number;
  #pending: Append[] = [];
  #writing: Promise<void> | undefined;

  private constructor(path: string, file: FileHandle, length: number, snapshot: () => Iterable<JournalRecord>) {
    this.#path = path;
    this.#file = file;
    this.#length = length;
    this.#compactAt = Math.max(compactionBytes, length * 2);
    this.#snapshot = snapshot;
  }

  /**
   * Passes the existing records to `take`, oldest first, and opens the file for more. Cuts off an incomplete last line.
   */
  static async open(
    path: string,
    take: (record: JournalRecord) => void,
    snapshot: () => Iterable<JournalRecord>,
  ): Promise<Journal> {
    const file = await open(path, 'a', 0o600);
    const length = await readLines(path, take);
    await file.truncate(length);
    await syncFolder(path);
    return new Journal(path, file, length, snapshot);
  }

  append(record: JournalRecord, done?: Append['done']): void {
    this.#pending.push({ line: `${JSON.stringify(record)}\n`, done });
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes the pending lines, then closes the file. */
  async close(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }

  async #write(): Promise<void> {
    // Waits for one turn of the event loop, so that requests that arrived together share a sync.
    await new Promise(setImmediate);
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      const error = await this.#commit(batch);
      for (const { done } of batch) done?.(error);
      if (this.#length >= this.#compactAt) await this.#compact();
    }
  }

  async #commit(batch: readonly Append[]): Promise<Error | undefined> {
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
    try {
      // A synchronous write into the page cache is faster than handing it to another thread. The sync is the slow part.
      appendFileSync(this.#file.fd, bytes);
      // Lines without `done` wait for the next sync: a lost deletion only causes a second delivery.
      if (batch.some(({ done }) => done)) await this.#file.datasync();
      this.#length += bytes.length;
      return undefined;
    } catch (error) {
      // Without this the rest of a half-written line would damage the next line.
      await this.#file.truncate(this.#length).catch(() => undefined);
      return asError(error);
    }
  }

  /** No line is written during compaction. Deletions that happen meanwhile are written afterwards, in their order. */
  async #compact(): Promise<void> {
    const path = `${this.#path}.new`;
    try {
      await rm(path, { force: true });
      const file = await open(path, 'a', 0o600);
      let length = 0;
      for (const chunk of chunksOf(this.#snapshot())) {
        await file.appendFile(chunk);
        length += chunk.length;
      }
      await file.datasync();
      await rename(path, this.#path);
      await syncFolder(this.#path);
      const old = this.#file;
      this.#file = file;
      this.#length = length;
      await old.close();
    } catch (error) {
      process.stderr.write(`The journal ${this.#path} could not be compacted, it goes on growing: ${asError(error)}\n`);
    }
    this.#compactAt = Math.max(compactionBytes, this.#length * 2);
  }
}

function* chunksOf(records: Iterable<JournalRecord>): Generator<Buffer> {
  let lines = '';
  for (const record of records) {
    lines += `${JSON.stringify(record)}\n`;
    if (lines.length < 1024 * 1024) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  yield Buffer.from(lines);
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
};

/**
 * Passes every complete line to `take` and returns their length in bytes. A damaged line in the middle is skipped and
 * reported.
 */
const readLines = async (path: string, take: (record: JournalRecord) => void): Promise<number> => {
  let rest = Buffer.alloc(0);
  let good = 0;
  let seen = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    let bytes = Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      const record = readRecord(bytes.toString('utf8', 0, end));
      seen += end + 1;
      bytes = bytes.subarray(end + 1);
      if (!record) continue;
      if (good + end + 1 < seen) process.stderr.write(`${path}: skipped unreadable lines before byte ${seen}.\n`);
      take(record);
      good = seen;
    }
    rest = bytes;
  }
  return good;
};
