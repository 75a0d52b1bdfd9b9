import { problemIn } from '../browser/answers';
import type { Answer } from '../browser/browser';
import type { Outcome } from './outcome';

/** The outcome that a refusal means for the runner. */
export const refusal = (answer: Answer): Outcome => {
  const name = problemIn(answer);
  // `waiting-list`: free spots go to the waiting list first, so nothing is left to buy.
  if (name === 'sold-out' || name === 'waiting-list') return { kind: 'sold-out' };
  // In the line, their time ended before their turn came.
  if (['all-held', 'join-line', 'not-your-turn'].includes(name)) return { kind: 'all-held' };
  if (name === 'card-declined') return { kind: 'declined' };
  return { kind: 'error', detail: `${answer.status} ${name || JSON.stringify(answer.body).slice(0, 200)}` };
};
