import { useRef, useState } from 'preact/hooks';
import type { Answered, Failure } from '../http/failure';
import { failureWords } from './trouble';

export type Sending = { readonly kind: 'resting' | 'sending' } | { readonly kind: 'failed'; readonly failure: Failure };

/** Sends something at the press of a button. A second press finds the first one at work. */
export const useSending = () => {
  const [sending, setSending] = useState<Sending>({ kind: 'resting' });
  const isAtWork = useRef(false);
  const send = async <T,>(call: () => Promise<Answered<T>>, then: (value: T) => void) => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setSending({ kind: 'sending' });
    const answer = await call();
    isAtWork.current = false;
    setSending(answer.kind === 'ok' ? { kind: 'resting' } : { kind: 'failed', failure: answer });
    if (answer.kind === 'ok') then(answer.value);
  };
  return { sending, send };
};

/** Its own words say when to come back, and that is not in a moment. */
const saysWhen = (failure: Failure): boolean =>
  failure.kind === 'problem' && (failure.name === 'too-many-requests' || failure.name === 'too-many-transfers');

/** Says that it did not work, and keeps a place for saying so. */
export const SendingNote = ({ failure }: { failure: Failure | undefined }) => (
  <div class="note-place" role="status">
    {failure && (
      <p class="note note-bad">
        {failureWords(failure)}
        {!saysWhen(failure) && ' Please try again in a moment.'}
      </p>
    )}
  </div>
);
