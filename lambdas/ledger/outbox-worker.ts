import { count, log } from '../platform/observability';

/** The function that wrote a younger message is still sending it. */
const minAgeSeconds = 20;

/** Runs on a schedule: sends the messages that a crash left in the outbox. */
export const outboxWorker = (relay: (olderThanSeconds: number) => Promise<number>) => async () => {
  const sent = await relay(minAgeSeconds);
  if (sent === 0) return;
  log.info('Messages left behind were sent.', { messages: sent });
  count('OutboxRelayed', sent);
};
