import * as v from 'valibot';
import { second } from './test-report';

/** `canary`: one registration is tried. `running`: runners are under way. `settling`: queues, cards and mails follow. */
export const states = ['canary', 'running', 'settling', 'finished'] as const;

/** What a running test tells each second. */
export const progress = v.object({
  state: v.picklist(states),
  /** Requests so far; by the canary's count of them `total` is an estimate, which `done` may pass. */
  done: v.number(),
  total: v.number(),
  /** The second that has just passed; absent outside of `running`. */
  second: v.optional(second),
});

export type Progress = v.InferOutput<typeof progress>;

/** Who wants to be told. Must not throw. */
export type OnProgress = (progress: Progress) => void;
