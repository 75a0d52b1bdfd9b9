import { createRequire } from 'node:module';
import { runAsChild } from '../../child-life';
import { readSettings } from '../../read-settings';

/** SES without its quotas, and a page that shows what was sent. The quotas are in front of it, in local/mail. */
// A CommonJS package with a default export, which Node and bundlers find in different places: so it is required.
const inbox: typeof import('aws-ses-v2-local') = createRequire(import.meta.url)('aws-ses-v2-local');

const { PORT } = readSettings('PORT');
const server = await inbox.default({ host: '127.0.0.1', port: Number(PORT) });
runAsChild('inbox', async () => {
  server.closeAllConnections();
  server.close();
});
