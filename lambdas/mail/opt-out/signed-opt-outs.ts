import * as v from 'valibot';
import type { NewsReader } from '../../domain/announcement';
import { type Signer, sha256 } from '../../platform/signed-tokens';

const purpose = 'opt-out';
const reader = v.strictObject({ emailHash: v.string(), raceId: v.string() });

/** The tokens by which somebody ends the news of a race. They do nothing else, so they may stand in addresses. */
export class SignedOptOuts {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  signOptOut(email: string, raceId: string) {
    return this.#signer.sign(purpose, { emailHash: sha256(email.toLowerCase()), raceId });
  }

  /** Undefined: it is no token of ours. */
  async readOptOut(token: string): Promise<NewsReader | undefined> {
    const payload = await this.#signer.verify(purpose, token);
    return payload === undefined ? undefined : v.parse(reader, payload);
  }
}
