import { useState } from 'preact/hooks';
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
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  const take = () =>
    void send(
      () => lazyApi.withholdName(registrationId, token),
      () => setOut(true),
    );
  return (
    <details>
      <summary>{t.resultName}</summary>
      <p role="status">{isOut && t.nameIsOut}</p>
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
