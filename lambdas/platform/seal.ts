import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from './secret';

/** Tokens we give out and recognise: signed, readable by anybody, changeable by nobody. */
export interface Signer {
  sign(purpose: string, payload: unknown): Promise<string>;
  /** What was sealed for this purpose; undefined when the token is not ours. */
  verify(purpose: string, token: string): Promise<unknown>;
}

const maxTokenCharacters = 4096;
const tokenShape = /^([A-Za-z0-9]{1,16})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/**
 * `kid.payload.mac` under HMAC-SHA-256. The secret reads `{"kid": "k1", "k1": "…", "k0": "…"}`: `kid` names the key that
 * signs, every key verifies, so a key is changed by adding the new one, then naming it. The old one stays: links in mails
 * work as long as the key they were signed with (docs/runbook.md, "Change the signing keys").
 */
export const openSigner = (keys: Secret): Signer => ({
  async sign(purpose, payload) {
    const known = await keys();
    const kid = known.kid ?? '';
    const key = keyOf(known, kid);
    if (!key)
      throw new Error('The signing keys name no usable key: "kid" must name a field of at least 32 characters.');
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const token = `${kid}.${text}.${macOf(key, purpose, kid, text)}`;
    if (token.length > maxTokenCharacters)
      throw new Error(`A token for ${purpose} came out longer than ${maxTokenCharacters} characters.`);
    return token;
  },

  async verify(purpose, token) {
    if (token.length > maxTokenCharacters) return undefined;
    const [, kid = '', text = '', mac = ''] = tokenShape.exec(token) ?? [];
    const key = keyOf(await keys(), kid);
    if (!key || !timingSafeEqual(Buffer.from(macOf(key, purpose, kid, text)), Buffer.from(mac))) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  },
});

/** SHA-256 in base64url. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

// 'kid' is a field of the secret too, with a value everybody can guess: as a key it would let anybody sign.
const keyOf = (known: Readonly<Record<string, string>>, kid: string) => {
  const key = kid !== 'kid' && Object.hasOwn(known, kid) ? known[kid] : undefined;
  return key && key.length >= 32 ? key : undefined;
};

const macOf = (key: string, purpose: string, kid: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\n${kid}.${text}`).digest('base64url');
