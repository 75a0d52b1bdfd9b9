import { mkdir, readdir } from 'node:fs/promises';
import { type Attributes, defaults, fifoDefaults, readAttributes, readRedrivePolicy } from './attributes';
import type { Json } from './fields';
import { openQueue } from './open-queue';
import { invalid, Problem } from './problem';
import type { Queue } from './queue';

const account = '000000000000';
const region = 'us-east-1';
const journalName = /^([\w-]{1,80}(?:\.fifo)?)\.journal$/;

/** All queues of this server. Their journals are in one folder. */
export class Directory {
  readonly #folder: string;
  readonly #queues = new Map<string, Queue>();
  /** Queues are created and removed one at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens every queue in the folder. Creates the folder when it does not exist. */
  static async open(folder: string): Promise<Directory> {
    await mkdir(folder, { recursive: true });
    const directory = new Directory(folder);
    for (const file of (await readdir(folder)).sort()) {
      const name = journalName.exec(file)?.[1];
      if (name) await directory.#open(name, directory.#startingAttributes(name));
    }
    return directory;
  }

  get all(): Queue[] {
    return [...this.#queues.values()];
  }

  byName(name: string): Queue {
    const queue = this.#queues.get(name);
    if (!queue) throw new Problem('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  /** Finds a queue by the last part of its URL: clients reach this server under different hosts. Throws a Problem. */
  byUrl(url: string): Queue {
    return this.byName(url.slice(url.lastIndexOf('/') + 1));
  }

  byArn(arn: string): Queue | undefined {
    const queue = this.#queues.get(arn.slice(arn.lastIndexOf(':') + 1));
    return queue?.arn === arn ? queue : undefined;
  }

  path(queue: Queue): string {
    return `/${account}/${queue.name}`;
  }

  arnOf(name: string): string {
    return `arn:aws:sqs:${region}:${account}:${name}`;
  }

  /** Creates a queue. Throws a Problem when a queue of this name exists with different attributes. */
  create(name: string, given: Json | undefined): Promise<Queue> {
    return this.#inTurn(async () => {
      if (!/^[\w-]{1,80}$/.test(name.replace(/\.fifo$/, '')) || name.length > 80)
        throw invalid(
          'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length; a FIFO queue ends in .fifo.',
        );
      const asked = readAttributes(given, name.endsWith('.fifo'));
      if (given?.FifoQueue === 'true' && !name.endsWith('.fifo'))
        throw invalid('The name of a FIFO queue can only end with .fifo.');
      const existing = this.#queues.get(name);
      if (existing) {
        const differs = Object.entries(asked).find(([key, value]) => (existing.attributes[key] ?? '') !== value);
        if (!differs) return existing;
        throw new Problem(
          'QueueNameExists',
          `A queue already exists with the same name and a different value for attribute ${differs[0]}.`,
        );
      }
      if (name.endsWith('.fifo') && asked.FifoQueue !== 'true')
        throw invalid('The name of a standard queue cannot end with .fifo: set FifoQueue to true.');
      this.#checkRedrive(name, asked);
      return this.#open(name, { ...this.#startingAttributes(name), ...asked });
    });
  }

  async setAttributes(queue: Queue, given: Json | undefined): Promise<void> {
    const changed = readAttributes(given, queue.fifo);
    if (changed.FifoQueue !== undefined)
      throw new Problem('InvalidAttributeName', 'FifoQueue can only be set when a queue is created.');
    this.#checkRedrive(queue.name, changed);
    await queue.setAttributes(changed);
  }

  /** Creates the queue, or changes the attributes of the existing one. */
  async ensure(name: string, attributes: Attributes): Promise<Queue> {
    const existing = this.#queues.get(name);
    if (!existing) return this.create(name, attributes);
    const { FifoQueue: _, ...changeable } = attributes;
    await this.setAttributes(existing, changeable);
    return existing;
  }

  delete(queue: Queue): Promise<void> {
    return this.#inTurn(async () => {
      this.#queues.delete(queue.name);
      await queue.destroy();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((queue) => queue.close()));
  }

  #startingAttributes(name: string): Attributes {
    return name.endsWith('.fifo') ? { ...defaults, ...fifoDefaults } : defaults;
  }

  #checkRedrive(name: string, attributes: Attributes): void {
    const policy = readRedrivePolicy(attributes.RedrivePolicy ?? '');
    if (!policy) return;
    const target = this.byArn(policy.deadLetterTargetArn);
    if (!target || target.name === name || target.fifo !== name.endsWith('.fifo'))
      throw invalid(
        `Value ${attributes.RedrivePolicy} for parameter RedrivePolicy is invalid. Reason: Dead letter target must be another existing queue of the same type.`,
      );
  }

  async #open(name: string, attributes: Attributes): Promise<Queue> {
    const queue = await openQueue({
      folder: this.#folder,
      name,
      arn: this.arnOf(name),
      attributes,
      queueAt: (arn) => this.byArn(arn),
    });
    this.#queues.set(name, queue);
    return queue;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
