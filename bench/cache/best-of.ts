import { number, object } from 'valibot';
import type { Round } from './keep-in-flight';

/** A round as a child process reports it. */
export const RoundSaid = object({ operations: number(), wallMs: number(), cpuMs: number() });

export interface Best {
  /** CPU of the process per operation, in microseconds. */
  readonly micros: number;
  readonly perSecond: number;
}

/** The best of several rounds. The minimum is right: other work on the machine only ever adds time. */
export const bestOf = (rounds: readonly Round[]): Best => ({
  micros: Math.min(...rounds.map(({ cpuMs, operations }) => (cpuMs * 1000) / operations)),
  perSecond: Math.max(...rounds.map(({ wallMs, operations }) => (operations * 1000) / wallMs)),
});
