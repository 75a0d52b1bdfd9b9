import * as v from 'valibot';
import type { Signer } from '../../platform/signed-tokens';
import type { Scanners } from '../ports';

const purpose = 'desk-scanner';
const payload = v.strictObject({ raceId: v.string(), staffId: v.string() });

/**
 * Says who is at a desk, to be kept on its device with each scan. It has no end: a desk without a network may send its scans days later.
 * Whoever copies it can write scans in this name, in this race. The audit names who sent them.
 */
export class SignedScanners implements Scanners {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  sign(raceId: string, staffId: string) {
    return this.#signer.sign(purpose, { raceId, staffId });
  }

  async read(raceId: string, token: string) {
    const signed = await this.#signer.verify(purpose, token);
    if (signed === undefined) return undefined;
    const said = v.parse(payload, signed);
    return said.raceId === raceId ? said.staffId : undefined;
  }
}
