/** What a scanned text says. `unknown`: this browser cannot verify it, and the server will. */
export type ReadCode =
  | {
      readonly kind: 'code';
      readonly registrationId: string;
      /** How many codes it replaces. */
      readonly version: number;
      readonly is: 'signed' | 'forged' | 'unknown';
    }
  | { readonly kind: 'another-race' }
  /** It is no check-in code. */
  | { readonly kind: 'none' };

const shape = /^(SL1\.[A-Za-z0-9_-]{114}|SL2\.[A-Za-z0-9_-]{116})$/;
/** Of the signature, and what is signed with it (lambdas/bibs/desk/signed-codes.ts). */
const algorithm = { name: 'Ed25519' };
const purpose = { name: 'startline check-in\n' };
const [idEnd, raceEnd, keyEnd] = [16, 20, 21];
const signatureBytes = 64;

export const isCode = (text: string): boolean => /^SL[12]\./.test(text);

/**
 * Reads the check-in code of a runner (lambdas/bibs/desk/signed-codes.ts), also without a network.
 *
 * @param keys public keys, one of which it must be signed with
 */
export const readCode = async (text: string, raceId: string, keys: readonly string[]): Promise<ReadCode> => {
  if (!shape.test(text)) return { kind: 'none' };
  const bytes = bytesOf(text.slice('SL1.'.length));
  const race = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(raceId)));
  if (bytes.slice(idEnd, raceEnd).some((byte, n) => byte !== race[n])) return { kind: 'another-race' };
  const hex = [...bytes.slice(0, idEnd)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const registrationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const version = bytes.slice(keyEnd, -signatureBytes).reduce((value, byte) => value * 256 + byte, 0);
  return { kind: 'code', registrationId, version, is: await verdictOf(bytes, keys) };
};

const verdictOf = async (bytes: Uint8Array, keys: readonly string[]): Promise<'signed' | 'forged' | 'unknown'> => {
  const head = bytes.slice(0, -signatureBytes);
  const mark = new TextEncoder().encode(purpose.name);
  const signed = new Uint8Array([...mark, ...head]);
  try {
    for (const key of keys) {
      const publicKey = await crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['verify']);
      if (await crypto.subtle.verify(algorithm, publicKey, bytes.slice(-signatureBytes), signed)) return 'signed';
    }
    return keys.length > 0 ? 'forged' : 'unknown';
  } catch {
    // An older browser has no Ed25519.
    return 'unknown';
  }
};

/** Of base64url. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
