import type { IncomingMessage } from 'node:http';

/**
 * The body as text. Rejects with what `tooLong` makes of more than `mostBytes`, but reads on to the end: closing while
 * bytes arrive would reset the connection before the refusal is read.
 */
export const readText = (request: IncomingMessage, mostBytes: number, tooLong: () => Error): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size <= mostBytes) resolve(Buffer.concat(chunks).toString());
      else reject(tooLong());
    });
    request.on('error', reject);
  });
