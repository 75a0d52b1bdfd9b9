import type { Queue } from '../../platform/queue/queue';
import { type LineErrand, type LineWork, recordedAfterEndSeconds } from './messages';
import type { DueRound, Errands } from './ports';

/** The queue `line-errands`. */
export const sqsErrands = (queue: Queue, now: () => number): Errands => ({
  async askBeacon(lineId: string, { round, at }: DueRound) {
    const body: LineErrand = { kind: 'beacon', lineId, round, at: new Date(at).toISOString() };
    await queue.send({ body, delaySeconds: Math.max(0, Math.floor((at - now()) / 1_000)) });
  },
  arm: ({ lineId, raceId, gun }) => send(queue, { kind: 'arm', lineId, raceId, gun }),
  disarm: ({ lineId, raceId }) => send(queue, { kind: 'disarm', lineId, raceId }),
});

const send = (queue: Queue, body: LineErrand) => queue.send({ body });

/** What is left of a line is recorded for a while after it is over, and its files are written once. */
const afterEndSeconds = recordedAfterEndSeconds + 5;

/** The queue `line-work`. */
export const sqsLineWork =
  (queue: Queue) =>
  (body: LineWork): Promise<void> =>
    queue.send({ body, ...(body.kind === 'over' && { delaySeconds: afterEndSeconds }) });
