import type { SQSBatchResponse } from 'aws-lambda';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { times } from '../../lambdas/spots/blocks/block';
import { eventSources, type QueueName } from '../../lib/event-sources';
import { type Batch, functionsIn } from './functions/functions';
import type { Mutant } from './mutants/mutant';
import { type Race, stockOf } from './race';
import { isDue } from './stores/ledger-store';
import { duePools } from './stores/unit-store';
import { Bank } from './world/bank';
import { Database } from './world/database';
import { type Ended, Fleet } from './world/fleet';
import type { Machine, World } from './world/machine';
import { MemcachedNode } from './world/memcached-node';
import { type Arrives, PostOffice } from './world/post-office';
import { WorkQueue } from './world/work-queue';

const minute = 60_000;
const signer = openSigner(async () => ({ kid: 'k1', k1: 'a key of at least thirty-two characters' }));

interface Settings {
  readonly world: World;
  readonly race: Race;
  readonly mutant: Mutant;
  readonly lanes: number;
  readonly maxSendRate: number;
  /** Called for every mail that arrives in an inbox. */
  readonly arrives: Arrives;
}

/** The whole of Startline in one simulated world: its caches, database, queues, bank and post office. */
export const openSystem = ({ world, race, mutant, lanes, maxSendRate, arrives }: Settings) => {
  const { time } = world;
  const database = new Database(world, race.capacity, stockOf(race), race.other?.spots);
  const bank = new Bank(
    world,
    async (rawBody, signature) => {
      const ended = await webhook.invoke((receive) => receive(rawBody, signature));
      return ended.kind === 'ended';
    },
    mutant,
  );

  const fed = (name: QueueName, fleet: () => Fleet<Batch>) =>
    new WorkQueue(world, name, (event): Promise<Ended<SQSBatchResponse>> | undefined => {
      const there = fleet();
      return there.isFull ? undefined : there.invoke((work, remainingMs) => work(event, remainingMs));
    });
  const queues = {
    registrations: fed('registrations', () => recording),
    payments: fed('payments', () => settling),
    settlements: fed('settlements', () => booking),
    mail: fed('mail', () => mailing),
    'urgent-mail': fed('urgent-mail', () => mailing),
    'mail-events': fed('mail-events', () => mailing),
  };
  const functions = functionsIn({
    world,
    race,
    database,
    bank,
    queues,
    signer,
    times,
    lanes,
    mutant,
    data: new MemcachedNode(world, 'data'),
    sessions: [new MemcachedNode(world, 'session-a'), new MemcachedNode(world, 'session-b')],
    postOffice: new PostOffice(world, maxSendRate, arrives),
    outboxLocks: new Map(),
  });

  const fleet = <Handler>(name: string, make: (machine: Machine) => Handler, timeoutSeconds: number, most?: number) =>
    new Fleet(world, { name, make, timeoutSeconds, ...(most !== undefined && { most }) });
  const consumer = (
    name: 'record-registrations' | 'settle-payments' | 'record-settlements' | 'send-mail',
    of: QueueName,
  ) => fleet(name, functions[name], eventSources[of].timeoutSeconds, eventSources[of].maxConcurrency);
  const recording = consumer('record-registrations', 'registrations');
  const settling = consumer('settle-payments', 'payments');
  const booking = consumer('record-settlements', 'settlements');
  const mailing = consumer('send-mail', 'mail');
  const webhook = fleet('receive-webhook', functions['receive-webhook'], 10);
  const reclaiming = fleet('reclaim-spots', functions['reclaim-spots'], 30);
  const working = fleet('run-jobs', functions['run-jobs'], 55);
  const relaying = fleet('relay-outbox', functions['relay-outbox'], 30);

  /** Every minute, as long as the world runs. A run that would find nothing to do is left out. */
  const everyMinute = () => {
    const { state } = database;
    if (isDue(state, time.now, mutant.rules) || duePools(state.goods, time.now).length > 0)
      void reclaiming.invoke((reclaim) => reclaim());
    if (state.jobs.some((job) => job.state !== 'done' && job.state !== 'stopped')) void working.invoke((run) => run());
    if (state.outbox.length > 0) void relaying.invoke((relay) => relay());
    time.after(minute, everyMinute);
  };
  time.after(world.random.whole(0, minute), everyMinute);

  return {
    database,
    bank,
    queues,
    seal: signer,
    register: fleet('register', functions.register, 10),
    pay: fleet('pay', functions.pay, 10),
    quote: fleet('quote-registration', functions['quote-registration'], 10),
    moreCardTries: fleet('more-card-tries', functions['more-card-tries'], 10),
    join: fleet('join-waiting-list', functions['join-waiting-list'], 10),
    confirm: fleet('confirm-place', functions['confirm-place'], 10),
    change: fleet('change-registration', functions['change-registration'], 10),
    direct: fleet('direct', functions.direct, 30),
    show: fleet('show-registration', functions['show-registration'], 10),
    /** How many messages wait in each queue. */
    waiting: (): Readonly<Record<string, number>> =>
      Object.fromEntries(Object.values(queues).map(({ name, length }) => [name, length])),
  };
};

export type System = ReturnType<typeof openSystem>;
