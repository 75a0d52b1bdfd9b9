import type { Memcached } from '../platform/memcached/memcached';
import { sha256 } from '../platform/seal';
import type { RememberedRunners, Seated } from './ports';

/** Longer than any replica lags behind, and than an opening lasts. */
const seconds = 3600;

/** What lies in the cache names nobody. */
export const keyOfPerson = (eventId: string, person: string): string => sha256(`${eventId}\n${person}`);

/**
 * A flag for each person names his registration (and that which paid for it, if another did); that one ended is told beside it, under the registration's own id. So
 * whoever ends it need not know the person, and a flag that is written late brings nobody back.
 */
export class MemcachedRememberedRunners implements RememberedRunners {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async seated(all: readonly Seated[]) {
    await Promise.all(
      all.map(({ eventId, person, registrationId, paidAs }) =>
        this.#memcached.set(
          `registered:${keyOfPerson(eventId, person)}`,
          paidAs ? `${registrationId} ${paidAs}` : registrationId,
          seconds,
        ),
      ),
    );
  }

  ended(registrationId: string) {
    return this.#memcached.set(`ended:${registrationId}`, '1', seconds);
  }

  async isRegistered(eventId: string, person: string) {
    const flag = await this.#memcached.get(`registered:${keyOfPerson(eventId, person)}`);
    if (!flag) return false;
    const [registrationId, paidAs = registrationId] = flag.toString().split(' ');
    const [ended, settled] = await Promise.all([
      this.#memcached.get(`ended:${registrationId}`),
      // MemcachedOutcomes wrote it: who could not pay has lost his spot.
      this.#memcached.get(`settled:${paidAs}`),
    ]);
    return !ended && settled?.toString() !== 'failed';
  }
}
