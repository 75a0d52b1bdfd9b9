import { useRef, useState } from 'preact/hooks';
import type { PasskeyFailure } from '../sign-in/passkeys';

/** Sends something when a button is pressed. A second press does nothing while the first is being sent. */
export const useSending = () => {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<PasskeyFailure>();
  const isAtWork = useRef(false);
  const send = async <A extends { readonly kind: 'ok' } | PasskeyFailure>(
    work: () => Promise<A>,
    then: (answer: Extract<A, { readonly kind: 'ok' }>) => unknown,
  ): Promise<void> => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setSending(true);
    setFailure(undefined);
    const answer = await work().finally(() => {
      isAtWork.current = false;
      setSending(false);
    });
    if (answer.kind === 'ok') await then(answer as Extract<A, { readonly kind: 'ok' }>);
    else setFailure(answer);
  };
  return { isSending, failure, send };
};
