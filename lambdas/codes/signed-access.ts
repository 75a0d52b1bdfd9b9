import * as v from 'valibot';
import type { Signer } from '../platform/signed-tokens';
import type { Access } from '../spots/holds/ports';
import type { AccessSigner } from './ports';

const purpose = 'access';
const message = v.strictObject({
  raceId: v.string(),
  eventIds: v.array(v.string()),
  sessionHash: v.string(),
  code: v.string(),
  until: v.number(),
});

/** What a code opened, as the browser carries it. `clock` in milliseconds. */
export class SignedAccess implements AccessSigner {
  readonly #signer: Signer;
  readonly #clock: () => number;

  constructor(signer: Signer, clock: () => number = Date.now) {
    this.#signer = signer;
    this.#clock = clock;
  }

  signAccess({ raceId, eventIds, sessionHash, code }: Access, until: Date): Promise<string> {
    return this.#signer.sign(purpose, { raceId, eventIds, sessionHash, code, until: until.getTime() });
  }

  async readAccess(token: string): Promise<Access | undefined> {
    const read = v.safeParse(message, await this.#signer.verify(purpose, token));
    return read.success && this.#clock() < read.output.until ? read.output : undefined;
  }
}
