import { useRef, useState } from 'preact/hooks';
import type { Answered, Failure } from '../http/failure';
import * as t from '../texts/page';
import { failureWords } from './problem-screen';

export type Sending = { readonly kind: 'resting' | 'sending' } | { readonly kind: 'failed'; readonly failure: Failure };

/** Sends something when a button is pressed. A second press does nothing while the first one is being sent. */
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

/** Whether the text of the failure says when to try again; for these it is much later than "in a moment". */
const saysWhen = (failure: Failure): boolean =>
  failure.kind === 'problem' &&
  ['too-many-requests', 'too-many-transfers', 'too-many-check-in-codes'].includes(failure.name);

/** Says that sending failed. The element is always there, so that screen readers notice the change. */
export const SendingNote = ({ failure }: { failure: Failure | undefined }) => (
  <div class="note-place" role="status">
    {failure && (
      <p class="note note-bad">
        {failureWords(failure)}
        {!saysWhen(failure) && t.tryInAMoment}
      </p>
    )}
  </div>
);
