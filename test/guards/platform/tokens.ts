// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const signing = 'test/platform/seal.test.ts';

/** Tokens that we signed, and those that only look like it. */
export const guardsOfTokens: readonly Guard[] = [
  {
    guard: 'A hold, a link, a ticket counts when we signed it.',
    invariant: 'S12',
    file: 'lambdas/platform/signed-tokens.ts',
    from: 'if (!key || !timingSafeEqual(Buffer.from(macOf(key, purpose, kid, text)), Buffer.from(mac))) return undefined;',
    to: 'if (!key) return undefined;',
    test: [signing, 'a token for one purpose is none for another'],
  },
  {
    guard: 'A token for one purpose is none for another.',
    invariant: 'S12',
    file: 'lambdas/platform/signed-tokens.ts',
    from: '`${purpose}\\n${kid}.${text}`',
    to: '`${kid}.${text}`',
    test: [signing, 'a token for one purpose is none for another'],
  },
  {
    guard: 'The field that names the key is no key: its value can be guessed.',
    invariant: 'S12',
    file: 'lambdas/platform/signed-tokens.ts',
    from: `kid !== 'kid' && `,
    to: '',
    test: [signing, 'and never the one that names the key'],
  },
  {
    guard: 'A field that every object has is no key.',
    invariant: 'S12',
    file: 'lambdas/platform/signed-tokens.ts',
    from: 'Object.hasOwn(known, kid) ? known[kid] : undefined',
    to: 'known[kid]',
    test: [signing, 'takes only the secret’s own fields for keys'],
  },
  {
    guard: 'A key too short to be safe verifies nothing.',
    invariant: 'S12',
    file: 'lambdas/platform/signed-tokens.ts',
    from: 'return key && key.length >= 32 ? key : undefined;',
    to: 'return key;',
    test: [signing, 'a key too short to be safe verifies nothing either'],
  },
];
