import * as v from 'valibot';
import type { Seal } from '../platform/seal';
import type { Hold } from './hold';
import { holdMessage } from './messages';
import type { HoldSeal } from './ports';

const purpose = 'hold';

/** Holds as the browser carries them: signed, so that nobody can make or alter one. */
export class SealedHolds implements HoldSeal {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  seal(hold: Hold) {
    return this.#seal.seal(purpose, hold);
  }

  /** Undefined when the token is not ours. Throws when a token of ours does not hold a hold. */
  async read(token: string): Promise<Hold | undefined> {
    const payload = await this.#seal.unseal(purpose, token);
    return payload === undefined ? undefined : v.parse(holdMessage, payload);
  }
}
