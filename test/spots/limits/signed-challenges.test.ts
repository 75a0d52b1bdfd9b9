import { openSigner, sha256 } from '../../../lambdas/platform/signed-tokens';
import { challengeSeconds } from '../../../lambdas/spots/limits/limits';
import { SignedChallenges } from '../../../lambdas/spots/limits/signed-challenges';

const kid = 'k'.repeat(16);
const challenges = new SignedChallenges(
  openSigner(async () => ({ kid, [kid]: 'a key of more than thirty-two characters' })),
);
const now = new Date('2027-03-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** As anybody can who has read the description of the API. */
const solve = (token: string, work: number) => {
  for (let n = 0; ; n++) {
    const first48Bits = Number.parseInt(
      Buffer.from(sha256(`${token}:${n}`), 'base64url')
        .toString('hex')
        .slice(0, 12),
      16,
    );
    if (first48Bits < 2 ** 48 / work) return `${n}`;
  }
};

test('somebody who did the work has proven it, for as long as it is good', async () => {
  const challenge = await challenges.make('three spots', 300, now);
  const nonce = solve(challenge, 300);
  expect(await challenges.proven({ challenge, nonce }, 'three spots', later(challengeSeconds - 1))).toBe(300);
  expect(await challenges.proven({ challenge, nonce }, 'three spots', later(challengeSeconds))).toBe(0);
});

test('nothing is proven by a guess, for something else, or with a challenge of somebody’s own', async () => {
  const challenge = await challenges.make('three spots', 300, now);
  const nonce = solve(challenge, 300);
  const guesses = Array.from({ length: 20 }, (_, n) => `guess-${n}`);
  const proven = await Promise.all(
    guesses.map((guess) => challenges.proven({ challenge, nonce: guess }, 'three spots', now)),
  );
  expect(proven.filter((work) => work > 0).length).toBeLessThan(3);
  expect(await challenges.proven({ challenge, nonce }, 'four spots', now)).toBe(0);
  const forged = `${challenge.slice(0, -43)}${'A'.repeat(43)}`;
  expect(await challenges.proven({ challenge: forged, nonce: solve(forged, 300) }, 'three spots', now)).toBe(0);
  expect(await challenges.proven({ challenge: 'no token', nonce }, 'three spots', now)).toBe(0);
});
