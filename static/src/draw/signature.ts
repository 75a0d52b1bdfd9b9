import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Chain } from '../../../lambdas/line/draw/chain';

/** The suite of signatures that are points of the first group: https://datatracker.ietf.org/doc/html/rfc9380 */
const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/**
 * Whether the members of the chain signed this round: as `lambdas/line/draw/noble-beacon.ts`, with what a browser has. It takes
 * about a second of an old phone.
 */
export const isSignedBy = async (chain: Chain, round: number, signature: string): Promise<boolean> => {
  if (!/^[0-9a-f]{96}$/.test(signature)) return false;
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  const message = new Uint8Array(await crypto.subtle.digest('SHA-256', number));
  try {
    const { shortSignatures } = bls12_381;
    return shortSignatures.verify(bytesOf(signature), shortSignatures.hash(message, suite), bytesOf(chain.publicKey));
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
};
