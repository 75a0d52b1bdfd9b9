import { createHash, hash as hashOnce } from 'node:crypto';
import * as v from 'valibot';
import { type Chain, roundFor } from '../../lambdas/line/draw/chain';
import { isSignedBy } from '../../lambdas/line/draw/noble-beacon';
import {
  callsPath,
  type DrawProof,
  drawPath,
  hashesOf,
  latePath,
  type ProofCalls,
  shardCount,
  shardPath,
  turnsPath,
} from '../../lambdas/line/draw/proof';
import type { ReadProof } from './read-proof';

export interface Check {
  readonly what: string;
  readonly holds: boolean;
}

export interface Checked {
  readonly checks: readonly Check[];
  /** What cannot be checked, or not yet. */
  readonly notes: readonly string[];
}

const bytes = (count: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${2 * count}}$`)));
const instant = v.pipe(v.string(), v.isoTimestamp());
const drawFile = v.object({
  version: v.literal(1),
  raceId: v.string(),
  lineId: v.string(),
  gun: instant,
  closedAt: instant,
  commitment: bytes(32),
  secret: bytes(32),
  listed: v.number(),
  digests: v.array(bytes(32)),
  root: bytes(32),
  beacon: v.object({ chain: bytes(32), round: v.number(), at: instant, signature: v.nullable(bytes(48)) }),
  seed: bytes(32),
});
const callsFile = v.array(v.tuple([instant, v.string(), v.number()]));

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
/** The hash of a pass as a line of a list has it. Empty when the line is anything else. */
const hashIn = (line: string) => unhex(/^[0-9a-f]{64}$/.test(line) ? line : '');

/** Recomputes a whole draw. Throws when a file of the draw is missing or cannot be read. */
export const checkDraw = async (read: ReadProof, chain: Chain): Promise<Checked> => {
  const draw: DrawProof = v.parse(v.pipe(v.string(), v.parseJson(), drawFile), await needed(read, drawPath));
  const shards: Buffer[][] = [];
  for (let first = 0; first < shardCount; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, shardCount - first) }, (_, n) =>
      needed(read, shardPath(first + n)),
    );
    for (const text of await Promise.all(some)) shards.push(hashesOf(text).map(hashIn));
  }
  const later = await Promise.all([read(latePath), read(callsPath), read(turnsPath)]);
  const [late = '', calls = '[]', turns = ''] = later;
  const { checks, notes } = checkList(draw, shards, chain);
  return {
    checks: [
      ...checks,
      ...checkTurns(
        unhex(draw.seed),
        [...shards.flat(), ...hashesOf(late).map(hashIn)],
        v.parse(v.pipe(v.string(), v.parseJson(), callsFile), calls),
        turns,
      ),
    ],
    notes: later.includes(undefined)
      ? [...notes, 'The line is not over yet: late passes, calls and turns are not published.']
      : notes,
  };
};

/** Files that are read at the same time: each of them is a journey to the site. */
const atOnce = 8;

const needed = async (read: ReadProof, path: string) => {
  const text = await read(path);
  if (text === undefined) throw new Error(`The proof has no file ${path}.`);
  return text;
};

const checkList = (draw: DrawProof, shards: readonly (readonly Buffer[])[], chain: Chain): Checked => {
  const { beacon } = draw;
  const digests = shards.map((shard) => sha256(...shard));
  const signature = unhex(beacon.signature ?? '');
  const round = roundFor(chain, Date.parse(draw.closedAt));
  return {
    checks: [
      {
        what: 'The secret is the one that was promised before the gun.',
        holds: sha256(unhex(draw.secret)).toString('hex') === draw.commitment,
      },
      {
        what: `The list has ${draw.listed} passes, each once, in order.`,
        holds: shards.flat().length === draw.listed && shards.every(isInOrder),
      },
      {
        what: 'The list is the one that was fixed before the beacon.',
        holds:
          sha256(...digests).toString('hex') === draw.root &&
          digests.every((digest, n) => digest.toString('hex') === draw.digests[n]),
      },
      {
        what: `Round ${round} is the first that is published 6 seconds after the list was fixed.`,
        holds: beacon.chain === chain.hash && beacon.round === round,
      },
      ...(beacon.signature === null
        ? []
        : [
            {
              what: `The members of the beacon signed round ${beacon.round}.`,
              holds: isSignedBy(chain, beacon.round, beacon.signature),
            },
          ]),
      {
        what: 'The seed comes from the secret, the list and the beacon.',
        holds: drawSeed(unhex(draw.secret), unhex(draw.root), signature).toString('hex') === draw.seed,
      },
    ],
    notes:
      beacon.signature === null
        ? ['No relay of the beacon answered: the seed comes from secret and list alone. Ask the director why.']
        : [],
  };
};

/** Whether the hashes of a shard are whole, begin with its byte, and ascend. */
const isInOrder = (shard: readonly Buffer[], firstByte: number): boolean =>
  shard.every((hash, n) => {
    const before = shard[n - 1];
    return hash.length === 32 && hash[0] === firstByte && (before === undefined || before.compare(hash) < 0);
  });

/** Turns as the line called them and as people used them. */
const checkTurns = (seed: Buffer, passes: readonly Buffer[], calls: ProofCalls, file: string): readonly Check[] => {
  const holds = file.split('\n').flatMap((line) => {
    const [at = '', eventId = '', turn = ''] = line.split(' ');
    return line === '' ? [] : [{ at: Date.parse(at), eventId, turn: Number(turn) }];
  });
  const drawn = drawnKeys(seed, passes);
  const byEvent = new Map<string, { at: number; calledTo: number }[]>();
  for (const [at, eventId, calledTo] of calls) {
    const steps = byEvent.get(eventId) ?? [];
    steps.push({ at: Date.parse(at), calledTo });
    byEvent.set(eventId, steps);
  }
  return [
    {
      what: `Each of ${holds.length} turns is one of the draw, or of somebody who came after the gun.`,
      holds: holds.every(({ turn }) => turn >= 1 || drawn.has(turn)),
    },
    {
      what: 'What was called never went back.',
      holds: [...byEvent.values()].every((steps) =>
        steps.every(({ at, calledTo }, n) => {
          const before = steps[n - 1];
          return before === undefined || (before.at <= at && before.calledTo <= calledTo);
        }),
      ),
    },
    {
      what: 'Nobody had a hold before their turn was called.',
      // A second, because the file of turns has whole seconds.
      holds: holds.every(({ at, eventId, turn }) => turn < calledBefore(byEvent.get(eventId) ?? [], at + 1_000)),
    },
  ];
};

/** Up to which turn an event was called before this instant. Of steps in ascending order. */
const calledBefore = (steps: readonly { at: number; calledTo: number }[], at: number): number => {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1]?.calledTo ?? 0;
};
