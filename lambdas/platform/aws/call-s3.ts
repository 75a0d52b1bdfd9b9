import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer } from '../calls/connection';
import { type Answer, openEndpoint } from '../calls/send-request';
import { traced } from '../trace';
import { type SignedForm, signForm, signLink } from './presign-s3';
import { signerOf, signRequest } from './sign-request';

/** A call of S3 that failed. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** Whether another attempt may help; `isTransient` reads it. */
  readonly transient: boolean;

  constructor(message: string, transient: boolean, cause?: unknown) {
    super(message, { cause });
    this.transient = transient;
  }
}

export interface PutOptions {
  readonly cacheControl: string;
  /** Default: that of JSON. */
  readonly contentType?: string;
  /** Writes only if the object has this ETag now; `none`: only if there is no such object. */
  readonly onlyIf?: string;
  /** By which a rule of the bucket finds it: `live=yes`. */
  readonly tag?: string;
}

/** A file that is not text, with the headers that its readers get. */
export interface StoredFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentDisposition?: string;
}

/** A file that is written in parts of 5 MB at least, but for the last. Until it is finished, nobody sees it. */
export interface FileInParts {
  /** The id under which parts are sent. */
  begin(key: string, options: Omit<StoredFile, 'bytes'>): Promise<string>;
  /** @param number from 1. The answer is its ETag. */
  send(key: string, id: string, number: number, bytes: Buffer): Promise<string>;
  /** False: there is no such file in parts. It was finished before, or given up. */
  finish(key: string, id: string, etags: readonly string[]): Promise<boolean>;
  giveUp(key: string, id: string): Promise<void>;
}

/** What browsers send and read themselves. */
export interface Doors {
  /** A form for one object of exactly so many bytes. */
  form(key: string, contentType: string, bytes: number, seconds: number): SignedForm;
  link(key: string, seconds: number): string;
}

/** Objects in one bucket: JSON, or what `contentType` says. Keys must have no characters that are escaped in a URL. */
export interface Bucket {
  /** Undefined: there is no such object. */
  get(key: string): Promise<{ readonly json: unknown; readonly etag: string } | undefined>;
  /** False: the object is not as `onlyIf` says. When an answer was lost, the call itself may have written the object. */
  put(key: string, text: string, options: PutOptions): Promise<boolean>;
  /** The keys that begin so. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Removing an object that is not there changes nothing. */
  remove(key: string): Promise<void>;
  /** Undefined: there is no such object. Throws when it has more bytes. */
  read(key: string, maxBytes: number): Promise<Buffer | undefined>;
  write(key: string, file: StoredFile): Promise<void>;
  readonly parts: FileInParts;
  readonly doors: Doors;
}

type Environment = Readonly<Record<string, string | undefined>>;

const maxAttempts = 3;
/** The mean pause before the second attempt. Before each further attempt it doubles. */
const meanFirstPauseMs = 100;
const attemptDeadlineMs = 4_000;
/** Of some megabytes. */
const fileDeadlineMs = 10_000;

/**
 * Calls S3 with the credentials of the function's environment, at most three times. It does not use the SDK, for the same reason as
 * our calls of SQS: docs/decisions/026-sqs-by-hand.md. A test compares it with the SDK: test/platform/aws/call-s3.test.ts.
 *
 * @param url of the bucket: `https://<bucket>.s3.<region>.amazonaws.com`
 */
