import { hash } from 'node:crypto';

/** More than an honest runner is asked for at first; a runner who is asked for more gives up. */
const mostTries = 2_000_000;
/** Lets the other tests run meanwhile. */
const triesAtOnce = 5_000;

/**
 * Proof of work, as the API describes it: a nonce such that the first 48 bits of SHA-256(token + ':' + nonce) are less
 * than 2^48 / work. Undefined when there was no challenge, or it is too hard.
 */
export const proofFor = async ({
  challenge,
}: Readonly<Record<string, unknown>>): Promise<{ readonly challenge: string; readonly nonce: string } | undefined> => {
  const { token, work } = (challenge ?? {}) as { token?: string; work?: number };
  if (token === undefined || work === undefined || work > mostTries) return undefined;
  const below = 2 ** 48 / work;
  for (let tries = 0; tries < 5 * mostTries; tries++) {
    const nonce = tries.toString(36);
    // Twelve hexadecimal digits are 48 bits. An object for each hash would take three times as long.
    if (Number.parseInt(hash('sha256', `${token}:${nonce}`, 'hex').slice(0, 12), 16) < below)
      return { challenge: token, nonce };
    if (tries % triesAtOnce === 0) await new Promise(setImmediate);
  }
  return undefined;
};
