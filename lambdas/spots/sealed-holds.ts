import * as v from 'valibot';
import type { Signer } from '../platform/seal';
import type { Hold } from './hold';
import { holdMessage } from './messages';
import type { HoldSigner } from './ports';

const purpose = 'hold';

/** Holds as the browser carries them: signed, so that nobody makes or alters one. */
export class SignedHolds implements HoldSigner {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  sign(hold: Hold) {
    return this.#signer.sign(purpose, hold);
  }

  /** None when the token is not ours. */
  async read(token: string): Promise<Hold | undefined> {
    const payload = await this.#signer.verify(purpose, token);
    return payload === undefined ? undefined : v.parse(holdMessage, payload);
  }
}
