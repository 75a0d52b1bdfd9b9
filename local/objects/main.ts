import { runAsChild } from '../child-process-main';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { openObjects } from './object-store';
import { serveObjects } from './serve-objects';

/** `DATA_DIR`: the folder of the objects. */
const { PORT, DATA_DIR, BUCKET } = readSettings('PORT', 'DATA_DIR', 'BUCKET');
const server = serveObjects({ bucket: BUCKET, store: openObjects(DATA_DIR, () => new Date()) });
runAsChild('objects', await listen(server, Number(PORT)));
