import { type Fault, somewhere } from '../fault';

/** kill -9, more than once, at random moments. */
const killed = (process: string, what: string, times: number): Fault => ({
  name: `${process} killed`,
  what: `kill -9 of ${what}, ${times} times, at random moments.`,
  async strike(target, moment) {
    for (let time = 0; time < times; time++) {
      await moment.held(somewhere(time / times, (time + 1) / times));
      await target.kill(process);
    }
  },
});

export const gatewayKilled = killed('gateway', 'the gateway with the functions that answer runners', 2);
export const sourcesKilled = killed('sources', 'the pollers with every worker and every minute job', 3);
export const queuesKilled = killed('queues', 'the queue server', 2);
export const mailKilled = killed('mail', 'the mail server', 2);
export const processorKilled = killed('processor', 'the payment processor', 2);
