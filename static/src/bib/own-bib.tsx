import { useState } from 'preact/hooks';
import type { OwnBibMessage } from '../../../lambdas/api/messages/race-day/bibs';
import { SendingNote, useSending } from '../page/use-sending';
import * as t from '../texts/changes';
import { replaceCode } from './bib-api';
import { QrPicture } from './qr-picture';

interface OwnBibProps {
  readonly own: OwnBibMessage;
  readonly token: string;
}

/** What a runner shows when they come to get their bib. */
export const OwnBib = ({ own: { registrationId, bib, givesBibs, isCheckedIn, ...first }, token }: OwnBibProps) => {
  const [{ code, codeVersion }, setCode] = useState<Pick<OwnBibMessage, 'code' | 'codeVersion'>>(first);
  return (
    <section class="own-bib" aria-labelledby="own-bib">
      <h2 id="own-bib">{t.bibTitle}</h2>
      {givesBibs && bib === undefined && <p>{t.bibLater}</p>}
      {isCheckedIn ? (
        <p role="status">{t.bibGot}</p>
      ) : (
        <>
          <p>{t.bibCode}</p>
          <QrPicture text={code} label={t.bibCodeImage} />
          <NewCode {...{ registrationId, token, codeVersion }} isNew={code !== first.code} onCode={setCode} />
        </>
      )}
    </section>
  );
};

interface NewCodeProps extends Pick<OwnBibMessage, 'registrationId' | 'codeVersion'> {
  readonly token: string;
  readonly isNew: boolean;
  readonly onCode: (own: OwnBibMessage) => void;
}

/** Where a runner whose code was copied gets a new one. It is folded away: few need it. */
const NewCode = ({ registrationId, token, codeVersion, isNew, onCode }: NewCodeProps) => {
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  return (
    <details>
      <summary>{t.newCode}</summary>
      <p>{t.newCodeWords}</p>
      <p role="status">{isNew && t.codeIsNew}</p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <button
        type="button"
        class="button button-quiet"
        aria-disabled={isSending}
        onClick={() => void send(() => replaceCode(registrationId, token, codeVersion), onCode)}
      >
        {isSending ? t.gettingCode : t.getNewCode}
      </button>
    </details>
  );
};
