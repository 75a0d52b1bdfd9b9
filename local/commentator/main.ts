import { runAsChild } from '../child-process-main';
import { readSettings } from '../read-settings';
import { deployed } from '../sources/deployed-function';
import { pause } from '../sources/pause';
import { commentate } from './commentate';

const { FUNCTIONS: folder } = readSettings('FUNCTIONS');
const stopping = new AbortController();

const telling = commentate({
  direct: deployed({ folder, name: 'direct', timeoutSeconds: 60 }),
  pause: (milliseconds) => pause(milliseconds, stopping.signal),
  isStopping: () => stopping.signal.aborted,
  log: (problem, error) => console.error(problem, error),
});

runAsChild('commentator', async () => {
  stopping.abort();
  await telling;
});
