import { runAsChild } from '../child-process-main';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { localSecret, ownChain } from './own-chain';
import { serveBeacon } from './serve-beacon';

const { PORT } = readSettings('PORT');
runAsChild('beacon', await listen(serveBeacon({ chain: ownChain(localSecret), now: Date.now }), Number(PORT)));
