import { arrivalMessage, type PassMessage, passMessage } from '../../../lambdas/api/messages/line';
import { at, ofSession } from '../http/api';
import { type Failure, retryAfterOf } from '../http/failure';
import type { Request } from '../http/request';

interface Needs {
  readonly request: Request;
  /** Seconds. It ends early when the signal is aborted. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onArrival: (arrivedAt: string) => void;
  /** Called after each answer. */
  readonly onTrouble: (trouble: Trouble) => void;
}

/** Whether an answer did not come, or was a refusal that passes. A number: the server said to ask again after so many seconds. */
export type Trouble = 'none' | 'soon' | number;

const againSeconds = 4;
/** Nobody of ours asks for more, and who waits longer misses the draw. */
const mostSeconds = 300;

const toldBy = (failure: Failure): number | undefined => {
  const told = retryAfterOf(failure);
  return told === undefined ? undefined : Math.min(mostSeconds, told);
};

/** How long after a failure to ask again. Those who were told the same do not come back at once. */
export const againAfter = (failure: Failure): number =>
  (toldBy(failure) ?? againSeconds) + againSeconds * Math.random();

/** Comes to the line of a race and gets a pass. Undefined: everybody may ask, or nobody waits for the pass any more. */
export const enterLine = async (
  raceId: string,
  { request, wait, signal, onArrival, onTrouble }: Needs,
): Promise<PassMessage | undefined> => {
  const pauseAfter = (failure: Failure) => {
    onTrouble(toldBy(failure) ?? 'soon');
    return wait(againAfter(failure));
  };
  while (!signal.aborted) {
    const arrival = await request({
      method: 'POST',
      url: at`/api/races/${raceId}/line/arrival`,
      schema: arrivalMessage,
    });
    if (isOff(arrival)) return undefined;
    if (arrival.kind !== 'ok') {
      await pauseAfter(arrival);
      continue;
    }
    onTrouble('none');
    onArrival(arrival.value.arrivedAt);
    await wait(arrival.value.enrolAfter / 1000);
    const pass = await request({
      method: 'POST',
      url: at`/api/races/${raceId}/line/pass`,
      schema: passMessage,
      ...ofSession,
    });
    if (pass.kind === 'ok') return pass.value;
    if (isOff(pass)) return undefined;
    await pauseAfter(pass);
  }
  return undefined;
};

const isOff = (answer: { readonly kind: string; readonly name?: unknown }): boolean =>
  answer.kind === 'problem' && answer.name === 'line-off';
