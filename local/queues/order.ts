import type { Message } from './message';

/** Which visible message is delivered next. The queue owns the messages' states; an order only lines them up. */
export interface Order {
  /** A message came into the queue; it may still be delayed. */
  arrive(message: Message): void;
  /** A message became visible: at arrival, after its delay, or after a delivery that was not deleted. */
  show(message: Message): void;
  /** Up to `most` visible messages, which the queue takes or throws away at once. */
  take(most: number): Message[];
  /** A message left the queue for good. */
  leave(message: Message): void;
  clear(): void;
}
