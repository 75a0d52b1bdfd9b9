import pg from 'pg';
import { liveAsChild } from '../child-life';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { collectStatus } from './collect';
import { createStatusServer } from './status-server';

const settings = readSettings('PORT', 'PROCESSES_FILE', 'QUEUES_URL', 'DATABASE_URL');
const pool = new pg.Pool({
  connectionString: settings.DATABASE_URL,
  max: 3,
  connectionTimeoutMillis: 2_000,
  query_timeout: 5_000,
});
// A connection that breaks while nobody uses it: the next question says so.
pool.on('error', () => undefined);

const { QUEUES_URL: queuesUrl, PROCESSES_FILE: processesFile } = settings;
const server = createStatusServer(() => collectStatus({ pool, queuesUrl, processesFile, now: () => new Date() }));
const stop = await listen(server, Number(settings.PORT));
liveAsChild('status', async () => {
  await stop();
  await pool.end();
});
