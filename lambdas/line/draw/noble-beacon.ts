import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Chain } from './chain';

/** The suite of signatures that are points of the first group: https://datatracker.ietf.org/doc/html/rfc9380 */
const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** What a chain without links between its rounds signs: the hash of the round's number. */
const messageOf = (round: number) => {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  return bls12_381.shortSignatures.hash(createHash('sha256').update(number).digest(), suite);
};

/** Whether the members of the chain signed this round. `signature`: 96 hexadecimal digits. */
export const isSignedBy = (chain: Chain, round: number, signature: string): boolean => {
  if (!/^[0-9a-f]{96}$/.test(signature)) return false;
  try {
    return bls12_381.shortSignatures.verify(
      Buffer.from(signature, 'hex'),
      messageOf(round),
      Buffer.from(chain.publicKey, 'hex'),
    );
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
};
