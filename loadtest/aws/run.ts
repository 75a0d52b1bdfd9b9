import * as v from 'valibot';
import type { Canary } from '../generator/canary';
import type { Task } from '../generator/generate';
import type { GeneratorResults, RawSecond } from '../generator/results';
import { type Machine, wish } from '../report/test-report';
import type { Prospect } from '../target/prospect';
import { fileNames, type RunFiles } from './run-files';

/** What starts a run: the input of the state machine. */
export const order = v.object({
  id: v.pipe(v.string(), v.uuid()),
  wish,
  comment: v.string(),
  /** Version of Startline. */
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
  /** Absent: the crowd does not register. */
  readonly before?: Prospect & { readonly spotsLeft: number };
}

/** What a generator reports while it runs: the seconds since its last report, and some before. */
export interface News {
  readonly seconds: readonly RawSecond[];
}

/** What a generator leaves at its end. */
export type Brought =
  | {
      readonly kind: 'results';
      /** Milliseconds by which it was ready too late; 0 when it was in time. */
      readonly late: number;
      readonly machine: Machine;
      readonly results: GeneratorResults;
    }
  | { readonly kind: 'nothing'; readonly why: string };

/** undefined: the run is not prepared yet. */
export const readPrepared = async (files: RunFiles): Promise<Prepared | undefined> => {
  const text = await files.get(fileNames.prepared);
  return text === undefined ? undefined : JSON.parse(text);
};
