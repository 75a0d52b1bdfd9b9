import * as v from 'valibot';
import type { Signer } from '../platform/signed-tokens';

const purpose = 'canary';
const lifetimeMs = 5 * 60_000;
const message = v.strictObject({ until: v.number() });

/** The proof that a request comes from our canary: only then is there a race of that name. `clock` in milliseconds. */
export class SignedCanary {
  readonly #signer: Signer;
  readonly #clock: () => number;

  constructor(signer: Signer, clock: () => number = Date.now) {
    this.#signer = signer;
    this.#clock = clock;
  }

  sign(): Promise<string> {
    return this.#signer.sign(purpose, { until: this.#clock() + lifetimeMs });
  }

  async isOurs(token: string): Promise<boolean> {
    const read = v.safeParse(message, await this.#signer.verify(purpose, token));
    return read.success && this.#clock() < read.output.until;
  }
}
