import pg from 'pg';
import { runAsChild } from '../child-process-main';
import { readSettings } from '../read-settings';
import { deployed } from '../sources/deployed-function';
import { liveOn } from './live-on';

const settings = readSettings('FUNCTIONS', 'SITE_URL', 'INBOX_URL', 'WEBHOOK_URL', 'OWNER_DATABASE_URL');
let isStopping = false;

const client = new pg.Client({ connectionString: settings.OWNER_DATABASE_URL });
await client.connect();
const living = liveOn({
  site: { url: settings.SITE_URL, inbox: settings.INBOX_URL },
  sql: client,
  direct: deployed({ folder: settings.FUNCTIONS, name: 'direct', timeoutSeconds: 60 }),
  webhookUrl: settings.WEBHOOK_URL,
  isStopping: () => isStopping,
})
  .catch((error: unknown) => console.error('The demo race stays as it is.', error))
  .finally(() => client.end());

runAsChild('demo-people', async () => {
  isStopping = true;
  await living;
});
