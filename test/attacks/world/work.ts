import { createHash } from 'node:crypto';

/** More than any honest runner is asked for; whoever is asked for more gives up. */
const mostTries = 4_000_000;

/**
 * Proof of work, as the API describes it: a nonce such that the first 48 bits of SHA-256(token + ':' + nonce) are less than
 * 2^48 / work. Nothing where no challenge came or it is too hard.
 */
export const solved = ({ challenge }: Readonly<Record<string, unknown>>): { readonly proof?: object } => {
  const { token, work } = (challenge ?? {}) as { token?: string; work?: number };
  if (token === undefined || work === undefined) return {};
  const below = 2 ** 48 / work;
  for (let tries = 0; tries < mostTries; tries++) {
    const nonce = tries.toString(36);
    if (createHash('sha256').update(`${token}:${nonce}`).digest().readUIntBE(0, 6) < below)
      return { proof: { challenge: token, nonce } };
  }
  return {};
};
