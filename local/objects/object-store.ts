import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StoredObject {
  readonly headers: Readonly<Record<string, string>>;
  /** With its quotation marks. */
  readonly etag: string;
  readonly modifiedAt: string;
  readonly body: Buffer;
}

/** A condition of a PUT, about the present object. */
export interface Condition {
  readonly ifMatch?: string | undefined;
  /** `*`: there must be none. */
  readonly ifNoneMatch?: string | undefined;
}

export interface ObjectStore {
  get(key: string): StoredObject | undefined;
  put(key: string, body: Buffer, headers: StoredObject['headers'], condition: Condition): string | 'failed' | 'missing';
  remove(key: string): void;
  /** All keys, in the order of their bytes, as S3 lists them. */
  keys(): readonly string[];
}

/**
 * Objects as files in a folder, so that they survive a restart. Each call ends before the next one begins. So a condition is checked
 * and the object is written in one step, as in S3.
 */
export const openObjects = (folder: string, now: () => Date): ObjectStore => {
  mkdirSync(folder, { recursive: true });
  const fileOf = (key: string) => join(folder, encodeURIComponent(key));
  const get = (key: string): StoredObject | undefined => {
    if (!existsSync(fileOf(key))) return undefined;
    const file = readFileSync(fileOf(key));
    // The first line has headers, ETag and time. The rest is the body.
    const end = file.indexOf('\n');
    return { ...JSON.parse(file.subarray(0, end).toString()), body: file.subarray(end + 1) };
  };
  return {
    get,
    put(key, body, headers, { ifMatch, ifNoneMatch }) {
      const there = get(key);
      if (ifMatch !== undefined && !there) return 'missing';
      if (ifMatch !== undefined && there?.etag !== ifMatch) return 'failed';
      if (ifNoneMatch === '*' && there) return 'failed';
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      const head = JSON.stringify({ headers, etag, modifiedAt: now().toISOString() });
      const file = fileOf(key);
      writeFileSync(`${file}%`, Buffer.concat([Buffer.from(`${head}\n`), body]));
      renameSync(`${file}%`, file);
      return etag;
    },
    remove: (key) => rmSync(fileOf(key), { force: true }),
    keys: () =>
      readdirSync(folder)
        // A name that ends with % is a file that a crash left half-written. No encoded key ends so.
        .filter((name) => !/%$/.test(name))
        .map(decodeURIComponent)
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  };
};
