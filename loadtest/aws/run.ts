import * as v from 'valibot';
import type { Canary } from '../canary';
import type { Task } from '../generator/generate';
import type { GeneratorResults, RawSecond } from '../generator/harvest';
import type { Prospect } from '../prospect';
import { type Machine, wish } from '../test-report';
import { fileNames, type RunFiles } from './run-files';

/** What starts a run. */
export const order = v.object({
  id: v.pipe(v.string(), v.uuid()),
  wish,
  comment: v.string(),
  /** Of Startline. */
  version: v.string(),
});
export type Order = v.InferOutput<typeof order>;

/** What all parts of a run know from its beginning. */
export interface Prepared {
  readonly order: Order;
  readonly startedAt: string;
  readonly task: Task;
  readonly generators: number;
  /** Seconds. */
  readonly tellEvery: number;
  /** Milliseconds since the epoch: all generators begin at once. */
  readonly startAt: number;
  readonly canary: Canary;
  /** Where runners register. */
  readonly before?: Prospect & { readonly spotsLeft: number };
}

/** What a generator tells while it runs: the seconds since it last told, and some before. */
export interface News {
  readonly seconds: readonly RawSecond[];
}

/** What a generator leaves. */
export type Brought =
  | {
      readonly kind: 'results';
      /** Milliseconds by which it was not ready when all began; 0: it was. */
      readonly late: number;
      readonly machine: Machine;
      readonly results: GeneratorResults;
    }
  | { readonly kind: 'nothing'; readonly why: string };

/** undefined: it is not prepared yet. */
export const readPrepared = async (files: RunFiles): Promise<Prepared | undefined> => {
  const text = await files.get(fileNames.prepared);
  return text === undefined ? undefined : JSON.parse(text);
};
