import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from './secret';

/** Signs tokens that we give out and verifies them later. Anybody can read a token; nobody can change it. */
export interface Signer {
  sign(purpose: string, payload: unknown): Promise<string>;
  /** The payload that was signed for this purpose; `undefined` when we did not sign this token. */
  verify(purpose: string, token: string): Promise<unknown>;
}

/** Of the tokens of a purpose that names no limit of its own. */
const maxTokenCharacters = 4096;
const tokenShape = /^([A-Za-z0-9]{1,16})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens are `kid.payload.mac` under HMAC-SHA-256. The secret is `{"kid": "k1", "k1": "…", "k0": "…"}`: `kid` names the
 * key that signs, and every key verifies. To change the key, add the new one, then name it in `kid`. The old one stays:
 * links in mails work only as long as their key is there (docs/runbook.md, "Change the signing keys"). `sign` throws
 * when the key is missing or too short, or the token too long. `limits`: how many characters a token may have, by purpose.
 */
export const openSigner = (keys: Secret, limits: Readonly<Record<string, number>> = {}): Signer => ({
  async sign(purpose, payload) {
    const known = await keys();
    const kid = known.kid ?? '';
    const key = keyOf(known, kid);
    if (!key)
      throw new Error('The signing keys name no usable key: "kid" must name a field of at least 32 characters.');
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const token = `${kid}.${text}.${macOf(key, purpose, kid, text)}`;
    const limit = limits[purpose] ?? maxTokenCharacters;
    if (token.length > limit) throw new Error(`A token for ${purpose} came out longer than ${limit} characters.`);
    return token;
  },

  async verify(purpose, token) {
    if (token.length > (limits[purpose] ?? maxTokenCharacters)) return undefined;
    const [, kid = '', text = '', mac = ''] = tokenShape.exec(token) ?? [];
    const key = keyOf(await keys(), kid);
    if (!key || !timingSafeEqual(Buffer.from(macOf(key, purpose, kid, text)), Buffer.from(mac))) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  },
});

/** A key for one purpose, of each signing key: the one that signs first. Nobody can tell the signing key by it. */
export const derivedKeys = (known: Readonly<Record<string, string>>, label: string): readonly Buffer[] => {
  const kids = [known.kid ?? '', ...Object.keys(known).filter((kid) => kid !== known.kid)];
  return kids.flatMap((kid) => keyOf(known, kid) ?? []).map((key) => createHmac('sha256', key).update(label).digest());
};

/** SHA-256 in base64url. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url');

// `kid` is a field of the secret, too, and its value can be guessed: used as a key, it would let anybody sign.
const keyOf = (known: Readonly<Record<string, string>>, kid: string) => {
  const key = kid !== 'kid' && Object.hasOwn(known, kid) ? known[kid] : undefined;
  return key && key.length >= 32 ? key : undefined;
};

const macOf = (key: string, purpose: string, kid: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\n${kid}.${text}`).digest('base64url');
