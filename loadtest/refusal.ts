import { problemIn } from './answers';
import type { Answer } from './browser';
import type { Outcome } from './ending';

/** What an answer that is no yes means for who asked. */
export const refusal = (answer: Answer): Outcome => {
  const name = problemIn(answer);
  // The waiting list comes first: for whoever wants to buy, nothing is left.
  if (name === 'sold-out' || name === 'waiting-list') return { kind: 'sold-out' };
  if (name === 'all-held') return { kind: 'all-held' };
  if (name === 'card-declined') return { kind: 'declined' };
  return { kind: 'error', detail: `${answer.status} ${name || JSON.stringify(answer.body).slice(0, 200)}` };
};
