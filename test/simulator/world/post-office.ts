import type { Order } from '../../../lambdas/domain/mail-order';
import type { Letter, Post, Posted } from '../../../lambdas/mail/ports';
import type { Machine, Way, World } from './machine';

const way: Way = {
  // What the pace tolerates: network delays may differ by less than 111 ms.
  latency: [20, 100],
  timeoutMs: 2500,
  failure: () => new Error('the post office does not answer'),
};
const [second, day] = [1000, 86_400_000];

/** A mail is in its recipient's inbox. */
export type Arrives = (order: Order, letter: Letter) => void;

/** SES: accepts this number of mails a second and a day, and sometimes loses the answer, or the mail. */
export class PostOffice {
  readonly #world: World;
  readonly #maxSendRate: number;
  #sent: number[] = [];
  #mails = 0;

  readonly #arrives: Arrives;

  constructor(world: World, maxSendRate: number, arrives: Arrives) {
    this.#arrives = arrives;
    this.#world = world;
    this.#maxSendRate = maxSendRate;
  }

  client(machine: Machine): Post {
    const { faultPlan } = this.#world;
    return {
      quota: () =>
        machine.call('ask SES for its quota', way, () => ({
          max24Hours: faultPlan.isOn('mail-quota') ? this.#lastDay() : 50_000,
          sent24Hours: this.#lastDay(),
          maxSendRate: this.#maxSendRate,
          sendingEnabled: !faultPlan.isOn('mail-stopped'),
          readAt: machine.now().getTime(),
        })),
      send: async (order, letter) => {
        const about = `${order.registrationId} ${order.template}`;
        if (faultPlan.strikes('mail-unreachable', about)) return { kind: 'unreachable', reason: 'no connection' };
        const posted = machine.call(`send mail ${about}`, way, () => this.#take(order, letter));
        if (faultPlan.strikes('mailer-killed', about)) return posted.finally(() => machine.die());
        if (!faultPlan.strikes('mail-answer-lost', about)) return posted;
        await posted;
        await machine.pause(way.timeoutMs);
        return { kind: 'unknown', reason: 'no answer came' };
      },
    };
  }

  #take(order: Order, letter: Letter): Posted {
    const posted = this.#judge(`${order.registrationId} ${order.template}`);
    this.#world.history.add({ kind: 'posted', ...order, recipient: letter.recipient, result: posted.kind });
    if (posted.kind === 'accepted') this.#arrives(order, letter);
    return posted;
  }

  #judge(about: string): Posted {
    const { faultPlan, time } = this.#world;
    if (faultPlan.isOn('mail-stopped')) return { kind: 'stopped', reason: 'the account is paused' };
    if (faultPlan.isOn('mail-quota')) return { kind: 'quota-used-up' };
    if (faultPlan.strikes('mail-too-fast', about)) return { kind: 'too-fast' };
    if (faultPlan.strikes('mail-rejected', about)) return { kind: 'rejected', reason: 'not an address' };
    this.#sent = this.#sent.filter((at) => time.now - at < day);
    this.#sent.push(time.now);
    this.#mails += 1;
    return { kind: 'accepted', messageId: `ses-${this.#mails}` };
  }

  #lastDay(): number {
    return this.#sent.filter((at) => this.#world.time.now - at < day).length;
  }
}

/** So close together that no second may hold more. */
export const mostWithin = (times: readonly number[]): number => {
  let most = 0;
  let first = 0;
  for (let last = 0; last < times.length; last++) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= second) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
};
