import pg from 'pg';
import { runAsChild } from '../child-process-main';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { collectStatus } from './collect';
import { openLoadPages } from './load-pages';
import { createStatusServer } from './status-server';

const settings = readSettings('PORT', 'PROCESSES_FILE', 'QUEUES_URL', 'DATABASE_URL', 'LOAD_REPORTS', 'SITE_URL');
const pool = new pg.Pool({
  connectionString: settings.DATABASE_URL,
  max: 3,
  connectionTimeoutMillis: 2_000,
  query_timeout: 5_000,
});
// An idle connection broke: the next query reports it.
pool.on('error', () => undefined);

const { QUEUES_URL: queuesUrl, PROCESSES_FILE: processesFile } = settings;
const loadPages = openLoadPages(settings.LOAD_REPORTS, settings.SITE_URL);
const server = createStatusServer({
  collect: () => collectStatus({ pool, queuesUrl, processesFile, now: () => new Date() }),
  loadPages: loadPages.answer,
});
const stop = await listen(server, Number(settings.PORT));
runAsChild('status', async () => {
  await loadPages.close();
  const stopped = stop();
  // Pages that follow a load test keep connections open as long as it runs.
  server.closeAllConnections();
  await stopped;
  await pool.end();
});
