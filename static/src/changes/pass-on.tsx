import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Heading } from '../page/heading';
import { Trouble } from '../page/trouble';
import { SendingNote, useSending } from '../page/use-sending';
import type { Confirmed, Decided } from '../registration/outcome/confirmation';
import { writeInstant } from '../time/dates';
import { RecipientForm } from './recipient-form';
import { usePassingOn } from './use-passing-on';

interface PassOnProps {
  readonly race: RaceMessage;
  readonly status: Confirmed;
  readonly token: string;
  readonly stayHref: string;
  /** The registration has ended in the meantime. */
  readonly onChanged: (status: Decided) => void;
}

/** Offers the spot to somebody, shows the offer, and takes it back. */
export const PassOn = ({ race, status, token, stayHref, onChanged }: PassOnProps) => {
  const { eventName } = status;
  const { state, dispatch, send, withdraw } = usePassingOn(status, token, onChanged);
  const { sending, send: sendOff } = useSending();
  const isWithdrawing = sending.kind === 'sending';
  const takeBack = () => void sendOff(withdraw, () => dispatch({ kind: 'withdrawn' }));
  const takeBackButton = (
    <button type="button" class="button" aria-disabled={isWithdrawing} onClick={takeBack}>
      {isWithdrawing ? 'Taking it back…' : 'Take it back'}
    </button>
  );
  const note = <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />;
  const until = race.changes.transferUntil && (
    <p>The offer lasts until {writeInstant(race.changes.transferUntil, race.timeZone).there}.</p>
  );
  const stay = (
    <a class="plain" href={stayHref}>
      Back to my registration
    </a>
  );
  switch (state.kind) {
    case 'typing':
    case 'sending':
      return (
        <RecipientForm
          key="form"
          typed={state.kind === 'typing' ? state.typed : state.transfer.recipient}
          eventName={eventName}
          isSending={state.kind === 'sending'}
          failure={state.kind === 'typing' ? state.failure : undefined}
          stayHref={stayHref}
          onType={(field, text) => dispatch({ kind: 'typed', field, text })}
          onSend={send}
        />
      );
    case 'offered': {
      const { firstName, email } = state.transfer.recipient;
      return (
        <section key="offered" class="sheet notice-sheet">
          <Heading>Offered to {firstName}</Heading>
          <p>
            A mail with a link goes to <b>{email}</b>. Until {firstName} accepts, the spot stays yours, and you can take
            the offer back.
          </p>
          <p class="quiet">
            Nobody gets more than three such mails from us in a day, and no address that turned our mail away before
            gets any. If it has not come within the hour, ask {firstName} for another address, or offer it again
            tomorrow.
          </p>
          {until}
          {note}
          <div class="actions">
            {takeBackButton}
            {stay}
          </div>
        </section>
      );
    }
    case 'offered-elsewhere':
      return (
        <section key="elsewhere" class="sheet notice-sheet">
          <Heading>Your spot is offered to {state.to?.firstName ?? 'somebody'} already</Heading>
          <p>
            An earlier offer{state.to && <> to {state.to.email}</>}, perhaps from another device, still stands; nobody
            else was written to now. Take it back, and you can offer the spot anew.
          </p>
          {until}
          {note}
          <div class="actions">
            {takeBackButton}
            {stay}
          </div>
        </section>
      );
    case 'taken-back':
      return (
        <section key="taken-back" class="sheet notice-sheet">
          <Heading>You took the offer back</Heading>
          <p>The spot in {eventName} is yours as before. The link in the mail does not work any more.</p>
          <div class="actions">
            <a class="button" href={stayHref}>
              Back to my registration
            </a>
            <button type="button" class="button button-quiet" onClick={() => dispatch({ kind: 'started-over' })}>
              Offer it to somebody else
            </button>
          </div>
        </section>
      );
    case 'refused':
      return (
        <Trouble key="refused" title="Your spot was not offered">
          <p>The time in which runners can pass spots on themselves is over. The organiser may still help you.</p>
          <div class="actions">{stay}</div>
        </Trouble>
      );
  }
};
