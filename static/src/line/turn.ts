import type { PassMessage } from '../../../lambdas/api/messages/line';

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/**
 * The turn of a pass, as `lambdas/line/rules/signed-turns.ts` has it: this browser computes it by itself. Undefined before the
 * draw.
 */
export const turnOf = async (
  { hash, wave, key }: PassMessage,
  seed: string | undefined,
): Promise<number | undefined> => {
  if (wave > 0) return key === undefined ? undefined : wave + key;
  if (seed === undefined) return undefined;
  const secret = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const drawn = new DataView(await crypto.subtle.sign('HMAC', secret, bytesOf(hash)));
  return (drawn.getUint16(0) * 2 ** 32 + drawn.getUint32(2)) / 2 ** 48;
};
