import type { Message } from './message';
import type { Order } from './order';

/**
 * The order of FIFO queues. Messages of a group go out by sequence number, and a group has at most one batch in flight.
 * Groups take turns.
 */
export const fifoOrder = (): Order => {
  /** Every message of a group that is still in the queue, in order. */
  const groups = new Map<string, Message[]>();
  const ready = new Set<string>();

  const groupOf = ({ kept }: Message): string => kept.group ?? '';

  const judge = (name: string): void => {
    const group = groups.get(name);
    // Only the first messages of a group can be in flight, at most one batch of ten, so the rest need not be searched.
    if (group?.[0]?.state === 'visible' && !group.slice(0, 10).some(({ state }) => state === 'inFlight'))
      ready.add(name);
    else ready.delete(name);
  };

  return {
    arrive: (message) => {
      const name = groupOf(message);
      const group = groups.get(name);
      if (group) group.push(message);
      else groups.set(name, [message]);
    },
    show: (message) => judge(groupOf(message)),
    take: (most) => {
      const messages: Message[] = [];
      for (const name of ready) {
        if (messages.length >= most) break;
        for (const message of groups.get(name) ?? []) {
          if (messages.length >= most || message.state !== 'visible') break;
          messages.push(message);
        }
        ready.delete(name);
      }
      return messages;
    },
    leave: (message) => {
      const name = groupOf(message);
      const group = groups.get(name);
      const index = group?.indexOf(message) ?? -1;
      if (!group || index < 0) return;
      group.splice(index, 1);
      if (group.length === 0) groups.delete(name);
      judge(name);
    },
    clear: () => {
      groups.clear();
      ready.clear();
    },
  };
};
