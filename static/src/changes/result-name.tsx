import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lazyApi } from '../page/lazy-services';
import { SendingNote, useSending } from '../page/use-sending';
import * as t from '../texts/changes';

interface ResultNameProps {
  readonly registrationId: string;
  readonly token: string;
  readonly isWithheld?: boolean;
  /** They have no spot any more. Lists and results from before may still have their name. */
  readonly isOver?: boolean;
}

/** Where a runner takes their name out of results. It is folded away: few look for it, and it cannot be undone. */
export const ResultName = ({ registrationId, token, isWithheld = false, isOver }: ResultNameProps) => {
  const [isOut, setOut] = useState(isWithheld);
  const said = useRef<HTMLParagraphElement>(null);
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  const failure = sending.kind === 'failed' ? sending.failure : undefined;
  const isInNone = isOver && failure?.kind === 'problem' && failure.name === 'no-spot';
  const isDone = isOut || isInNone;
  const take = () =>
    void send(
      () => lazyApi.withholdName(registrationId, token),
      () => setOut(true),
    );
  useLayoutEffect(() => {
    // The button that had the focus is gone.
    if (isDone && !isWithheld) said.current?.focus();
  }, [isDone]);
  return (
    <details>
      <summary>{t.resultName}</summary>
      <p ref={said} role="status" tabIndex={-1}>
        {isOut && t.nameIsOut}
        {isInNone && t.nameInNone}
      </p>
      {!isDone && (
        <>
          <p>{isOver ? t.resultNameOver : t.resultNameWords}</p>
          <SendingNote failure={failure} />
          <button type="button" class="button button-quiet" aria-disabled={isSending} onClick={take}>
            {isSending ? t.takingNameOut : t.takeNameOut}
          </button>
        </>
      )}
    </details>
  );
};
