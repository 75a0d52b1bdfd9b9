import { useState } from 'preact/hooks';
import { lazyApi } from '../../page/lazy-services';
import { Trouble } from '../../page/trouble';
import { SendingNote, useSending } from '../../page/use-sending';

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
    <Trouble title={name ? `${name} is registered already` : 'You are registered already'}>
      <p>
        Somebody with this name, date of birth and e-mail address is registered for {eventName}, and everybody runs
        once. No card was touched. If you stop here, {name ? 'what' : 'the spot that'} is held for you goes back by
        itself.
      </p>
      {name && (
        <p>
          You are registered together or not at all: with {name} among you, nobody would be, and no money would be
          taken. Put somebody else in this place, or begin again with fewer.
        </p>
      )}
      <p>
        The link in the confirmation mail to <b>{email}</b> opens that registration.
      </p>
      <div role="status">
        {isSent && (
          <p class="note">
            If this address is registered with us, a mail with the link is on its way. It can take a few minutes; look
            among unwanted mail, too.
          </p>
        )}
      </div>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <div class="actions">
        {!isSent && (
          <button type="button" class="button" aria-disabled={sending.kind === 'sending'} onClick={sendLink}>
            {sending.kind === 'sending' ? 'Sending…' : name ? 'Send the link there' : 'Send me its link'}
          </button>
        )}
        <a class="button button-quiet" href={runnerHref}>
          Change the runner’s details
        </a>
        <button type="button" class="plain" onClick={onGoOn}>
          Go on to payment all the same
        </button>
      </div>
    </Trouble>
  );
};
