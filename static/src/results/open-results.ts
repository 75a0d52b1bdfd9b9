import { useLayoutEffect, useState } from 'preact/hooks';
import type { Failure } from '../http/failure';
import type { FromVersion, Version } from './read-version';
import { readerOf } from './reader-of';

export interface Reading<T> {
  /** What was read last. It stays until the next is read, so the page does not flicker. */
  readonly answer: FromVersion<T> | undefined;
  /** Why the last reading failed, when an answer from before is still shown. */
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly again: () => void;
}

type Read<T> = Pick<Reading<T>, 'answer' | 'failure'> & { readonly wanted: string };

/** Reads from the version that was taken last, once for each `key`. */
export const useVersion = <T>(
  raceId: string,
  setId: string | undefined,
  key: string,
  work: (version: Version) => Promise<T>,
): Reading<T> => {
  const [round, setRound] = useState(0);
  const wanted = `${raceId} ${setId} ${key} ${round}`;
  const [read, setRead] = useState<Read<T>>({ wanted: '', answer: undefined, failure: undefined });
  useLayoutEffect(() => {
    let isCurrent = true;
    void readerOf(raceId)
      .read(setId, work)
      .then((answer) => {
        if (!isCurrent) return;
        setRead((before) =>
          isFailure(answer) && before.answer?.kind === 'ok'
            ? { wanted, answer: before.answer, failure: answer }
            : { wanted, answer, failure: undefined },
        );
      });
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  const { answer, failure } = read;
  return { answer, failure, isReading: read.wanted !== wanted, again: () => setRound(round + 1) };
};

const failures: readonly string[] = [
  'network',
  'timeout',
  'unreadable',
  'problem',
] satisfies readonly Failure['kind'][];

export const isFailure = <T>(answer: FromVersion<T>): answer is Failure => failures.includes(answer.kind);
