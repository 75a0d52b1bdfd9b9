import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Entry } from './records';

const syncEveryMs = 100;

/**
 * Every change, one JSON object per line. A line is written before its request is answered, so that a killed process
 * loses nothing. It is synced to disk up to 100 ms later, together with other lines: this is not real money.
 */
export class Journal {
  readonly #file: FileHandle;
  #synced: NodeJS.Timeout | undefined;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Replays the existing lines and opens the file for more. Cuts off an incomplete last line, which a killed process
   * leaves.
   */
  static async open(path: string, apply: (entry: Entry) => void): Promise<Journal> {
    await mkdir(dirname(path), { recursive: true });
    const length = existsSync(path) ? await replay(path, apply) : 0;
    const file = await open(path, 'a', 0o600);
    await file.truncate(length);
    return new Journal(file);
  }

  /** After this the entry survives the death of this process. Throws when the disk refuses the write. */
  append(entry: Entry): void {
    // A synchronous write into the page cache is faster than handing it to another thread.
    appendFileSync(this.#file.fd, `${JSON.stringify(entry)}\n`);
    this.#synced ??= setTimeout(() => void this.#sync(), syncEveryMs);
  }

  async #sync(): Promise<void> {
    this.#synced = undefined;
    // When a sync fails, the next write reports the error.
    await this.#file.datasync().catch(() => undefined);
  }

  async close(): Promise<void> {
    clearTimeout(this.#synced);
    await this.#file.datasync();
    await this.#file.close();
  }
}

/** Passes every complete line to `apply`. Returns the length of the complete lines, in bytes. */
const replay = async (path: string, apply: (entry: Entry) => void): Promise<number> => {
  let rest = Buffer.alloc(0);
  let whole = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    let bytes = Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      const line = bytes.toString('utf8', 0, end);
      try {
        apply(JSON.parse(line));
      } catch (error) {
        throw new Error(`${path} is damaged at byte ${whole}: delete it to start with an empty sandbox.`, {
          cause: error,
        });
      }
      whole += end + 1;
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  return whole;
};
