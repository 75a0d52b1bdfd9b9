import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Secret } from '../../platform/secret';
import { derivedKeys, type Signer } from '../../platform/signed-tokens';
import type { Arrival, Pass } from '../ports';
import { lateKey, passHash } from '../rules/signed-turns';
import type { Arrived, Moved, Stamps, Tokens } from './issue-pass';

const purpose = 'line-pass';
/** Of the purposes here that have a limit of their own. */
export const passTokenLimits = { [purpose]: 512 };
const payload = v.strictObject({
  v: v.literal(1),
  line: v.string(),
  passId: v.string(),
  sid: v.string(),
  wave: v.number(),
  key: v.optional(v.number()),
  exp: v.number(),
});

/** Passes as the browser carries them: nobody can make or alter one. */
export class SignedPasses implements Tokens {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  sign({ lineId, passId, sessionHash, wave, key, expiresAt }: Pass): Promise<string> {
    return this.#signer.sign(purpose, {
      v: 1,
      line: lineId,
      passId,
      sid: sessionHash,
      wave,
      ...(key !== undefined && { key }),
      exp: expiresAt,
    });
  }

  hash(passId: string): string {
    return passHash(passId).toString('hex');
  }

  /** Undefined when the token is not ours, or is over. */
  async read(token: string, now: Date): Promise<Pass | undefined> {
    const read = v.safeParse(payload, await this.#signer.verify(purpose, token));
    if (!read.success || now.getTime() >= read.output.exp) return undefined;
    const { line: lineId, passId, sid: sessionHash, wave, key, exp: expiresAt } = read.output;
    return { lineId, passId, sessionHash, wave, key, expiresAt };
  }
}

/** Arrivals as the edge stamps them, and `enter-line` where it did not. */
export class SignedStamps implements Stamps {
  readonly #keys: Secret;

  constructor(keys: Secret) {
    this.#keys = keys;
  }

  async read(stamp: string, lineId: string): Promise<Arrived | undefined> {
    const known = readStamp(stamp, lineId, await lineKeys(this.#keys, lineId));
    return known && arrivedOf(known.arrival, known.lineKey);
  }

  async move(stamp: string, lineId: string, until: number, wave: number | undefined): Promise<string | undefined> {
    const known = readStamp(stamp, lineId, await lineKeys(this.#keys, lineId));
    return known && moveOf(known.arrival, { until, wave }, known.lineKey);
  }

  async readMove(token: string, lineId: string, now: number): Promise<Moved | undefined> {
    const [, at = '', nonce = '', end = '', carried] = moveShape.exec(token) ?? [];
    const arrival = { lineId, at: Number.parseInt(at, 36), nonce };
    const until = Number.parseInt(end, 36);
    const wave = carried === undefined ? undefined : Number.parseInt(carried, 36);
    const given = Buffer.from(token);
    const lineKey = (await lineKeys(this.#keys, lineId)).find((key) => {
      const right = Buffer.from(moveOf(arrival, { until, wave }, key));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return lineKey && now < until ? { arrived: arrivedOf(arrival, lineKey), wave } : undefined;
  }

  /** Throws when there is no signing key. */
  async make(lineId: string, at: number, requestId: string, address: string): Promise<Arrived> {
    const [lineKey] = await lineKeys(this.#keys, lineId);
    if (!lineKey) throw new Error('There is no signing key to stamp an arrival with.');
    return arrivedOf({ lineId, at, nonce: nonceOf(requestId, address, lineKey) }, lineKey);
  }
}

const arrivedOf = (arrival: Arrival, lineKey: Buffer): Arrived => {
  const passId = passIdOf(arrival.nonce, lineKey);
  return {
    ...arrival,
    stamp: stampOf(arrival, lineKey),
    passId,
    lateKey: lateKey(lineKey, passId),
    // The edge has it of the same hash.
    spread: createHash('md5').update(arrival.nonce).digest().readUInt32BE() / 2 ** 32,
  };
};

/**
 * The key of a line, under the signing key that signs now and then under older ones: the edge may still have one
 * of these. A key is the bytes of a text, because the edge knows keys as text.
 */
export const lineKeys = async (keys: Secret, lineId: string): Promise<readonly Buffer[]> =>
  derivedKeys(await keys(), `line:${lineId}`).map((key) => Buffer.from(key.toString('base64url')));

/** `lineId.arrivedAt36.nonce.mac`: the cookie of an arrival. The edge makes the same (lib/edge/arrival.js). */
export const stampOf = ({ lineId, at, nonce }: Arrival, lineKey: Buffer): string => {
  const text = `${lineId}.${at.toString(36)}.${nonce}`;
  return `${text}.${macOf(text, lineKey)}`;
};

/** What nobody can guess of a request, and one request has once. */
export const nonceOf = (requestId: string, address: string, lineKey: Buffer): string =>
  createHmac('sha256', lineKey).update(`nonce\n${requestId}${address}`).digest('base64url').slice(0, 22);

/** The arrival that a stamp of this line says, and the key that it was stamped with. Undefined: it is not ours. */
export const readStamp = (
  stamp: string,
  lineId: string,
  keys: readonly Buffer[],
): { readonly arrival: Arrival; readonly lineKey: Buffer } | undefined => {
  const [, text = '', line, at = '', nonce = '', mac = ''] = stampShape.exec(stamp) ?? [];
  if (line !== lineId) return undefined;
  const lineKey = keys.find((key) => timingSafeEqual(Buffer.from(macOf(text, key)), Buffer.from(mac)));
  return lineKey && { arrival: { lineId, at: Number.parseInt(at, 36), nonce }, lineKey };
};

/** `arrivedAt36.nonce.until36[.wave36].mac`: an arrival for another device. Short, because it becomes a QR code. */
const moveOf = (
  { lineId, at, nonce }: Arrival,
  { until, wave }: { readonly until: number; readonly wave: number | undefined },
  lineKey: Buffer,
): string => {
  const carried = wave === undefined ? '' : `.${wave.toString(36)}`;
  const text = `${at.toString(36)}.${nonce}.${until.toString(36)}${carried}`;
  const mac = createHmac('sha256', lineKey).update(`move\n${lineId}\n${text}`).digest().subarray(0, 16);
  return `${text}.${mac.toString('base64url')}`;
};

const moveShape = /^([0-9a-z]{1,10})\.([\w-]{22})\.([0-9a-z]{1,10})(?:\.([0-9a-z]{1,6}))?\.[\w-]{22}$/;

const stampShape = /^(([0-9a-f-]{36})\.([0-9a-z]{1,10})\.([\w-]{22}))\.([\w-]{43})$/;

const macOf = (text: string, lineKey: Buffer) =>
  createHmac('sha256', lineKey).update(`arrival\n${text}`).digest('base64url');

/** One stamp is one pass, for ever, however often it is shown. */
export const passIdOf = (nonce: string, lineKey: Buffer): string =>
  createHmac('sha256', lineKey).update(`pass\n${nonce}`).digest().subarray(0, 16).toString('base64url');
