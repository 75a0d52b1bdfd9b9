import type { Message } from './message';
import type { Order } from './order';

/** A first-in, first-out list. `Array.shift` would copy a long array at each removal. */
class Line<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#items[this.#head++] = undefined;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

/**
 * The order of standard queues ([fair
 * queues](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html)): tenants
 * take turns, one message each, so that one tenant's backlog does not delay the others. Messages without a group count
 * as one tenant.
 */
export const fairOrder = (): Order => {
  const tenants = new Map<string, Line<Message>>();
  let turns = new Line<string>();

  const next = (): Message | undefined => {
    for (let tenant = turns.shift(); tenant !== undefined; tenant = turns.shift()) {
      const line = tenants.get(tenant);
      const message = line?.shift();
      if (line && line.length > 0) turns.push(tenant);
      else tenants.delete(tenant);
      if (message?.state === 'visible') return message;
    }
    return undefined;
  };

  return {
    arrive: () => undefined,
    show: (message) => {
      const tenant = message.kept.group ?? '';
      const line = tenants.get(tenant) ?? new Line<Message>();
      if (line.length === 0) {
        tenants.set(tenant, line);
        turns.push(tenant);
      }
      line.push(message);
    },
    take: (most) => {
      const messages: Message[] = [];
      for (let message = most > 0 ? next() : undefined; message; message = messages.length < most ? next() : undefined)
        messages.push(message);
      return messages;
    },
    leave: () => undefined,
    clear: () => {
      tenants.clear();
      turns = new Line();
    },
  };
};
