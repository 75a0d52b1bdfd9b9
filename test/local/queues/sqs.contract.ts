import { queueClient } from './queue-client';
import { fifoQueueContract } from './sqs-fifo.contract';
import { standardQueueContract } from './sqs-standard.contract';

/**
 * What a server must do to be taken for SQS: asked through AWS's own SDK, checksums checked. `knownToDiffer` names
 * what a server is known to do otherwise.
 */
export const sqsContract = (server: string, urlOf: () => string, knownToDiffer: readonly string[] = []): void =>
  describe(`${server} is SQS to its clients`, () => {
    const client = queueClient(urlOf);
    standardQueueContract(client, knownToDiffer);
    fifoQueueContract(client, knownToDiffer);
  });
