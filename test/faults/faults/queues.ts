import type { QueueName } from '../../../lib/event-sources';
import type { Faults } from '../../../local/queues/queue/fault-injection';
import { noFaults } from '../../../local/queues/queue/fault-injection';
import type { Fault } from '../fault';
import type { FaultSystem } from '../system/fault-system';

const standard: readonly QueueName[] = ['registrations', 'payments', 'settlements', 'mail-events'];

const all = async (target: FaultSystem, queues: readonly QueueName[], faults: Partial<Faults>) => {
  for (const name of queues) await target.queue(name, faults);
};

const throughout = (
  about: Pick<Fault, 'name' | 'what'> & Partial<Fault>,
  queues: readonly QueueName[],
  faults: Partial<Faults>,
): Fault => ({
  ...about,
  prepare: (target) => all(target, queues, faults),
  strike: (_, moment) => moment.held(1),
  cease: (target) => all(target, queues, noFaults),
});

export const duplicates = throughout(
  {
    name: 'duplicate deliveries',
    what: 'every message of every standard queue is delivered at least three times, the next while the last is being worked on.',
  },
  standard,
  { deliveries: 3 },
);

export const reordered = throughout(
  {
    name: 'reordered and doubled',
    what: 'every message comes up to 3 s late, so that all overtake each other, and at least twice.',
  },
  standard,
  { deliveries: 2, lateShare: 1, lateSeconds: [0, 3] },
);

/** The late runners have paid in time. Their spot belongs to another by then, or they get a different one. */
export const beyondTheHold = throughout(
  {
    name: 'late beyond the hold',
    what: 'every fourth registration stays in the queue until holds have expired and others have bought the spots.',
    isLate: true,
    mayBeShort: true,
  },
  ['registrations'],
  { lateShare: 0.25, lateSeconds: [300, 500] },
);
