import * as v from 'valibot';
import { second } from './test-report';

/** `canary`: one registration is tried. `running`: runners are under way. `settling`: queues, cards and mails follow. */
export const states = ['canary', 'running', 'settling', 'finished'] as const;

/** What a running test reports each second. */
export const progress = v.object({
  state: v.picklist(states),
  /** Requests so far. `total` is estimated from the canary's requests, and `done` may exceed it. */
  done: v.number(),
  total: v.number(),
  /** The last full second; absent outside of `running`. */
  second: v.optional(second),
});

export type Progress = v.InferOutput<typeof progress>;

/** Receives the progress. Must not throw. */
export type OnProgress = (progress: Progress) => void;
