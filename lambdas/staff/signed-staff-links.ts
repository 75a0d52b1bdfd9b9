import * as v from 'valibot';
import type { Signer } from '../platform/signed-tokens';
import type { LinkTokens } from './ports';

const purpose = 'staff-link';
const link = v.strictObject({ linkId: v.string() });

export class SignedStaffLinks implements LinkTokens {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  signStaffLink(linkId: string) {
    return this.#signer.sign(purpose, { linkId });
  }

  async readStaffLink(token: string) {
    const payload = await this.#signer.verify(purpose, token);
    return payload === undefined ? undefined : v.parse(link, payload).linkId;
  }
}
