import { deadLettersName, eventSources, type QueueName, retentionDays, sqsName } from '../../lib/event-sources';
import { runAsChild } from '../child-process-main';
import { listen } from '../listen';
import { readSettings } from '../read-settings';
import { serveQueues } from './protocol/server';
import type { Attributes } from './queue/attributes';
import { Directory } from './queue/directory';

const isQueue = (name: string): name is QueueName => Object.hasOwn(eventSources, name);

/** Creates the queues that the stacks deploy. Queues of an earlier run get today's attributes. */
const declareQueues = async (directory: Directory): Promise<void> => {
  for (const queue of Object.keys(eventSources).filter(isQueue)) {
    const { fifo, maxReceiveCount, visibilitySeconds } = eventSources[queue];
    const kind: Attributes = {
      MessageRetentionPeriod: String(retentionDays * 86_400),
      ...(fifo && { FifoQueue: 'true' }),
    };
    const deadLetters = await directory.ensure(deadLettersName(queue), kind);
    await directory.ensure(sqsName(queue), {
      ...kind,
      VisibilityTimeout: String(visibilitySeconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount }),
    });
  }
};

/** `DATA_DIR`: the folder of the journals. `PORT`: 0 chooses any free port. */
const { DATA_DIR: folder, PORT: port } = readSettings('PORT', 'DATA_DIR');

const directory = await Directory.open(folder);
await declareQueues(directory);
const server = serveQueues(directory);
const close = await listen(server, Number(port));
const address = server.address();
if (typeof address === 'object') process.stdout.write(`ready http://127.0.0.1:${address?.port}\n`);

runAsChild('queues', async () => {
  const closed = close();
  // Ends the long polls, so that their connections become idle and can be closed.
  await directory.close();
  await closed;
});
