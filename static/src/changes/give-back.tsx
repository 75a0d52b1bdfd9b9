import type { Cancelled } from '../../../lambdas/api/messages/changes';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Heading } from '../page/heading';
import { money } from '../page/money';
import { Trouble } from '../page/trouble';
import { SendingNote } from '../page/use-sending';
import type { Confirmed } from '../registration/outcome/confirmation';
import { writeInstant } from '../time/dates';
import { clockFace, secondsUntil } from '../time/duration';
import { now } from '../time/ticker';
import { refundOf } from './policy';
import { useGivingBack } from './use-giving-back';

interface GiveBackProps {
  readonly race: RaceMessage;
  readonly status: Confirmed;
  readonly token: string;
  /** The first name of the person the spot is offered to at the moment. */
  readonly offeredTo: string | undefined;
  readonly stayHref: string;
  /** The registration has changed: load it again. */
  readonly onLookAgain: () => void;
  readonly onDone: (cancelled: Cancelled) => void;
}

const refusedWords = {
  'change-too-late':
    'The time in which runners can give spots back themselves is over. The organiser may still help you.',
  'no-spot': 'This registration has no spot any more: it was given back or passed on before.',
} as const;

/** Asks for confirmation before a spot is given back, with the exact refund. */
export const GiveBack = ({ race, status, token, offeredTo, stayHref, onLookAgain, onDone }: GiveBackProps) => {
  const { registrationId, eventName, currency } = status;
  const { changes } = race;
  const { state, confirm } = useGivingBack(registrationId, token, refundOf(status.amount, changes), onDone);
  if (state.kind === 'done') return null;
  if (state.kind === 'refused') {
    return (
      <Trouble key="refused" title="Your spot was not given back">
        <p>{refusedWords[state.why]}</p>
        <div class="actions">
          <a class="button" href={stayHref} onClick={onLookAgain}>
            See your registration
          </a>
        </div>
      </Trouble>
    );
  }
  const refund = money(state.refund, currency);
  const hasChanged = state.kind === 'asked' && state.hasChanged === true;
  const isSending = state.kind === 'sending';
  return (
    <section key={hasChanged ? 'changed' : 'asked'} class="sheet notice-sheet">
      <Heading>{hasChanged ? 'The amount has changed' : 'Give the spot back?'}</Heading>
      {hasChanged && (
        <p>The rules of this race changed since you looked. You still have your spot; please decide anew.</p>
      )}
      <p>
        {state.refund > 0 ? (
          <>
            <b>{refund}</b> of {money(status.amount, currency)} goes back to the card the spot was paid with.
          </>
        ) : (
          <>
            <b>Nothing</b> of the {money(status.amount, currency)} goes back.
          </>
        )}{' '}
        Your spot in {eventName}, number {status.number}, goes to somebody else, and that cannot be undone.
      </p>
      {offeredTo && <p>Your offer to {offeredTo} ends with it.</p>}
      {changes.cancelUntil && (
        <p class="quiet">You can decide until {writeInstant(changes.cancelUntil, race.timeZone).there}.</p>
      )}
      <SendingNote failure={state.kind === 'asked' ? state.failure : undefined} />
      <div role="status">
        {state.kind === 'settling' && (
          <p class="note">
            Your card is being charged this moment, and money that is not there yet cannot go back. We try again by
            ourselves; you still have your spot.
          </p>
        )}
      </div>
      {state.kind === 'settling' && (
        <p>
          Next try in <b class="figures">{clockFace(secondsUntil(state.tryAt, now.value))}</b>
        </p>
      )}
      <div class="actions">
        {state.kind !== 'settling' && (
          <button type="button" class="button" aria-disabled={isSending} onClick={confirm}>
            {isSending
              ? 'Giving it back…'
              : state.refund > 0
                ? `Give the spot back for ${refund}`
                : 'Give the spot back for nothing'}
          </button>
        )}
        <a class="button button-quiet" href={stayHref}>
          Keep my spot
        </a>
      </div>
    </section>
  );
};
