import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publishedAt, roundFor } from '../../../lambdas/line/draw/chain';
import type { DrawProof, ProofCalls } from '../../../lambdas/line/draw/proof';
import { callsPath, drawPath, latePath, shardCount, shardPath, turnsPath } from '../../../lambdas/line/draw/proof';
import { drawnKey, drawSeed, passHash } from '../../../lambdas/line/rules/signed-turns';
import { ownChain } from '../../../local/beacon/own-chain';

/** A chain whose secret is in this file: tests sign its rounds. */
export const testChain = ownChain(Buffer.alloc(32, 7));

export const sha256 = (parts: readonly Buffer[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

const eventId = '0197b2a0-0000-7000-8000-000000000001';
const gun = Date.parse('2027-03-01T10:00:00.000Z');

/** A list as shards by the first byte. `hashes`: in ascending order. */
export const shardsOf = (hashes: readonly Buffer[]): readonly (readonly Buffer[])[] =>
  Array.from({ length: shardCount }, (_, n) => hashes.filter(([first]) => first === n));

export const sealOf = (shards: readonly (readonly Buffer[])[]) => {
  const digests = shards.map(sha256);
  return { root: sha256(digests), listed: shards.flat().length, digests };
};

const textOf = (hashes: readonly Buffer[]) => hashes.map((hash) => `${hash.toString('hex')}\n`).join('');

interface ProofOptions {
  readonly chain?: Pick<typeof testChain, 'chain' | 'sign'>;
  readonly closedAt?: number;
}

/** A whole proof of a draw: its files by their paths. Everybody of the first half of the draw had a hold. */
export const aProof = (
  passes: number,
  { chain: { chain, sign } = testChain, closedAt = gun + 12_345 }: ProofOptions = {},
): Map<string, string> => {
  const hashes = Array.from({ length: passes }, (_, n) => passHash(`pass-${n}`)).sort(Buffer.compare);
  const secret = createHash('sha256').update('secret').digest();
  const shards = shardsOf(hashes);
  const { root, listed, digests } = sealOf(shards);
  const round = roundFor(chain, closedAt);
  const signature = sign(round);
  const seed = drawSeed(secret, root, Buffer.from(signature, 'hex'));
  const late = [passHash('late')];
  const draw: DrawProof = {
    version: 1,
    raceId: 'harbour-2027',
    lineId: '0197b2a0-0000-7000-8000-00000000000a',
    gun: new Date(gun).toISOString(),
    closedAt: new Date(closedAt).toISOString(),
    commitment: createHash('sha256').update(secret).digest('hex'),
    secret: secret.toString('hex'),
    listed,
    digests: digests.map((digest) => digest.toString('hex')),
    root: root.toString('hex'),
    beacon: {
      chain: chain.hash,
      round,
      at: new Date(publishedAt(chain, round)).toISOString(),
      signature,
    },
    seed: seed.toString('hex'),
  };
  const calls: ProofCalls = [0.1, 0.3, 0.5, 2.5].map((to, n) => [
    new Date(gun + 30_000 + n * 10_000).toISOString(),
    eventId,
    to,
  ]);
  const turns = hashes.map((hash) => drawnKey(seed, hash)).filter((turn) => turn < 0.5);
  const holds = [...turns, ...late.map((hash) => drawnKey(seed, hash)), 2.25].map(
    (turn) => `2027-03-01T10:01:20Z ${eventId} ${turn}\n`,
  );
  return new Map([
    [drawPath, JSON.stringify(draw)],
    ...shards.map((shard, n): [string, string] => [shardPath(n), textOf(shard)]),
    [latePath, textOf(late)],
    [callsPath, JSON.stringify(calls)],
    [turnsPath, holds.join('')],
  ]);
};

/** Writes the files of a proof into a folder. */
export const writeProof = async (folder: string, files: ReadonlyMap<string, string>): Promise<void> => {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};
