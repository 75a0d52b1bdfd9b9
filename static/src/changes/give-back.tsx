import type { Cancelled } from '../../../lambdas/api/messages/changes';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Heading } from '../page/heading';
import { bold, figures } from '../page/marks';
import { money } from '../page/money';
import { ProblemScreen } from '../page/problem-screen';
import { SendingNote } from '../page/use-sending';
import { useNow } from '../page/use-value';
import type { Confirmed } from '../registration/outcome/confirmation';
import * as later from '../texts/later';
import * as t from '../texts/page';
import { writeInstant } from '../time/dates';
import { clockFace, secondsUntil } from '../time/duration';
import { refundNow } from './policy';
import { RefundLines } from './refund-lines';
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

/** Asks for confirmation before a spot is given back, with the exact refund. */
export const GiveBack = ({ race, status, token, offeredTo, stayHref, onLookAgain, onDone }: GiveBackProps) => {
  const { registrationId, eventName, currency } = status;
  const { changes } = race;
  const { state, confirm } = useGivingBack(registrationId, token, refundNow(status, changes), onDone);
  const time = useNow();
  if (state.kind === 'done') return null;
  if (state.kind === 'refused') {
    return (
      <ProblemScreen key="refused" title={later.notGivenBack}>
        <p>{later.notGivenBackWhy[state.why]}</p>
        <div class="actions">
          <a class="button" href={stayHref} onClick={onLookAgain}>
            {later.seeRegistration}
          </a>
        </div>
      </ProblemScreen>
    );
  }
  const refund = state.refund > 0 ? money(state.refund, currency) : undefined;
  const hasChanged = state.kind === 'asked' && state.hasChanged === true;
  const isSending = state.kind === 'sending';
  return (
    <section key={hasChanged ? 'changed' : 'asked'} class="sheet notice-sheet">
      <Heading>{hasChanged ? later.amountChanged : later.giveBackTitle}</Heading>
      {hasChanged && <p>{later.rulesChanged}</p>}
      <p>{later.giveBackWords(bold, refund, money(status.amount, currency), eventName, status.number)}</p>
      {status.lines && <RefundLines {...{ status, token, refund: state.refund }} />}
      {offeredTo && <p>{later.offerEndsToo(offeredTo)}</p>}
      {changes.cancelUntil && (
        <p class="quiet">{later.decideUntil(writeInstant(changes.cancelUntil, race.timeZone).there)}</p>
      )}
      <SendingNote failure={state.kind === 'asked' ? state.failure : undefined} />
      <div role="status">{state.kind === 'settling' && <p class="note">{later.settling}</p>}</div>
      {state.kind === 'settling' && <p>{t.nextTry(figures, clockFace(secondsUntil(state.tryAt, time)))}</p>}
      <div class="actions">
        {state.kind !== 'settling' && (
          <button type="button" class="button" aria-disabled={isSending} onClick={confirm}>
            {isSending ? later.givingBack : later.giveBackFor(refund)}
          </button>
        )}
        <a class="button button-quiet" href={stayHref}>
          {later.keepSpot}
        </a>
      </div>
    </section>
  );
};
