import { randomUUID } from 'node:crypto';
import type { Directory } from '../queue/directory';
import type { Json } from '../queue/fields';
import type { Message } from '../queue/message';
import { invalid, Problem } from '../queue/problem';
import type { Queue } from '../queue/queue';

interface Task {
  readonly handle: string;
  readonly source: Queue;
  readonly destination: Queue | undefined;
  readonly toMove: number;
  readonly startedAt: number;
  moved: number;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  reason?: string;
}

const never = new AbortController().signal;

/** Redrive: moves dead letters back to their source queues, or to a given queue, at full speed. */
export class MoveTasks {
  readonly #directory: Directory;
  /** Newest first. */
  readonly #tasks: Task[] = [];

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  start(sourceArn: string, destinationArn: string | undefined): Json {
    const source = this.#queueAt(sourceArn);
    const destination = destinationArn === undefined ? undefined : this.#queueAt(destinationArn);
    if (this.#tasks.some((task) => task.source === source && task.status === 'RUNNING'))
      throw new Problem('UnsupportedOperation', 'There is already a task running. Only one active task is allowed.');
    const feedsOn = this.#directory.all.some(({ attributes }) => attributes.RedrivePolicy?.includes(`"${sourceArn}"`));
    if (!feedsOn) throw invalid('Source queue must be configured as a Dead Letter Queue.');
    if (destination === source) throw invalid('Source and destination queue must differ.');
    const startedAt = Date.now();
    const toMove = source.counts.visible;
    const task: Task = { handle: randomUUID(), source, destination, toMove, startedAt, moved: 0, status: 'RUNNING' };
    this.#tasks.unshift(task);
    this.#tasks.splice(10);
    this.#run(task).then(
      () => {
        task.status = 'COMPLETED';
      },
      (error: unknown) => {
        task.status = 'FAILED';
        task.reason = String(error);
      },
    );
    return { TaskHandle: task.handle };
  }

  list(sourceArn: string): Json {
    const source = this.#queueAt(sourceArn);
    const Results = this.#tasks
      .filter((task) => task.source === source)
      .map((task) => ({
        ...(task.status === 'RUNNING' && { TaskHandle: task.handle }),
        Status: task.status,
        SourceArn: sourceArn,
        ...(task.destination && { DestinationArn: task.destination.arn }),
        ApproximateNumberOfMessagesMoved: task.moved,
        ApproximateNumberOfMessagesToMove: task.toMove,
        StartedTimestamp: task.startedAt,
        ...(task.reason && { FailureReason: task.reason }),
      }));
    return { Results };
  }

  #queueAt(arn: string): Queue {
    const queue = this.#directory.byArn(arn);
    if (!queue)
      throw new Problem('ResourceNotFoundException', `The resource that you specified for ${arn} does not exist.`);
    return queue;
  }

  async #run(task: Task): Promise<void> {
    while (task.moved < task.toMove) {
      const messages = await task.source.receive({ most: 10, visibilitySeconds: 60 }, 0, never);
      if (messages.length === 0) return;
      // One at a time, so that a FIFO queue keeps its order.
      for (const message of messages) await this.#move(task, message);
    }
  }

  async #move(task: Task, message: Message): Promise<void> {
    const home = message.kept.sourceQueue === undefined ? undefined : this.#directory.byArn(message.kept.sourceQueue);
    const destination = task.destination ?? home;
    if (!destination) throw new Error(`The queue message ${message.kept.id} died in is not known any more.`);
    // A moved message may be delivered as often as a new one.
    await destination.adopt({ ...message, receiveCount: 0 }, undefined);
    task.source.remove(message);
    task.moved++;
  }
}
