import { batchWorker } from '../platform/queue/worker';
import { type RegistrationMessage, registrationMessage } from './messages';
import type { Item, RecordRegistrations } from './record-registrations';

/** One transaction for an event's part of the batch. What is deferred comes again after the queue's visibility timeout. */
export const registrationWorker = (record: RecordRegistrations) =>
  batchWorker(registrationMessage, async (messages) => {
    const submissions = messages.flatMap(({ body }) => (body.kind === 'submission' ? [body.submission] : []));
    const sweeps = messages.flatMap(({ body }) => (body.kind === 'sweep' ? [body] : []));
    const joins = messages.flatMap(({ body }) => (body.kind === 'join' ? [body] : []));
    const deferred = await record({ submissions, sweeps, joins });
    return messages.filter(({ body }) => deferred.has(itemIn(body))).map(({ messageId }) => messageId);
  });

const itemIn = (body: RegistrationMessage): Item => (body.kind === 'submission' ? body.submission : body);
