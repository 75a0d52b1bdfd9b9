import { liveAsChild } from '../child-life';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { declareQueues } from './declared-queues';
import { Directory } from './directory';
import { serveQueues } from './server';

/** `DATA_DIR`: the folder of the journals. `PORT` 0: any free one. */
const { DATA_DIR: folder, PORT: port } = readSettings('PORT', 'DATA_DIR');

const directory = await Directory.open(folder);
await declareQueues(directory);
const server = serveQueues(directory);
const close = await listen(server, Number(port));
const address = server.address();
if (typeof address === 'object') process.stdout.write(`ready http://127.0.0.1:${address?.port}\n`);

liveAsChild('queues', async () => {
  const closed = close();
  // Answers the long polls, so that their connections fall idle.
  await directory.close();
  await closed;
});
