import { useEffect, useState } from 'preact/hooks';
import type { Answered, Failure } from '../http/failure';

/** `again` calls `read` once more. */
export type Loaded<T> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly again: () => void };

/** Calls `read` once for each `key`. Drops the answer if the key has changed in the meantime. */
export const useLoaded = <T>(key: string, read: () => Promise<Answered<T>>): Loaded<T> => {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ readonly key: string; readonly answer: Answered<T> }>();
  useEffect(() => {
    let isCurrent = true;
    setState(undefined);
    void read().then((answer) => {
      if (isCurrent) setState({ key, answer });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, round]);
  if (state?.key !== key) return { kind: 'reading' };
  const { answer } = state;
  return answer.kind === 'ok' ? answer : { kind: 'failed', failure: answer, again: () => setRound(round + 1) };
};
