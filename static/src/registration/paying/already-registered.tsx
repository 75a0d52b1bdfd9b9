import { useState } from 'preact/hooks';
import { lazyApi } from '../../page/lazy-services';
import { bold } from '../../page/marks';
import { ProblemScreen } from '../../page/problem-screen';
import { SendingNote, useSending } from '../../page/use-sending';
import * as later from '../../texts/later';
import * as t from '../../texts/page';

interface AlreadyRegisteredProps {
  readonly eventName: string;
  /** The name of this person, if they are in a group. */
  readonly name?: string | undefined;
  readonly email: string;
  readonly runnerHref: string;
  readonly onGoOn: () => void;
}

/**
 * Shown before the card is asked for. It reveals only what the runner typed; the state of that registration is in its mail.
 */
export const AlreadyRegistered = ({ eventName, name, email, runnerHref, onGoOn }: AlreadyRegisteredProps) => {
  const [isSent, setSent] = useState(false);
  const { sending, send } = useSending();
  const sendLink = () =>
    void send(
      () => lazyApi.requestLink(email),
      () => setSent(true),
    );
  return (
    <ProblemScreen title={later.alreadyTitle(name)}>
      <p>{later.already(name, eventName)}</p>
      {name && <p>{later.alreadyGroup(name)}</p>}
      <p>{later.alreadyLink(bold, email)}</p>
      <div role="status">{isSent && <p class="note">{later.alreadySent}</p>}</div>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <div class="actions">
        {!isSent && (
          <button type="button" class="button" aria-disabled={sending.kind === 'sending'} onClick={sendLink}>
            {sending.kind === 'sending' ? t.sending : later.alreadySend(name !== undefined)}
          </button>
        )}
        <a class="button button-quiet" href={runnerHref}>
          {later.changeDetails}
        </a>
        <button type="button" class="plain" onClick={onGoOn}>
          {later.payAnyway}
        </button>
      </div>
    </ProblemScreen>
  );
};
