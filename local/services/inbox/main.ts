import { createRequire } from 'node:module';
import { runAsChild } from '../../child-process-main';
import { readSettings } from '../../read-settings';

/** Plays SES without its quotas, and shows the sent mails on a page. The quotas are in front of it, in local/mail. */
// Uses `require` because Node and bundlers find this CommonJS package's default export in different places.
const inbox: typeof import('aws-ses-v2-local') = createRequire(import.meta.url)('aws-ses-v2-local');

const { PORT } = readSettings('PORT');
const server = await inbox.default({ host: '127.0.0.1', port: Number(PORT) });
runAsChild('inbox', async () => {
  server.closeAllConnections();
  server.close();
});
