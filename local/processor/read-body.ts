import type { IncomingMessage } from 'node:http';
import { Refusal } from './problem';

const mostBytes = 64 * 1024;

/** The body as text. Throws a Refusal, 413, above 64 KB. */
export const readBody = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size <= mostBytes) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Refusal(413, { type: 'invalid_request_error', message: 'The request is larger than 64 KB.' }));
    });
    request.on('error', reject);
  });
