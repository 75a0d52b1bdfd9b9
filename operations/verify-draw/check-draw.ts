import { createHash, hash as hashOnce } from 'node:crypto';
import { type Chain, roundFor } from '../../lambdas/line/draw/chain';
import { isSignedBy } from '../../lambdas/line/draw/noble-beacon';
import {
  type DrawProof,
  drawPath,
  hashesOf,
  latePath,
  shardCount,
  shardPath,
  turnsPath,
} from '../../lambdas/line/draw/proof';
import { type Check, checkTurns } from './check-turns';
import { hashIn, needed, type ReadProof, readCalls, readDraw } from './read-proof';

export interface Checked {
  readonly draw: Pick<DrawProof, 'raceId' | 'lineId' | 'gun' | 'listed'>;
  readonly checks: readonly Check[];
  /** What cannot be checked, or not yet. */
  readonly notes: readonly string[];
}

const sha256 = (...parts: readonly Buffer[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
/** As docs/checking-a-draw.md says it. The code that draws is not used here, so that two must agree. */
const drawSeed = (secret: Buffer, root: Buffer, signature: Buffer) =>
  sha256(Buffer.from('startline-draw-v1'), secret, root, signature);
/**
 * Computes keys by the definition of HMAC (RFC 2104): `createHmac` takes six times as long, and there may be half a million. Each of
 * `hashes` has 32 bytes; others have no key.
 */
const drawnKeys = (seed: Buffer, hashes: readonly Buffer[]): ReadonlySet<number> => {
  const [inner, outer] = [Buffer.alloc(96, 0x36), Buffer.alloc(96, 0x5c)];
  for (const [at, byte] of seed.entries()) {
    inner[at] = 0x36 ^ byte;
    outer[at] = 0x5c ^ byte;
  }
  const keys = new Set<number>();
  for (const one of hashes) {
    if (one.copy(inner, 64) !== 32) continue;
    hashOnce('sha256', inner, 'buffer').copy(outer, 64);
    keys.add(hashOnce('sha256', outer, 'buffer').readUIntBE(0, 6) / 2 ** 48);
  }
  return keys;
};
const unhex = (text: string) => Buffer.from(text, 'hex');

/** Recomputes a whole draw. Throws when a file of the draw is missing or cannot be read. */
export const checkDraw = async (read: ReadProof, chain: Chain): Promise<Checked> => {
  const draw = await readDraw(read);
  const shards: Buffer[][] = [];
  for (let first = 0; first < shardCount; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, shardCount - first) }, (_, n) =>
      needed(read, shardPath(first + n)),
    );
    for (const text of await Promise.all(some)) shards.push(hashesOf(text).map(hashIn));
  }
  const [late, calls, turns] = await Promise.all([read(latePath), readCalls(read), read(turnsPath)]);
  const latePasses = hashesOf(late ?? '').map(hashIn);
  return {
    draw,
    checks: [
      ...checkList(draw, shards, chain),
      ...checkTurns(drawnKeys(unhex(draw.seed), [...shards.flat(), ...latePasses]), calls ?? [], turns ?? ''),
    ],
    notes: [
      ...(draw.beacon.signature === null
        ? ['No relay of the beacon answered: the seed comes from secret and list alone. Ask the director why.']
        : []),
      ...(latePasses.length > 0
        ? [
            `Passes in ${latePath}: ${latePasses.length}. They were recorded after the list was fixed, so nobody can tell whether they were there before the seed was known. If these are many, ask the director why.`,
          ]
        : []),
      ...([late, calls, turns].includes(undefined)
        ? ['The line is not over yet: late passes, calls and turns are not published.']
        : []),
    ],
  };
};

/** Files that are read at the same time: each of them is a journey to the site. */
const atOnce = 8;

const checkList = (draw: DrawProof, shards: readonly (readonly Buffer[])[], chain: Chain): readonly Check[] => {
  const { beacon, listed } = draw;
  const digests = shards.map((shard) => sha256(...shard));
  const others = digests.flatMap((digest, n) => (digest.toString('hex') === draw.digests[n] ? [] : [shardPath(n)]));
  const count = shards.reduce((sum, shard) => sum + shard.length, 0);
  const round = roundFor(chain, Date.parse(draw.closedAt));
  const root = sha256(...digests).toString('hex');
  const commitment = sha256(unhex(draw.secret)).toString('hex');
  const seed = drawSeed(unhex(draw.secret), unhex(draw.root), unhex(beacon.signature ?? '')).toString('hex');
  return [
    {
      what: 'The secret is the one that was promised before the gun.',
      wrong: different(`The SHA-256 of the secret in ${drawPath}`, commitment, draw.commitment),
    },
    {
      what: `The list has ${listed} passes, each once, in order.`,
      wrong:
        shards.map(disorderIn).find((wrong) => wrong !== undefined) ??
        (count === listed ? undefined : `The files of passes have ${count}.`),
    },
    {
      what: 'The list is the one that was fixed before the beacon.',
      wrong:
        others.length > 0
          ? `${some(others)} of another list: the digest in ${drawPath} is not theirs.`
          : different(`The SHA-256 of the digests in ${drawPath}`, root, draw.root),
    },
    {
      what: `Round ${round} is the first that is published 6 seconds after the list was fixed.`,
      wrong:
        beacon.chain === chain.hash
          ? different(`The round in ${drawPath}`, String(beacon.round), String(round))
          : different(`The chain in ${drawPath}`, beacon.chain, chain.hash),
    },
    ...(beacon.signature === null
      ? []
      : [
          {
            what: `The members of the beacon signed round ${beacon.round}.`,
            wrong: isSignedBy(chain, beacon.round, beacon.signature)
              ? undefined
              : `The signature in ${drawPath} is not theirs, or it is of another round.`,
          },
        ]),
    {
      what: 'The seed comes from the secret, the list and the beacon.',
      wrong: different(`The seed in ${drawPath}`, draw.seed, seed),
    },
  ];
};

const different = (what: string, is: string, should: string): string | undefined =>
  is === should ? undefined : `${what} is ${is}, and should be ${should}.`;

/** At most so many files are named. */
const mostNamed = 5;
const some = (paths: readonly string[]) => {
  const more = paths.length - mostNamed;
  const named = paths.slice(0, mostNamed).join(', ');
  return `${more > 0 ? `${named} and ${more} more files` : named} ${paths.length === 1 ? 'is' : 'are'}`;
};

/** The first of the hashes of a shard that is not whole, does not begin with its byte, or does not ascend. */
const disorderIn = (shard: readonly Buffer[], firstByte: number): string | undefined => {
  for (const [n, hash] of shard.entries()) {
    const before = shard[n - 1];
    const order = before?.compare(hash) ?? -1;
    const wrong =
      hash.length !== 32
        ? 'is no hash'
        : hash[0] !== firstByte
          ? 'belongs into another file'
          : order === 0
            ? 'is there twice'
            : order > 0
              ? 'comes after a later one'
              : undefined;
    if (wrong) return `${shardPath(firstByte)}: pass ${n + 1} ${wrong}.`;
  }
  return undefined;
};
