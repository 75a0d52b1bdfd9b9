import type { Message } from './message';

/** Decides which visible message is delivered next. The queue sets the messages' states; an order only sorts them. */
export interface Order {
  /** A message entered the queue. It may still be delayed. */
  arrive(message: Message): void;
  /** A message became visible: on arrival, after its delay, or after a delivery without a delete. */
  show(message: Message): void;
  /** Up to `most` visible messages. The queue delivers or drops them at once. */
  take(most: number): Message[];
  /** A message left the queue for good. */
  leave(message: Message): void;
  clear(): void;
}
