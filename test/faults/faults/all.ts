import { bothFaults, type Fault, inRelay } from '../fault';
import * as challenges from './challenges';
import * as mail from './mail';
import * as memcached from './memcached';
import * as postgres from './postgres';
import * as processes from './processes';
import * as processor from './processor';
import * as queues from './queues';
import * as wire from './wire';

/** Every fault, in the order of the long run. */
export const allFaults: readonly Fault[] = [
  memcached.dataKilled,
  memcached.dataFlushed,
  memcached.dataHangs(20),
  memcached.dataAway(10),
  memcached.oldData,
  memcached.sessionsKilled,
  memcached.sessionsHang(20),
  postgres.stopped(60),
  postgres.restarted,
  postgres.backendsKilled(10),
  queues.duplicates,
  queues.reordered,
  queues.beyondTheHold,
  processor.silentAfterAuthorising,
  processor.silentAfterCapture,
  processor.webhooksFirst,
  processor.webhooksLate,
  processor.captureFails,
  processor.declinesAndChanges,
  processor.limited,
  challenges.banksAsk,
  challenges.banksLeftWaiting,
  challenges.silentAfterChallenge,
  mail.throttled,
  mail.quotaUsedUp,
  mail.rejected,
  mail.hangs(10),
  wire.ofMail,
  wire.ofQueues,
  wire.ofProcessor,
  processes.gatewayKilled,
  processes.sourcesKilled,
  processes.queuesKilled,
  processes.mailKilled,
  processes.processorKilled,
];

/** With a form, teams of legs must survive these: places are claimed, legs dealt and captains made while messages are late. */
export const relayFaults: readonly Fault[] = [
  queues.beyondTheHold,
  bothFaults(queues.reordered, processor.declinesAndChanges),
].map(inRelay);

/** Those that what is limited, quoted and priced must survive, with as many in a burst as go together. */
export const fewFormFaults: readonly Fault[] = [
  memcached.oldData,
  memcached.dataFlushed,
  queues.beyondTheHold,
  bothFaults(queues.reordered, processor.declinesAndChanges),
  bothFaults(processes.gatewayKilled, processes.sourcesKilled),
  bothFaults(wire.ofQueues, wire.ofProcessor),
  ...relayFaults,
];

/** The most telling ones, fourteen in eight bursts. */
export const fewFaults: readonly Fault[] = [
  memcached.oldData,
  memcached.dataFlushed,
  postgres.stopped(3),
  bothFaults(queues.reordered, processor.webhooksFirst),
  bothFaults(processes.gatewayKilled, processes.sourcesKilled),
  bothFaults(challenges.banksAsk, processor.webhooksLate),
  bothFaults(challenges.silentAfterChallenge, processor.limited),
  bothFaults(bothFaults(wire.ofMail, wire.ofQueues), wire.ofProcessor),
];
