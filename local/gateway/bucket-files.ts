import { Agent, request } from 'node:http';
import { type Answer, gatewayAnswer } from './answer';

/** What the connection needs, and the gateway says by itself. */
const hop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

/** Reads objects of a bucket, as CloudFront does: the path is the key. A bucket that is away is answered with 502. */
export const bucketFiles = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return (path: string): Promise<Answer> =>
    new Promise((resolve) => {
      const away = () => resolve(gatewayAnswer(502, 'Bad Gateway'));
      const sent = request({ agent, hostname, port, path: `${pathname}${path}` }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', away);
        answer.once('end', () => {
          const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
            value === undefined || hop.has(name) ? [] : [[name, value] as const],
          );
          resolve({ status: answer.statusCode ?? 502, headers: Object.fromEntries(kept), body: Buffer.concat(chunks) });
        });
      });
      sent.once('error', away);
      sent.end();
    });
};
