import * as v from 'valibot';
import { uuid7 } from '../../../loadtest/uuid7';
import { benchRaceId } from './bench-race';

interface Asked {
  readonly json?: object;
  /** The state of the race that the sender has seen, as `r17.d4`. */
  readonly seen?: string;
}

/** Asks the console about the bench's race. Rejects with the answer when it is refused. */
export type Ask = <T>(method: string, path: string, answer: v.GenericSchema<unknown, T>, asked?: Asked) => Promise<T>;

/** Asks the console as the browser of a director does. `page`: address of the system; `cookie`: of the director's session. */
export const asking =
  (page: string, cookie: string, signal: AbortSignal): Ask =>
  async (method, path, answer, { json, seen } = {}) => {
    const response = await fetch(`${page}/api/console/races/${benchRaceId}${path}`, {
      method,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'idempotency-key': uuid7(),
        ...(json && { 'content-type': 'application/json' }),
        ...(seen !== undefined && { 'if-match': `"${seen}"` }),
      },
      ...(json && { body: JSON.stringify(json) }),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
    return v.parse(answer, JSON.parse(text));
  };
