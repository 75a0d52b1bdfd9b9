import type { Generate } from '../../loadtest/generator/generate';
import { taskFor } from '../../loadtest/generator/task-for';
import { stepsOf, totalsOf } from '../../loadtest/report/figures';
import type { StepFigures, Totals } from '../../loadtest/report/test-report';
import type { Scenario } from '../../loadtest/scenarios/scenario';
import { uuid7 } from '../../loadtest/uuid7';
import { validityOf } from '../../loadtest/verdict/validity';
import { generate as inTwo } from './generate';
import { benchRaceId } from './system/bench-race';

interface LookCrowd {
  /** Address of the system, without a slash at its end. */
  readonly url: string;
  /** Another address of the same system, instead of its own. */
  readonly door?: string;
  readonly scenario: Scenario;
  readonly visitors: number;
  /** Seconds within which all of them set off. */
  readonly within: number;
  /** Seconds that they read what is read, least and most. Default: none. */
  readonly think?: readonly [number, number];
  /** Seconds after setting off when a visitor tries no more. */
  readonly deadlineSeconds?: number;
  /** So many addresses, whose visitors share connections that stay open. Default: nearly each visitor opens one. */
  readonly addresses?: number;
  /** So many connections at most for each process that generates. Who finds none free waits, and that counts. */
  readonly connections?: number;
  readonly signal: AbortSignal;
  /** Default: two processes. */
  readonly generate?: Generate;
}

export interface Looked {
  readonly totals: Totals;
  readonly steps: readonly StepFigures[];
  /** Visitors who did not see everything, and the error of the first of them. */
  readonly errors: number;
  readonly firstError?: string;
  readonly connections: number;
  /** Why the figures are void; empty when they are valid. */
  readonly void: readonly string[];
}

/** Sends a crowd that only looks, with zero think time unless it is told otherwise, by the load test's own generators. */
export const letLook = async (crowd: LookCrowd): Promise<Looked> => {
  const {
    url,
    door = url,
    scenario,
    visitors,
    within,
    think = [0, 0],
    deadlineSeconds = 600,
    addresses,
    connections,
    signal,
    generate = inTwo,
  } = crowd;
  const wish = {
    scenario: scenario.kind,
    runners: visitors,
    within,
    think: [...think] satisfies [number, number],
    race: benchRaceId,
    card: '',
    seed: 1,
  };
  const task = await taskFor({ wish, url, id: uuid7(), deadlineSeconds });
  const sent = {
    ...task,
    scenario,
    site: { ...task.site, url: door },
    ...(addresses !== undefined && { addresses }),
    ...(connections !== undefined && { connections }),
  };
  const results = await generate(sent, { signal });
  const failures = results.outcomes.flatMap((outcome) => (outcome.kind === 'error' ? [outcome.detail] : []));
  const validity = validityOf(results.generatorLoad);
  return {
    totals: totalsOf(results),
    steps: stepsOf(results),
    errors: failures.length,
    ...(failures[0] !== undefined && { firstError: failures[0] }),
    connections: results.generatorLoad.connections,
    void: validity.kind === 'void' ? validity.reasons : [],
  };
};

/** Latency of one step; zeros when no visitor reached it. */
export const latencyOf = ({ steps }: Looked, name: string): StepFigures['latencyMs'] =>
  steps.find((step) => step.name === name)?.latencyMs ?? { mean: 0, p50: 0, p95: 0, p99: 0, max: 0 };
