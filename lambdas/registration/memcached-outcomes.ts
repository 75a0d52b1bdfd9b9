import * as v from 'valibot';
import type { Memcached } from '../platform/memcached/memcached';
import { settledMessage, statusMessage } from './messages';
import type { Outcomes } from './ports';
import type { Settled, Status } from './status';

const seconds = 3600;
/** Longer than a replica that is well lags behind; in seconds. */
const changedSeconds = 60;

/** The outcome is written once and how the payment ended beside it, so that neither writer needs to read first. */
export class MemcachedOutcomes implements Outcomes {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async put(statuses: readonly Status[]) {
    await Promise.all(
      statuses.map((status) =>
        this.#memcached.set(`outcome:${status.registrationId}`, JSON.stringify(status), seconds),
      ),
    );
  }

  settled(registrationId: string, state: Settled) {
    return this.#memcached.set(`settled:${registrationId}`, state, seconds);
  }

  async changed(registrationId: string) {
    await Promise.all([
      this.#memcached.set(`outcome:${registrationId}`, 'changed', changedSeconds),
      this.#memcached.delete(`settled:${registrationId}`),
    ]);
  }

  async find(registrationId: string) {
    const [said, settled] = await Promise.all([
      this.#memcached.get(`outcome:${registrationId}`),
      this.#memcached.get(`settled:${registrationId}`),
    ]);
    const outcome = said?.toString();
    if (outcome === undefined || outcome === 'changed') return outcome;
    const status = v.parse(statusMessage, JSON.parse(outcome));
    const told = status.paidAs ? await this.#memcached.get(`settled:${status.paidAs}`) : settled;
    const payment = v.safeParse(settledMessage, told?.toString());
    if (!payment.success) return status;
    // Whose own money goes back is forgotten here: of a payment for several, it was another's.
    const isAnothers = payment.output === 'refunded' && (status.paidAs || status.companions);
    return { ...status, payment: isAnothers ? ('captured' as const) : payment.output };
  }
}
