import { join } from 'node:path';
import { Journal } from '../storage/journal';
import type { JournalRecord } from '../storage/journal-record';
import type { Attributes } from './attributes';
import { Deduplication, deduplicationKey } from './deduplication';
import type { Kept } from './message';
import { Queue, type QueueParts } from './queue';

/** The state of a queue according to its journal. */
class Past {
  attributes: Attributes | undefined;
  createdAt: number | undefined;
  readonly messages = new Map<string, Kept>();
  readonly deduplication = new Deduplication();
  readonly #fifo: boolean;

  constructor(fifo: boolean) {
    this.#fifo = fifo;
  }

  take(record: JournalRecord): void {
    switch (record.is) {
      case 'queue':
        this.attributes = record.attributes;
        this.createdAt = record.createdAt;
        return;
      case 'message':
        this.messages.set(record.message.id, record.message);
        this.#rememberMessage(record.message);
        return;
      case 'seen':
        this.#remember(record.key, record.id, record.sequence, record.at);
        return;
      case 'gone':
        this.messages.delete(record.id);
        return;
      case 'purged':
        this.messages.clear();
        return;
      default:
        record satisfies never;
    }
  }

  #rememberMessage(kept: Kept): void {
    // A dead letter was never sent to this queue.
    if (!this.#fifo || kept.deduplicationId === undefined || kept.sourceQueue !== undefined) return;
    this.#remember(deduplicationKey(kept, this.attributes ?? {}), kept.id, kept.sequence, kept.sentAt);
  }

  #remember(key: string, id: string, sequence: number, at: number): void {
    this.deduplication.remember(key, { id, sequence, at, kept: Promise.resolve() });
  }
}

export interface Opening {
  readonly folder: string;
  readonly name: string;
  readonly arn: string;
  /** The attributes of a new queue. A queue with a journal keeps its own. */
  readonly attributes: Attributes;
  readonly queueAt: QueueParts['queueAt'];
}

/** Opens a queue with everything in its journal. A new queue is on disk when this resolves. */
export const openQueue = async ({ folder, name, arn, attributes, queueAt }: Opening): Promise<Queue> => {
  const past = new Past(name.endsWith('.fifo'));
  let queue: Queue | undefined;
  const journal = await Journal.open(
    join(folder, `${name}.journal`),
    (record) => past.take(record),
    () => queue?.records() ?? [],
  );
  queue = new Queue({
    name,
    arn,
    attributes: past.attributes ?? attributes,
    createdAt: past.createdAt ?? Date.now(),
    journal,
    deduplication: past.deduplication,
    queueAt,
  });
  for (const kept of past.messages.values()) queue.restore(kept);
  if (!past.attributes) await queue.setAttributes({});
  return queue;
};
