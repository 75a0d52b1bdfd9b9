import { arrivalMessage, type PassMessage, passMessage } from '../../../lambdas/api/messages/line';
import { at, ofSession } from '../http/api';
import type { Request } from '../http/request';

interface Needs {
  readonly request: Request;
  /** Seconds. It ends early when the signal is aborted. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onArrival: (arrivedAt: string) => void;
  /** Called after each answer: whether it was none, or a refusal that passes. */
  readonly onTrouble: (isInTrouble: boolean) => void;
}

const againSeconds = 4;

/** How long after a failure to ask again. */
export const againAfter = (): number => againSeconds * (1 + Math.random());

/** Comes to the line of a race and gets a pass. Undefined: everybody may ask, or nobody waits for the pass any more. */
export const enterLine = async (
  raceId: string,
  { request, wait, signal, onArrival, onTrouble }: Needs,
): Promise<PassMessage | undefined> => {
  for (; !signal.aborted; await wait(againAfter())) {
    const arrival = await request({
      method: 'POST',
      url: at`/api/races/${raceId}/line/arrival`,
      schema: arrivalMessage,
    });
    if (isOff(arrival)) return undefined;
    onTrouble(arrival.kind !== 'ok');
    if (arrival.kind !== 'ok') continue;
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
    onTrouble(true);
  }
  return undefined;
};

const isOff = (answer: { readonly kind: string; readonly name?: unknown }): boolean =>
  answer.kind === 'problem' && answer.name === 'line-off';
