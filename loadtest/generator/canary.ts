import { homesFor } from '../people/groups';
import type { Outcome } from '../people/outcome';
import { peopleAtAddress } from '../people/people';
import { Histogram } from '../report/histogram';
import { generateHere, type Task } from './generate';

export interface Canary {
  readonly outcome: Outcome;
  /** How many requests one runner makes, at least. */
  readonly requests: number;
}

/** The first answers of a cold system come late. */
const deadlineSeconds = 60;

/**
 * Sends one runner before the crowd, with zero think time. When registration is closed or does not work, the run ends
 * here with the reason, and not after a quarter of an hour. The canary takes a spot. Throws with the reason.
 */
export const sendCanary = async (task: Task, signal?: AbortSignal): Promise<Canary> => {
  const { wish, scenario } = task;
  const alone: Task = {
    ...task,
    wish: { ...wish, runners: 1, within: 0, think: [0, 0], together: 0, challenged: 0 },
    scenario:
      scenario.does === 'register'
        ? { ...scenario, habits: { ...scenario.habits, abandons: 0, joinsWaitingList: 0 } }
        : scenario,
    run: `${task.run}-canary`,
    // The canary has an address of its own, because it holds one spot more than there are runners.
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
