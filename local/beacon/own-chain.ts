import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type Chain, quicknet } from '../../lambdas/line/draw/chain';

const { shortSignatures } = bls12_381;
const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** Of the chain `localChain`. Known to everybody. */
export const localSecret = createHash('sha256').update('startline on one machine').digest();

/** A chain as quicknet is, whose only member has a secret that everybody may know: nothing may rely on it. */
export const ownChain = (secret: Uint8Array): { readonly chain: Chain; readonly sign: (round: number) => string } => {
  const publicKey = shortSignatures.getPublicKey(secret).toHex();
  return {
    chain: { ...quicknet, hash: createHash('sha256').update(publicKey).digest('hex'), publicKey },
    sign(round) {
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(BigInt(round));
      const point = shortSignatures.hash(createHash('sha256').update(number).digest(), suite);
      return shortSignatures.sign(point, secret).toHex();
    },
  };
};
