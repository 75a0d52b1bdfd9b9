import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { runAsChild } from '../../child-process-main';
import { readSettings } from '../../read-settings';
import { mailsIn } from './mails-in';

/**
 * Shows the sent mails on a page. The quotas of SES are before it, in local/mail. From there mails come by the batch, and are
 * read when somebody looks: in an opening nobody does, and for each mail a request of its own took more CPU than sending it.
 */
// Uses `require` because Node and bundlers find this CommonJS package's exports in different places.
const load = createRequire(import.meta.url);
const inbox: typeof import('aws-ses-v2-local') = load('aws-ses-v2-local');
const { saveEmail }: typeof import('aws-ses-v2-local/dist/store') = load('aws-ses-v2-local/dist/store');

const { PORT } = readSettings('PORT');
const server = await inbox.default({ host: '127.0.0.1', port: Number(PORT) });
const [show] = server.listeners('request');
if (!show) throw new Error('The package aws-ses-v2-local answers no requests.');

/** Batches that nobody has looked at. */
let unread: { readonly bytes: Buffer; readonly at: Date }[] = [];

const readUnread = () => {
  const batches = unread;
  unread = [];
  for (const { bytes, at } of batches) {
    try {
      for (const mail of mailsIn(bytes.toString(), at)) saveEmail(mail);
    } catch (error) {
      console.error('A batch of mails cannot be shown.', error);
    }
  }
};

const keep = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  unread.push({ bytes: Buffer.concat(chunks), at: new Date() });
};

server.removeAllListeners('request');
server.on('request', (request, response) => {
  if (request.method === 'POST' && request.url === '/local/mails') {
    keep(request).then(
      () => response.end(),
      // The sender hung up, and sends the batch again.
      () => response.destroy(),
    );
    return;
  }
  readUnread();
  show.call(server, request, response);
});

runAsChild('inbox', async () => {
  server.closeAllConnections();
  server.close();
});
