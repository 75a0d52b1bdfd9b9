import * as v from 'valibot';
import { drawPath, latePath, proofFolder, shardPath } from '../../../lambdas/line/draw/proof';

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

/** `missing`: there is no such file, or it is of another race. */
export type ReadFile<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'missing' | 'network' | 'unreadable' };

export const fileAddress = (lineId: string, path: string): string => `/${proofFolder(lineId)}/${path}`;

const readText = async (address: string): Promise<ReadFile<string>> => {
  try {
    const answer = await fetch(address, { credentials: 'omit' });
    if (answer.status === 404 || answer.status === 403) return { kind: 'missing' };
    return answer.ok ? { kind: 'ok', value: await answer.text() } : { kind: 'network' };
  } catch {
    return { kind: 'network' };
  }
};

export const readDraw = async (lineId: string): Promise<ReadFile<v.InferOutput<typeof drawFile>>> => {
  const answer = await readText(fileAddress(lineId, drawPath));
  if (answer.kind !== 'ok') return answer;
  const draw = v.safeParse(v.pipe(v.string(), v.parseJson(), drawFile), answer.value);
  return draw.success ? { kind: 'ok', value: draw.output } : { kind: 'unreadable' };
};

export const readShard = (lineId: string, firstByte: number): Promise<ReadFile<string>> =>
  readText(fileAddress(lineId, shardPath(firstByte)));

export const readLate = (lineId: string): Promise<ReadFile<string>> => readText(fileAddress(lineId, latePath));
