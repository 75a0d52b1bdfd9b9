import { runAsChild } from '../child-process-main';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { serveEdgeStore } from './serve-edge-store';

const { PORT } = readSettings('PORT');
runAsChild('edge-store', await listen(serveEdgeStore(), Number(PORT)));
