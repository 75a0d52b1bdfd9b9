import { queueClient } from './queue-client';
import { fifoQueueContract } from './sqs-fifo.contract';
import { standardQueueContract } from './sqs-standard.contract';

/**
 * What a server must do to pass as SQS, tested with AWS's own SDK and its checksums. `knownToDiffer` names the known
 * differences of a server.
 */
export const sqsContract = (server: string, urlOf: () => string, knownToDiffer: readonly string[] = []): void =>
  describe(`${server} is SQS to its clients`, () => {
    const client = queueClient(urlOf);
    standardQueueContract(client, knownToDiffer);
    fifoQueueContract(client, knownToDiffer);
  });
