import type { Cancelled } from '../../../lambdas/api/messages/changes';
import { Heading } from '../page/heading';
import { bold, figures } from '../page/marks';
import { money } from '../page/money';
import { SendingNote } from '../page/use-sending';
import { useNow } from '../page/use-value';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { writeInstant } from '../time/dates';
import { clockFace, secondsUntil } from '../time/duration';
import { type GivingUpProps, StillRegistered } from './giving-up';
import { refundNow } from './policy';
import { RefundLines } from './refund-lines';
import { useGivingBack } from './use-giving-back';

interface GiveBackProps extends GivingUpProps {
  readonly onDone: (cancelled: Cancelled) => void;
}

/** Asks for confirmation before a spot is given back, with the exact refund. */
export const GiveBack = ({ race, status, worn, token, offeredTo, stayHref, onLookAgain, onDone }: GiveBackProps) => {
  const { registrationId, eventName, currency } = status;
  const { changes } = race;
  const { state, confirm } = useGivingBack(registrationId, token, refundNow(status, changes), onDone);
  const time = useNow();
  if (state.kind === 'done') return null;
  if (state.kind === 'refused') {
    return (
      <StillRegistered {...{ stayHref, onLookAgain }} title={changeTexts.notGivenBack}>
        {changeTexts.notGivenBackWhy[state.why]}
      </StillRegistered>
    );
  }
  const refund = state.refund > 0 ? money(state.refund, currency) : undefined;
  const hasChanged = state.kind === 'asked' && state.hasChanged === true;
  const isSending = state.kind === 'sending';
  return (
    <section key={hasChanged ? 'changed' : 'asked'} class="sheet notice-sheet">
      <Heading>{hasChanged ? changeTexts.amountChanged : changeTexts.giveBackTitle}</Heading>
      {hasChanged && <p>{changeTexts.rulesChanged}</p>}
      <p>{changeTexts.giveBackWords(bold, refund, money(status.amount, currency), eventName, worn)}</p>
      {status.lines && <RefundLines {...{ status, token, refund: state.refund }} />}
      {offeredTo && <p>{changeTexts.offerEndsToo(offeredTo)}</p>}
      {changes.cancelUntil && (
        <p class="quiet">{changeTexts.decideUntil(writeInstant(changes.cancelUntil, race.timeZone).there)}</p>
      )}
      <SendingNote failure={state.kind === 'asked' ? state.failure : undefined} />
      <div role="status">{state.kind === 'settling' && <p class="note">{changeTexts.settling}</p>}</div>
      {state.kind === 'settling' && <p>{t.nextTry(figures, clockFace(secondsUntil(state.tryAt, time)))}</p>}
      <div class="actions">
        {state.kind !== 'settling' && (
          <button type="button" class="button" aria-disabled={isSending} onClick={confirm}>
            {isSending ? changeTexts.givingBack : changeTexts.giveBackFor(refund)}
          </button>
        )}
        <a class="button button-quiet" href={stayHref}>
          {changeTexts.keepSpot}
        </a>
      </div>
    </section>
  );
};
