import * as v from 'valibot';
import type { Seal } from '../platform/seal';
import { SealedHolds } from '../spots/sealed-holds';
import type { Tokens } from './ports';

const linkPurpose = 'registration-link';
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

  /** The token of a mail's link, which opens this one registration. */
  sealLink(registrationId: string) {
    return this.#seal.seal(linkPurpose, { registrationId });
  }

  async readLink(token: string) {
    const payload = v.safeParse(link, await this.#seal.unseal(linkPurpose, token));
    return payload.success ? payload.output.registrationId : undefined;
  }
}
