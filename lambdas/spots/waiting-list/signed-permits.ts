import * as v from 'valibot';
import type { Signer } from '../../platform/signed-tokens';
import type { Permit } from './permits';
import type { PermitSigner } from './ports';

const purpose = 'waiting-list-permit';
const message = v.strictObject({
  placeId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  sessionHash: v.string(),
  until: v.number(),
});

/** Permits as the browser carries them from one answer to the next request. */
export class SignedPermits implements PermitSigner {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  signPermit({ placeId, raceId, eventId, sessionHash, until }: Permit) {
    return this.#signer.sign(purpose, { placeId, raceId, eventId, sessionHash, until });
  }

  /** Undefined when the token is not ours. */
  async readPermit(token: string): Promise<Permit | undefined> {
    const payload = v.safeParse(message, await this.#signer.verify(purpose, token));
    return payload.success ? payload.output : undefined;
  }
}
