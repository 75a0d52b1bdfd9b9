import * as v from 'valibot';
import type { Hold } from '../../domain/hold';
import type { Signer } from '../../platform/signed-tokens';
import { holdMessage } from '../messages';
import type { HoldSigner } from './ports';

const purpose = 'hold';

/** Holds as the browser carries them: signed, so that nobody can make or alter one. */
export class SignedHolds implements HoldSigner {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  sign(hold: Hold) {
    return this.#signer.sign(purpose, hold);
  }

  /** Undefined when the token is not ours. Throws when a token of ours does not hold a hold. */
  async read(token: string): Promise<Hold | undefined> {
    const payload = await this.#signer.verify(purpose, token);
    return payload === undefined ? undefined : v.parse(holdMessage, payload);
  }
}
