import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { reader } from '../../api/read';
import { count } from '../../platform/observability';
import { batchWorker } from '../../platform/queue/worker';
import { passMessage } from './messages';
import type { PassRegister } from './ports';

/**
 * Records passes, and turns that had a hold. Apart from the rest of a line's work, so that its timeout is short: what a crash left is
 * delivered again after six of these.
 */
export const passWorker = (register: PassRegister): ((event: SQSEvent) => Promise<SQSBatchResponse>) =>
  batchWorker(reader(passMessage), async (messages) => {
    const passes = messages.flatMap(({ body }) => ('turn' in body ? [] : [body]));
    const turns = messages.flatMap(({ body }) => ('turn' in body ? [body] : []));
    const late = await register.record(passes, turns);
    count('PassesRecorded', passes.length);
    if (late > 0) count('LatePasses', late);
    return [];
  });
