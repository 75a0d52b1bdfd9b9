import * as v from 'valibot';

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(900));

/**
 * What SQS may do to the messages of a standard queue, and seldom does: deliver them several times, late, in another
 * order. A test asks for much of it, at /local/queues/<name>.
 */
export const faults = v.strictObject({
  /** Deliveries of each message at least, the next one while the last is still being worked on. */
  deliveries: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
  /** How many of the messages come late, as a share of all. */
  lateShare: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** At least and at most so much later; a few seconds are enough to bring all into another order. */
  lateSeconds: v.tuple([seconds, seconds]),
});

export type Faults = v.InferOutput<typeof faults>;

export const noFaults: Faults = { deliveries: 1, lateShare: 0, lateSeconds: [0, 0] };

/** How soon a message comes again that was delivered too seldom. */
export const redeliverySeconds = 0.2;

/** Whether a message is delivered again though it was deleted, as SQS may do. */
export const isRedelivered = ({ deliveries }: Faults, receiveCount: number): boolean =>
  deliveries > 1 && receiveCount < deliveries;

/** By how many milliseconds the next message comes late; `random` is from 0 up to 1. */
export const extraDelayMs = ({ lateShare, lateSeconds: [least, most] }: Faults, random: () => number): number =>
  random() < lateShare ? (least + random() * (most - least)) * 1000 : 0;
