import { createHash } from 'node:crypto';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { SignedChallenges } from '../../lambdas/spots/limits/signed-challenges';
import { createSolver } from '../../static/src/proof/proof-of-work';

const kid = 'k'.repeat(16);
const now = new Date('2027-03-01T10:00:00Z');

test('what the page works out, the server takes', async () => {
  const challenges = new SignedChallenges(
    openSigner(async () => ({ kid, [kid]: 'a key of more than thirty-two characters' })),
  );
  for (let n = 0; n < 20; n++) {
    const challenge = await challenges.make(`spot ${n}`, 200, now);
    const nonce = createSolver({ token: challenge, work: 200 })(100_000) ?? '';
    expect(await challenges.proven({ challenge, nonce }, `spot ${n}`, now)).toBe(200);
  }
});

test('whatever the length of the token, it is SHA-256', () => {
  for (let length = 1; length < 200; length++) {
    const token = 'x'.repeat(length);
    const nonce = createSolver({ token, work: 50 })(10_000) ?? '';
    expect(nonce).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
    const hash = createHash('sha256').update(`${token}:${nonce}`).digest();
    expect(hash.readUIntBE(0, 6)).toBeLessThan(2 ** 48 / 50);
  }
});

test('several who share the work try different nonces, and each goes on where it stopped', () => {
  const challenge = { token: 'shared', work: 3000 };
  const alone = createSolver(challenge)(1_000_000);
  const shares = [0, 1, 2].map((first) => createSolver(challenge, first, 3));
  const found: (string | undefined)[] = [];
  for (let turn = 0; turn < 10_000 && !found.includes(alone); turn++) found.push(...shares.map((tryOn) => tryOn(100)));
  expect(found).toContain(alone);
});
