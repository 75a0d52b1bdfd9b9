import * as v from 'valibot';
import type { Seal } from '../platform/seal';
import type { Permit } from './permits';
import type { PermitSeal } from './ports';

const purpose = 'waiting-list-permit';
const message = v.strictObject({
  placeId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  sessionHash: v.string(),
  until: v.number(),
});

/** Permits as the browser carries them from one answer to the next request. */
export class SealedPermits implements PermitSeal {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  sealPermit({ placeId, raceId, eventId, sessionHash, until }: Permit) {
    return this.#seal.seal(purpose, { placeId, raceId, eventId, sessionHash, until });
  }

  /** Undefined when the token is not ours. */
  async readPermit(token: string): Promise<Permit | undefined> {
    const payload = v.safeParse(message, await this.#seal.unseal(purpose, token));
    return payload.success ? payload.output : undefined;
  }
}
