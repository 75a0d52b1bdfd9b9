import type { Memcached } from '../platform/memcached/memcached';
import type { SignInLimit } from './ports';
import { signInWindowSeconds } from './sign-in';

export class MemcachedSignInLimit implements SignInLimit {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  countOneMore(caller: string) {
    return this.#memcached.count(`staff-sign-ins:${caller}`, 1, signInWindowSeconds);
  }
}
