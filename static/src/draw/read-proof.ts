import * as v from 'valibot';
import { drawFile } from '../../../lambdas/api/messages/draw-file';
import { drawPath, latePath, proofFolder, shardPath } from '../../../lambdas/line/draw/proof';

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
