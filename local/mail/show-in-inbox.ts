import { Agent, request } from 'node:http';

const answerDeadlineMs = 5_000;

/**
 * Passes mails on to the inbox page, each as the JSON that the function sent. Uses node:http because fetch costs three times
 * as much.
 */
export const showInInbox = (inboxUrl: string): ((mails: readonly string[]) => Promise<void>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (mails) =>
    new Promise((resolve, reject) => {
      const body = `[${mails.join(',')}]`;
      const outgoing = request(
        `${inboxUrl}/local/mails`,
        {
          method: 'POST',
          agent,
          timeout: answerDeadlineMs,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (incoming) => {
          incoming.resume();
          incoming.on('error', reject);
          incoming.on('end', resolve);
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${answerDeadlineMs} ms`)));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
};
