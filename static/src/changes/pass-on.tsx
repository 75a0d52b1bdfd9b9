import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Heading } from '../page/heading';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { ProblemScreen } from '../page/problem-screen';
import { SendingNote, useSending } from '../page/use-sending';
import type { Confirmed, Decided } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';
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
      {isWithdrawing ? changeTexts.takingBack : changeTexts.takeBack}
    </button>
  );
  const { transferFee } = race.changes;
  const fee = transferFee === undefined ? undefined : money(transferFee, race.currency);
  const note = <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />;
  const until = race.changes.transferUntil && (
    <p>{changeTexts.offerLasts(writeInstant(race.changes.transferUntil, race.timeZone).there)}</p>
  );
  const stay = (
    <a class="plain" href={stayHref}>
      {changeTexts.backToMine}
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
          fee={fee}
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
          <Heading>{changeTexts.offeredTo(firstName)}</Heading>
          <p>{changeTexts.offerMailed(bold, firstName, email)}</p>
          <p class="quiet">{changeTexts.offerMailLimits(firstName)}</p>
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
          <Heading>{changeTexts.offeredAlready(state.to?.firstName)}</Heading>
          <p>{changeTexts.earlierOffer(state.to?.email)}</p>
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
          <Heading>{changeTexts.tookBack}</Heading>
          <p>{changeTexts.yoursAgain(eventName)}</p>
          <div class="actions">
            <a class="button" href={stayHref}>
              {changeTexts.backToMine}
            </a>
            <button type="button" class="button button-quiet" onClick={() => dispatch({ kind: 'started-over' })}>
              {changeTexts.offerAgain}
            </button>
          </div>
        </section>
      );
    case 'refused':
      return (
        <ProblemScreen key="refused" title={changeTexts.notOffered}>
          <p>{changeTexts.passOnTooLate}</p>
          <div class="actions">{stay}</div>
        </ProblemScreen>
      );
  }
};
