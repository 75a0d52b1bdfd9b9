import * as v from 'valibot';
import type { Seal } from '../platform/seal';
import { SealedHolds } from '../spots/sealed-holds';
import type { Tokens } from './ports';

const link = v.strictObject({ registrationId: v.string() });

export class SealedTokens implements Tokens {
  readonly #seal: Seal;
  readonly #holds: SealedHolds;

  constructor(seal: Seal) {
    this.#seal = seal;
    this.#holds = new SealedHolds(seal);
  }

  readHold(token: string) {
    return this.#holds.read(token);
  }

  async readLink(token: string) {
    const payload = v.safeParse(link, await this.#seal.unseal('registration-link', token));
    return payload.success ? payload.output.registrationId : undefined;
  }
}
