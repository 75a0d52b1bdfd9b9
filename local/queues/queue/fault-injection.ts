import * as v from 'valibot';

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(900));

/**
 * Faults that SQS allows itself on standard queues, and rarely shows: messages delivered several times, late, or in
 * another order. Tests set them at /local/queues/<name>.
 */
export const faults = v.strictObject({
  /**
   * The minimum number of deliveries of each message. The next delivery comes while the last one is being processed.
   */
  deliveries: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
  /** The share of messages that come late. */
  lateShare: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /**
   * The least and the greatest delay of a late message. A few seconds are enough to change the order of all messages.
   */
  lateSeconds: v.tuple([seconds, seconds]),
});

export type Faults = v.InferOutput<typeof faults>;

export const noFaults: Faults = { deliveries: 1, lateShare: 0, lateSeconds: [0, 0] };

/** Seconds until a message is delivered again to reach `deliveries`. */
export const redeliverySeconds = 0.2;

/** Whether a message is delivered again even if it is deleted. */
export const isRedelivered = ({ deliveries }: Faults, receiveCount: number): boolean =>
  deliveries > 1 && receiveCount < deliveries;

/** The delay of the next message in milliseconds. `random` returns a number in [0, 1). */
export const extraDelayMs = ({ lateShare, lateSeconds: [least, most] }: Faults, random: () => number): number =>
  random() < lateShare ? (least + random() * (most - least)) * 1000 : 0;
