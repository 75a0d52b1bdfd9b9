import type { Memcached } from '../../platform/memcached/memcached';
import { sha256 } from '../../platform/signed-tokens';
import type { RememberedRunners, Seated } from '../ports';

/** Longer than any replica lags behind, and longer than an opening lasts. */
const flagSeconds = 3600;

/** A hash, so that the cache holds no names. */
export const keyOfPerson = (eventId: string, person: string): string => sha256(`${eventId}\n${person}`);

/**
 * A flag for each person names their registration, and the registration that paid for it if that is another one. The
 * end of a registration is written under the id of the registration. So ending it needs no person, and a flag that is
 * written late does not bring it back.
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
          flagSeconds,
        ),
      ),
    );
  }

  ended(registrationId: string) {
    return this.#memcached.set(`ended:${registrationId}`, '1', flagSeconds);
  }

  async isRegistered(eventId: string, person: string) {
    const flag = await this.#memcached.get(`registered:${keyOfPerson(eventId, person)}`);
    if (!flag) return false;
    const [registrationId, paidAs = registrationId] = flag.toString().split(' ');
    const [ended, settled] = await Promise.all([
      this.#memcached.get(`ended:${registrationId}`),
      // Written by MemcachedOutcomes: a runner whose payment failed has lost their spot.
      this.#memcached.get(`settled:${paidAs}`),
    ]);
    return !ended && settled?.toString() !== 'failed';
  }
}
