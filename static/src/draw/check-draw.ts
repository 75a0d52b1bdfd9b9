import { type Chain, roundFor } from '../../../lambdas/line/draw/chain';
import { type DrawProof, hashesOf } from '../../../lambdas/line/draw/proof';
import type { SeenLine } from '../line/kept-line';

/** `unknown`: it cannot be said here, and that is no sign of anything wrong. */
export type Verdict = 'holds' | 'fails' | 'unknown';

/** One thing that must be so. */
export interface Check {
  readonly what: 'secret' | 'kept-secret' | 'list' | 'shard' | 'kept-list' | 'round' | 'signature' | 'seed' | 'own';
  readonly verdict: Verdict;
}

/** The pass of this browser in the draw. */
export interface OwnTurn {
  readonly turn: number;
  /** About so many turns are lower. */
  readonly before: number;
  /** It was recorded when the list was closed already, and kept its turn. */
  readonly isLate: boolean;
}

export interface CheckedDraw {
  readonly checks: readonly Check[];
  readonly own: OwnTurn | undefined;
}

export interface ToCheck {
  readonly draw: DrawProof;
  /** The file of all passes that begin as the one of this browser does. */
  readonly shard: { readonly firstByte: number; readonly text: string } | undefined;
  /** The file of late passes, if it is there and the pass of this browser is not in the list. */
  readonly late?: string | undefined;
  readonly seen: SeenLine | undefined;
  readonly chain: Chain;
  /** Whether the members of the chain signed a round. Loads what it needs by itself. */
  readonly isSigned: (round: number, signature: string) => Promise<boolean>;
}

/** Computes a draw again, as docs/checking-a-draw.md says it. It takes nothing from the code that draws. */
export const checkDraw = async ({ draw, shard, late, seen, chain, isSigned }: ToCheck): Promise<CheckedDraw> => {
  const { beacon } = draw;
  const mine = seen?.lineId === draw.lineId ? seen : undefined;
  const signature = beacon.signature ?? '';
  const [commitment, root, seed] = await Promise.all([
    sha256(bytesOf(draw.secret)),
    sha256(bytesOf(draw.digests.join(''))),
    sha256(textBytes('startline-draw-v1'), bytesOf(draw.secret), bytesOf(draw.root), bytesOf(signature)),
  ]);
  const own = await ownTurn(draw, shard, late, mine);
  return {
    checks: [
      { what: 'secret', verdict: said(commitment === draw.commitment) },
      ...kept('kept-secret', mine?.commitment, draw.commitment),
      { what: 'list', verdict: said(draw.digests.length === 256 && root === draw.root) },
      ...(shard ? [{ what: 'shard' as const, verdict: said(await isShard(draw, shard)) }] : []),
      ...kept('kept-list', mine?.root, draw.root),
      {
        what: 'round',
        verdict: said(beacon.chain === chain.hash && beacon.round === roundFor(chain, Date.parse(draw.closedAt))),
      },
      {
        what: 'signature',
        verdict:
          beacon.signature === null
            ? 'unknown'
            : await isSigned(beacon.round, beacon.signature).then(said, (): Verdict => 'unknown'),
      },
      { what: 'seed', verdict: said(seed === draw.seed) },
      // Late passes are published when the line is over. Until then nobody can say that one is missing.
      ...(mine?.wave === 0
        ? [
            {
              what: 'own' as const,
              verdict: own || late !== undefined ? said(own !== undefined) : ('unknown' as const),
            },
          ]
        : []),
    ],
    own,
  };
};

const said = (holds: boolean): Verdict => (holds ? 'holds' : 'fails');

const kept = (what: Check['what'], seen: string | undefined, now: string): readonly Check[] =>
  seen === undefined ? [] : [{ what, verdict: said(seen === now) }];

/** Whether the passes of a file are whole, begin with its byte, ascend, and are those of the digest. */
const isShard = async (
  { digests }: DrawProof,
  { firstByte, text }: NonNullable<ToCheck['shard']>,
): Promise<boolean> => {
  const hashes = hashesOf(text);
  const begin = firstByte.toString(16).padStart(2, '0');
  const areRight = hashes.every((hash, n) => {
    const before = hashes[n - 1];
    return /^[0-9a-f]{64}$/.test(hash) && hash.startsWith(begin) && (before === undefined || before < hash);
  });
  return areRight && (await sha256(bytesOf(hashes.join('')))) === digests[firstByte];
};

/** The turn of this browser's pass, if it is in the list, or among those that were late for it. */
const ownTurn = async (
  { seed, listed }: DrawProof,
  shard: ToCheck['shard'],
  late: string | undefined,
  seen: SeenLine | undefined,
): Promise<OwnTurn | undefined> => {
  if (seen?.wave !== 0 || seen.passId === undefined || !shard) return undefined;
  const hash = await sha256(textBytes('startline-pass-v1'), textBytes(seen.passId));
  const isLate = !hashesOf(shard.text).includes(hash);
  if (isLate && !hashesOf(late ?? '').includes(hash)) return undefined;
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const drawn = new DataView(await crypto.subtle.sign('HMAC', key, bytesOf(hash)));
  const turn = (drawn.getUint16(0) * 2 ** 32 + drawn.getUint32(2)) / 2 ** 48;
  return { turn, before: Math.round(turn * listed), isLate };
};

const textBytes = (text: string) => new TextEncoder().encode(text);

/** Other characters than hexadecimal digits count for nothing. */
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (byte) => Number.parseInt(byte, 16));

const sha256 = async (...parts: readonly Uint8Array[]): Promise<string> => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
