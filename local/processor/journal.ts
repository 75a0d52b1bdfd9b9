import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Entry } from './records';

const syncEveryMs = 100;

/**
 * Every change, one JSON object a line. A line is written before its request is answered, so that killing the process
 * loses nothing; it is synced to the disk soon after, for all lines at once: it is only play money.
 */
export class Journal {
  readonly #file: FileHandle;
  #synced: NodeJS.Timeout | undefined;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Replays what is there, cuts off a line that was being written when the process died, and goes on behind it. */
  static async open(path: string, apply: (entry: Entry) => void): Promise<Journal> {
    await mkdir(dirname(path), { recursive: true });
    const length = existsSync(path) ? await replay(path, apply) : 0;
    const file = await open(path, 'a', 0o600);
    await file.truncate(length);
    return new Journal(file);
  }

  /** From then on the entry would survive the death of this process. Throws when the disk does not take it. */
  append(entry: Entry): void {
    // Into the page cache, which takes less time than asking another thread to write there.
    appendFileSync(this.#file.fd, `${JSON.stringify(entry)}\n`);
    this.#synced ??= setTimeout(() => void this.#sync(), syncEveryMs);
  }

  async #sync(): Promise<void> {
    this.#synced = undefined;
    // A disk that cannot sync says so at the next write.
    await this.#file.datasync().catch(() => undefined);
  }

  async close(): Promise<void> {
    clearTimeout(this.#synced);
    await this.#file.datasync();
    await this.#file.close();
  }
}

/** Gives every whole line to `apply`; returns how many bytes are whole. */
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
