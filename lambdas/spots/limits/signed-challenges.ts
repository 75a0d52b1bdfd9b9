import * as v from 'valibot';
import { type Signer, sha256 } from '../../platform/signed-tokens';
import { type Challenges, challengeSeconds, type Proof } from './limits';

const purpose = 'hold-challenge';
const message = v.strictObject({ about: v.string(), work: v.number(), until: v.number() });

/** Challenges as the client carries them: signed, and good for a few minutes. */
export class SignedChallenges implements Challenges {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  make(about: string, work: number, now: Date) {
    const until = now.getTime() + challengeSeconds * 1000;
    return this.#signer.sign(purpose, { about: sha256(about), work, until });
  }

  async proven({ challenge, nonce }: Proof, about: string, now: Date) {
    const read = v.safeParse(message, await this.#signer.verify(purpose, challenge));
    if (!read.success || read.output.about !== sha256(about) || now.getTime() >= read.output.until) return 0;
    const { work } = read.output;
    return first48Bits(sha256(`${challenge}:${nonce}`)) < 2 ** 48 / work ? work : 0;
  }
}

/** Eight characters of base64url are 48 bits, which a number holds exactly. */
const first48Bits = (hash: string) => Buffer.from(hash.slice(0, 8), 'base64url').readUIntBE(0, 6);
