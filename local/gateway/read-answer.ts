import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer';

/** Of the connection to the server that was asked, not of the answer: the gateway sets its own. */
export const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

/** Resolves when the answer has arrived whole, without the headers in `dropped`. Rejects when it breaks off. */
export const readAnswer = (answer: IncomingMessage, dropped: ReadonlySet<string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('error', reject);
    answer.once('end', () => {
      const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined || dropped.has(name) ? [] : [[name, value] as const],
      );
      resolve({ status: answer.statusCode ?? 502, headers: Object.fromEntries(kept), body: Buffer.concat(chunks) });
    });
  });
