import { reader } from '../../api/read';
import { batchWorker, type Message } from '../../platform/queue/worker';
import { type RegistrationMessage, registrationMessage } from '../messages';
import type { Item, RecordRegistrations } from './record-registrations';

/**
 * One transaction for each event's part of the batch. Deferred messages come again after the queue's visibility
 * timeout.
 */
export const registrationWorker = (record: RecordRegistrations) =>
  batchWorker(reader(registrationMessage), async (messages) => {
    const submissions = messages.flatMap(({ body }) => (body.kind === 'submission' ? [body.submission] : []));
    const sweeps = messages.flatMap(({ body }) => (body.kind === 'sweep' ? [body] : []));
    const joins = messages.flatMap(({ body }) => (body.kind === 'join' ? [body] : []));
    const transfers = messages.flatMap(({ body }) => (body.kind === 'transfer' ? [body.transfer] : []));
    const moves = messages.flatMap(({ body }) => (body.kind === 'move' ? [body.move] : []));
    const deferred = await record({ submissions, transfers, moves, sweeps, joins, oldest: oldestOf(messages) });
    return messages.filter(({ body }) => deferred.has(itemIn(body))).map(({ messageId }) => messageId);
  });

/**
 * When the oldest submission of each race was sent. Only first deliveries count: a repeated one had to wait for a spot,
 * and a sweep waits on purpose.
 */
const oldestOf = (messages: readonly Message<RegistrationMessage>[]): ReadonlyMap<string, number> => {
  const oldest = new Map<string, number>();
  for (const { body, firstSentAt } of messages) {
    if (body.kind !== 'submission' || firstSentAt === undefined) continue;
    const { raceId } = body.submission.hold;
    oldest.set(raceId, Math.min(firstSentAt, oldest.get(raceId) ?? firstSentAt));
  }
  return oldest;
};

const itemIn = (body: RegistrationMessage): Item => {
  if (body.kind === 'submission') return body.submission;
  if (body.kind === 'move') return body.move;
  return body.kind === 'transfer' ? body.transfer : body;
};