export const openBucket = (url: string, environment: Environment): Bucket => {
  const endpoint = new URL(url);
  const send = openEndpoint(endpoint);
  const folder = endpoint.pathname.replace(/\/$/, '');

  const once = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    key: string,
    own: Readonly<Record<string, string>>,
    body: string | Buffer,
    query = '',
    withinMs = attemptDeadlineMs,
  ) => {
    const path = `${folder}/${key}`;
    const headers = signRequest({
      method,
      path,
      query,
      headers: { host: endpoint.host, 'x-amz-content-sha256': hash('sha256', body, 'hex'), ...own },
      body,
      service: 's3',
      ...signerOf(environment),
      at: new Date(),
    });
    return traced('S3', () => send({ method, path: query ? `${path}?${query}` : path, headers, body, withinMs }));
  };

  /** Returns an answer with one of the expected statuses. Throws S3Error for every other. */
  const call = async (expected: readonly number[], ...request: Parameters<typeof once>): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(...request).catch((error: unknown) => {
        if (error instanceof NoAnswer) return error;
        throw error;
      });
      if (!(answer instanceof NoAnswer) && expected.includes(answer.status)) return answer;
      const isTransient = answer instanceof NoAnswer || answer.status >= 500 || answer.status === 429;
      if (!isTransient || attempt === maxAttempts)
        throw answer instanceof NoAnswer
          ? new S3Error(`S3 did not answer: ${answer.message}`, true, answer)
          : new S3Error(`S3 answered ${request[0]} ${request[1]} with ${answer.status}.`, isTransient);
      await pause(Math.random() * meanFirstPauseMs * 2 ** attempt);
    }
  };

  return {
    async get(key) {
      const { status, json, header } = await call([200, 404], 'GET', key, {}, '');
      return status === 404 ? undefined : { json, etag: String(header('etag')) };
    },

    async put(key, text, { cacheControl, contentType = 'application/json', onlyIf, tag }) {
      const condition: Readonly<Record<string, string>> =
        onlyIf === undefined ? {} : onlyIf === 'none' ? { 'if-none-match': '*' } : { 'if-match': onlyIf };
      const { status } = await call(
        // 409: another write came at the same moment. 404: the object that should be replaced is gone.
        [200, ...(onlyIf === undefined ? [] : [404, 409, 412])],
        'PUT',
        key,
        {
          'content-type': contentType,
          'cache-control': cacheControl,
          ...(tag !== undefined && { 'x-amz-tagging': tag }),
          ...condition,
        },
        text,
      );
      return status === 200;
    },

    async keys(prefix) {
      const keys: string[] = [];
      for (let next: string | undefined; ; ) {
        const token = next === undefined ? '' : `continuation-token=${escaped(next)}&`;
        const { text } = await call([200], 'GET', '', {}, '', `${token}list-type=2&prefix=${escaped(prefix)}`);
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key);
        next = /<NextContinuationToken>([^<]*)</.exec(text)?.[1];
        if (next === undefined) return keys;
      }
    },

    async remove(key) {
      await call([204, 404], 'DELETE', key, {}, '');
    },

    async read(key, maxBytes) {
      const { status, bytes } = await call([200, 404], 'GET', key, {}, '', '', fileDeadlineMs);
      if (status === 404) return undefined;
      if (bytes.length > maxBytes)
        throw new S3Error(`${key} has ${bytes.length} bytes, and ${maxBytes} at most.`, false);
      return bytes;
    },

    async write(key, { bytes, ...file }) {
      await call([200], 'PUT', key, headersOf(file), bytes, '', fileDeadlineMs);
    },

    parts: {
      async begin(key, file) {
        const { text } = await call([200], 'POST', key, headersOf(file), '', 'uploads=');
        const id = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
        if (id === undefined) throw new S3Error('S3 began a file in parts and named no id.', true);
        return id;
      },

      async send(key, id, number, bytes) {
        const query = `partNumber=${number}&uploadId=${escaped(id)}`;
        const { header } = await call([200], 'PUT', key, {}, bytes, query, fileDeadlineMs);
        return String(header('etag'));
      },

      async finish(key, id, etags) {
        const parts = etags.map((etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        const { status, text } = await call(
          [200, 404],
          'POST',
          key,
          {},
          body,
          `uploadId=${escaped(id)}`,
          fileDeadlineMs,
        );
        // S3 may begin to answer before it knows that it failed.
        if (status === 200 && /<Error>/.test(text)) throw new S3Error(`S3 could not finish ${key}.`, true);
        return status === 200;
      },

      async giveUp(key, id) {
        await call([204, 404], 'DELETE', key, {}, '', `uploadId=${escaped(id)}`);
      },
    },

    doors: {
      form: (key, contentType, bytes, seconds) =>
        signForm({
          url: `${endpoint.origin}${folder || '/'}`,
          fields: { key, 'Content-Type': contentType },
          bytes,
          seconds,
          at: new Date(),
          ...signerOf(environment),
        }),
      link: (key, seconds) =>
        signLink({ url: `${endpoint.origin}${folder}/${key}`, seconds, at: new Date(), ...signerOf(environment) }),
    },
  };
};

const headersOf = ({ contentType, cacheControl, contentDisposition }: Omit<StoredFile, 'bytes'>) => ({
  'content-type': contentType,
  'cache-control': cacheControl,
  ...(contentDisposition !== undefined && { 'content-disposition': contentDisposition }),
});

/** For a query, as AWS signs it: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
