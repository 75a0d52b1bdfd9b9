import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lazyApi } from '../page/lazy-services';
import { SendingNote, useSending } from '../page/use-sending';
import * as t from '../texts/changes';

interface ResultNameProps {
  readonly registrationId: string;
  readonly token: string;
  readonly isWithheld: boolean;
}

/** Where a runner takes their name out of results. It is folded away: few look for it, and it cannot be undone. */
export const ResultName = ({ registrationId, token, isWithheld }: ResultNameProps) => {
  const [isOut, setOut] = useState(isWithheld);
  const said = useRef<HTMLParagraphElement>(null);
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  const take = () =>
    void send(
      () => lazyApi.withholdName(registrationId, token),
      () => setOut(true),
    );
  useLayoutEffect(() => {
    // The button that had the focus is gone.
    if (isOut && !isWithheld) said.current?.focus();
  }, [isOut]);
  return (
    <details>
      <summary>{t.resultName}</summary>
      <p ref={said} role="status" tabIndex={-1}>
        {isOut && t.nameIsOut}
      </p>
      {!isOut && (
        <>
          <p>{t.resultNameWords}</p>
          <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
          <button type="button" class="button button-quiet" aria-disabled={isSending} onClick={take}>
            {isSending ? t.takingNameOut : t.takeNameOut}
          </button>
        </>
      )}
    </details>
  );
};
