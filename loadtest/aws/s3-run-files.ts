import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { RunFiles } from './run-files';

/** The prefix of all files of runs. The stack lets every part of a run read and write below it, and nowhere else. */
export const runsPrefix = 'runs/';

export class S3RunFiles implements RunFiles {
  readonly #s3: S3Client;
  readonly #bucket: string;
  readonly #run: string;

  constructor(s3: S3Client, bucket: string, run: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
    this.#run = run;
  }

  async put(name: string, text: string) {
    const type = name.endsWith('.html') ? 'text/html; charset=utf-8' : 'application/json';
    await this.#s3.send(new PutObjectCommand({ ...this.#place(name), Body: text, ContentType: type }));
  }

  async get(name: string) {
    try {
      const { Body: body } = await this.#s3.send(new GetObjectCommand(this.#place(name)));
      return await body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  #place(name: string) {
    return { Bucket: this.#bucket, Key: `${runsPrefix}${this.#run}/${name}` };
  }
}
