import { useState } from 'preact/hooks';
import { useValue } from '../../src/page/use-value';
import { interrupted } from '../http/call';
import { useSending } from '../page/use-sending';
import { Dialog, FailureNote, Note } from '../page/words';
import * as t from '../texts/en';
import { confirmByPasskey, signInByPasskey } from './passkeys';
import { session, signedIn } from './session';
import { mailLink } from './sign-in-page';

/** A dialog over the present screen. It asks for the sign-in or the passkey that the server needs before it goes on. */
export const InterruptionDialog = () => {
  const now = useValue(interrupted);
  if (!now) return null;
  return now.why === 'not-signed-in' ? (
    <SignInAgain onLeave={() => now.end(false)} />
  ) : (
    <ConfirmAgain onLeave={() => now.end(false)} onDone={() => now.end(true)} />
  );
};

const ConfirmAgain = ({ onLeave, onDone }: { onLeave: () => void; onDone: () => void }) => {
  const { isSending, failure, send } = useSending();
  return (
    <Dialog title={t.confirmTitle} onClose={onLeave}>
      <p>{t.confirmWords}</p>
      <FailureNote failure={failure} />
      <div class="actions">
        <button type="button" class="button" aria-disabled={isSending} onClick={() => send(confirmByPasskey, onDone)}>
          {t.usePasskey}
        </button>
        <button type="button" class="plain" onClick={onLeave}>
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
};

const SignInAgain = ({ onLeave }: { onLeave: () => void }) => {
  const now = useValue(session);
  const email = now.kind === 'in' ? now.who.email : '';
  const [isMailed, setMailed] = useState(false);
  const { isSending, failure, send } = useSending();
  return (
    <Dialog title={t.againTitle} onClose={onLeave}>
      <p>{t.againWords}</p>
      <FailureNote failure={failure} />
      <Note kind="good">{isMailed && <p>{t.linkElsewhere(email)}</p>}</Note>
      <div class="actions">
        <button type="button" class="button" aria-disabled={isSending} onClick={() => send(signInByPasskey, signedIn)}>
          {t.byPasskey}
        </button>
        <button
          type="button"
          class="button button-quiet"
          aria-disabled={isSending}
          onClick={() =>
            send(
              () => mailLink(email),
              () => setMailed(true),
            )
          }
        >
          {t.sendLink}
        </button>
        <button type="button" class="plain" onClick={onLeave}>
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
};
