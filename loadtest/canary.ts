import type { Outcome } from './ending';
import { generateHere, type Task } from './generator/generate';
import { Histogram } from './histogram';
import { peopleAtAddress } from './people';
import { homesFor } from './together';

export interface Canary {
  readonly outcome: Outcome;
  /** How many requests one runner makes, at least. */
  readonly requests: number;
}

/** Seconds; the first answers of a cold system come late. */
const deadlineSeconds = 60;

/**
 * One goes before the crowd, without stopping to think: when registration is closed or the way is broken, the run ends
 * here, with the reason, and not after a quarter of an hour. He takes a spot.
 */
export const sendCanary = async (task: Task, signal?: AbortSignal): Promise<Canary> => {
  const { wish, scenario } = task;
  const alone: Task = {
    ...task,
    wish: { ...wish, runners: 1, within: 0, think: [0, 0], together: 0 },
    scenario:
      scenario.does === 'register'
        ? { ...scenario, habits: { ...scenario.habits, abandons: 0, joinsWaitingList: 0 } }
        : scenario,
    run: `${task.run}-canary`,
    // Of a household of their own: that is one hold more than there are runners.
    firstAddress: task.firstAddress + homesFor(wish) * peopleAtAddress,
    deadlineSeconds,
  };
  const { outcomes, steps } = await generateHere(alone, { ...(signal && { signal }) });
  const [outcome] = outcomes;
  if (outcome?.kind !== 'confirmed' && outcome?.kind !== 'done')
    throw new Error(`The canary came to nothing, so nobody was sent after it: ${wordsFor(outcome)}`);
  return { outcome, requests: steps.reduce((sum, { latency }) => sum + Histogram.parse(latency).count, 0) };
};

const wordsFor = (outcome: Outcome | undefined): string => {
  if (outcome?.kind === 'error') return outcome.detail;
  return outcome ? `it was told "${outcome.kind}".` : 'it never came back.';
};
