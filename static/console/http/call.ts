import { watched } from '../../src/flow/watched';
import { type Answered, ask, type Call } from './ask';

/** What the server may demand at any moment. The page stays as it is, and a dialog asks for it. */
export type Interruption = 'not-signed-in' | 'confirm-again' | 'passkey-first';

interface Interrupted {
  readonly why: Interruption;
  /** `true`: it was done, and the call is repeated. */
  readonly end: (isDone: boolean) => void;
}

export const interrupted = watched<Interrupted | undefined>(undefined);

let pending: { readonly why: Interruption; readonly done: Promise<boolean> } | undefined;

/** Several calls may be refused at once, and the dialog asks once. */
const interrupt = (why: Interruption): Promise<boolean> => {
  if (pending?.why === why) return pending.done;
  const done = new Promise<boolean>((resolve) => {
    interrupted.put({
      why,
      end: (isDone) => {
        pending = undefined;
        interrupted.put(undefined);
        resolve(isDone);
      },
    });
  });
  pending = { why, done };
  return done;
};

const isInterruption = (name: string): name is Interruption =>
  name === 'not-signed-in' || name === 'confirm-again' || name === 'passkey-first';

/**
 * A call of a person who is signed in. When the session has ended, or a passkey is needed again, a dialog asks for it over the present
 * screen. What was typed stays, and the call is repeated.
 */
export const call = async <T>(request: Call): Promise<Answered<T>> => {
  const answer = await ask<T>(request);
  if (answer.kind !== 'problem' || !isInterruption(answer.name)) return answer;
  return (await interrupt(answer.name)) ? ask<T>(request) : answer;
};

/** The address of a route of the console, with the ids in it encoded. */
export const at = (path: TemplateStringsArray, ...ids: string[]): string =>
  `/api/console${path.reduce((url, piece, index) => url + encodeURIComponent(ids[index - 1] ?? '') + piece)}`;
