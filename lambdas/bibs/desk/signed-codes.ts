import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Secret } from '../../platform/secret';
import { derivedKeys } from '../../platform/signed-tokens';
import type { Codes, ReadCode } from '../ports';

/**
 * What a runner shows at the desk, as a QR code: `SL1.` and, in base64url, their registration, four bytes that say which race, one
 * that says which key, and an Ed25519 signature. A code that replaces others begins with `SL2.`, and has two more bytes before the
 * signature: its version. A desk without a network can verify a code, and somebody who steals a desk cannot make one. A code says
 * who somebody is. The list of the desk says whether the spot is still theirs, and which version is valid.
 */
export class SignedCodes implements Codes {
  readonly #keys: Secret;
  #known: { readonly of: string; readonly pairs: readonly Pair[] } | undefined;

  constructor(keys: Secret) {
    this.#keys = keys;
  }

  async make(raceId: string, registrationId: string, version = 0): Promise<string> {
    const [pair] = await this.#pairs();
    if (!pair) throw new Error('There is no signing key to make a check-in code with.');
    const head = Buffer.concat([
      Buffer.from(registrationId.replaceAll('-', ''), 'hex'),
      raceMark(raceId),
      Buffer.of(pair.id),
      ...(version > 0 ? [Buffer.of(version >> 8, version & 0xff)] : []),
    ]);
    return `${version > 0 ? 'SL2.' : 'SL1.'}${Buffer.concat([head, sign(null, signed(head), pair.privateKey)]).toString('base64url')}`;
  }

  async read(raceId: string, code: string): Promise<ReadCode | undefined> {
    const bytes = shape.test(code) ? Buffer.from(code.slice(prefixLength), 'base64url') : undefined;
    if (!bytes) return undefined;
    const head = bytes.subarray(0, -signatureBytes);
    const keyId = head[20] ?? 0;
    const [high = 0, low = 0] = head.subarray(21);
    const isOurs = (await this.#pairs()).some(
      ({ id, publicKey }) => id === keyId && verify(null, signed(head), publicKey, bytes.subarray(-signatureBytes)),
    );
    const isOfRace = head.subarray(16, 20).equals(raceMark(raceId));
    return {
      registrationId: uuidOf(head.subarray(0, 16)),
      codeVersion: high * 256 + low,
      isSigned: isOurs && isOfRace,
    };
  }

  async publicKeys(): Promise<readonly string[]> {
    return (await this.#pairs()).map(({ raw }) => raw.toString('base64url'));
  }

  /** The pairs of all signing keys: that which signs first. */
  async #pairs(): Promise<readonly Pair[]> {
    const seeds = derivedKeys(await this.#keys(), 'check-in');
    const of = seeds.map((seed) => seed.toString('base64url')).join();
    if (this.#known?.of !== of) this.#known = { of, pairs: seeds.map(pairOf) };
    return this.#known.pairs;
  }
}

interface Pair {
  readonly id: number;
  readonly raw: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const prefixLength = 4;
const signatureBytes = 64;
/** 85 or 87 bytes in base64url. */
const shape = /^(SL1\.[A-Za-z0-9_-]{114}|SL2\.[A-Za-z0-9_-]{116})$/;
/** The DER of an Ed25519 private key, without its 32 bytes (https://www.rfc-editor.org/rfc/rfc8410). */
const derOfKey = Buffer.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);
const rawKeyBytes = 32;

const pairOf = (seed: Buffer): Pair => {
  const privateKey = createPrivateKey({ key: Buffer.concat([derOfKey, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-rawKeyBytes);
  return { id: createHash('sha256').update(raw).digest()[0] ?? 0, raw, privateKey, publicKey };
};

/** What is signed says what for, so that no other signature with the key is a code. */
const signed = (head: Buffer): Buffer => Buffer.concat([Buffer.from('startline check-in\n'), head]);

const raceMark = (raceId: string): Buffer => createHash('sha256').update(raceId).digest().subarray(0, 4);

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
