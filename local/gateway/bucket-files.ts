import { Agent, request } from 'node:http';
import { type Answer, gatewayAnswer } from './answer';
import { hopHeaders, readAnswer } from './read-answer';

const dropped = new Set(hopHeaders);

/** Reads objects of a bucket, as CloudFront does: the path is the key. A bucket that cannot be reached is answered with 502. */
export const bucketFiles = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return (path: string): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ agent, hostname, port, path: `${pathname}${path}` }, (answer) =>
        resolve(readAnswer(answer, dropped)),
      );
      sent.once('error', reject);
      sent.end();
    }).catch(() => gatewayAnswer(502, 'Bad Gateway'));
};
