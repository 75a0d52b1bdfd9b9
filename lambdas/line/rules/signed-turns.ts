import { createHash, createHmac } from 'node:crypto';
import { afterDrawWave } from './waves';

/** What is published of a pass, by the text of its id: the id itself is its owner's. */
export const passHash = (passId: string): Buffer =>
  createHash('sha256').update('startline-pass-v1').update(passId).digest();

/**
 * The seed of a draw. The secret is fixed before the list, the list before the beacon's round, and the round is nobody's.
 * `signature`: empty when the beacon was missed.
 */
export const drawSeed = (secret: Buffer, root: Buffer, signature: Buffer): Buffer =>
  createHash('sha256').update('startline-draw-v1').update(secret).update(root).update(signature).digest();

/** The key of a pass in the draw, in [0, 1). */
export const drawnKey = (seed: Buffer, hash: Buffer): number =>
  first48Bits(createHmac('sha256', seed).update(hash).digest());

/**
 * The key of a pass of a later wave, in [0, 1). It does not come of the public seed: somebody who hoards arrivals could pick
 * the best of them.
 */
export const lateKey = (lineKey: Buffer, passId: string): number =>
  first48Bits(createHmac('sha256', lineKey).update('late').update(passId).digest());

const first48Bits = (digest: Buffer) => digest.readUIntBE(0, 6) / 2 ** 48;

/** When a pass is called: earlier turns first. Undefined before the draw. */
export const turnOf = (
  { passId, wave, key }: { readonly passId: string; readonly wave: number; readonly key?: number | undefined },
  seed: Buffer | undefined,
): number | undefined => {
  if (wave >= afterDrawWave) return key === undefined ? undefined : wave + key;
  return seed && wave + drawnKey(seed, passHash(passId));
};
