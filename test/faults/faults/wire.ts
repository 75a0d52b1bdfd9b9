import type { Fault } from '../fault';
import type { FaultSystem } from '../system/fault-system';

const share = 0.1;

/** What was asked is done each time; what becomes known of it is left to chance. */
const brokenOff = (service: Parameters<FaultSystem['breakAnswers']>[0], name: string): Fault => {
  let broken = 0;
  return {
    name: `answers of ${name} broken off`,
    what: `every tenth answer of ${name} ends in the middle, comes twice or not at all, or its connection is closed while it rests.`,
    prepare: async (target) => void (await target.breakAnswers(service, share)),
    strike: (_, moment) => moment.held(1),
    cease: async (target) => {
      broken = await target.breakAnswers(service, 0);
    },
    isIdle: () => broken === 0,
  };
};

export const ofMail = brokenOff('mail', 'SES');
export const ofQueues = brokenOff('queues', 'SQS');
export const ofProcessor = brokenOff('processor', 'the processor');
