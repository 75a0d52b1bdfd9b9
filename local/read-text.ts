import type { IncomingMessage } from 'node:http';

/**
 * The body as text. Rejects with the error of `tooLong` above `maxBytes`, but reads to the end: closing while bytes
 * arrive resets the connection before the client reads the refusal.
 */
export const readText = (request: IncomingMessage, maxBytes: number, tooLong: () => Error): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size <= maxBytes) resolve(Buffer.concat(chunks).toString());
      else reject(tooLong());
    });
    request.on('error', reject);
  });
