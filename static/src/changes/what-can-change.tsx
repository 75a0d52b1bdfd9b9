import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { money } from '../page/money';
import type { Confirmed } from '../registration/outcome/confirmation';
import { writeInstant } from '../time/dates';
import { now } from '../time/ticker';
import { mayStill, refundOf } from './policy';

interface WhatCanChangeProps {
  readonly race: RaceMessage;
  readonly status: Confirmed;
  /** The first name of the person the spot is offered to at the moment. */
  readonly offeredTo: string | undefined;
  readonly hrefOf: (step: 'give-back' | 'pass-on') => string;
}

/** The refund and who gets it. A runner who took the spot over, or was registered by somebody else, has not paid for it. */
const refundWords = ({ amount, currency, takenOver, paidByAnother }: Confirmed, refund: number): string => {
  if (refund === 0) return 'Nothing of the price goes back';
  const part = `${money(refund, currency)} of ${money(amount, currency)}`;
  return takenOver || paidByAnother ? `${part} goes back to the one who paid for it` : `You get back ${part}`;
};

/** What runners can do by themselves if they cannot run. */
export const WhatCanChange = ({ race, status, offeredTo, hrefOf }: WhatCanChangeProps) => {
  const { cancelUntil, transferUntil } = race.changes;
  const time = now.value;
  const giveBack = mayStill(cancelUntil, time);
  const passOn = mayStill(transferUntil, time);
  const until = (instant = '') => writeInstant(instant, race.timeZone).there;
  if (status.payment === 'authorised') {
    return giveBack === 'yes' || passOn === 'yes' ? (
      <p>Once your card has been charged, you can give the spot back or pass it on here, as the race allows.</p>
    ) : null;
  }
  if (giveBack !== 'yes' && passOn !== 'yes') {
    return (
      <p>
        {giveBack === 'never' && passOn === 'never'
          ? 'Whether a spot can be given back or passed on, the organiser of this race decides. Write to them if you cannot run.'
          : 'The time to give spots back or pass them on is over. The organiser decides now: write to them if you cannot run.'}
      </p>
    );
  }
  return (
    <>
      {giveBack === 'yes' && (
        <div class="change">
          <p>
            <b>Give it back.</b> {refundWords(status, refundOf(status.amount, race.changes))}. You can decide until{' '}
            {until(cancelUntil)}.
          </p>
          <a class="button button-quiet" href={hrefOf('give-back')}>
            Give the spot back
          </a>
        </div>
      )}
      {passOn === 'yes' && (
        <div class="change">
          <p>
            <b>Pass it on.</b>{' '}
            {offeredTo
              ? `You offered it to ${offeredTo}. It stays yours until they accept, which they can until ${until(transferUntil)}.`
              : `Somebody else runs with your number. You can offer it until ${until(transferUntil)}; no money moves here.`}
          </p>
          <a class="button button-quiet" href={hrefOf('pass-on')}>
            {offeredTo ? 'See the offer' : 'Pass it on'}
          </a>
        </div>
      )}
      {(giveBack !== 'yes' || passOn !== 'yes') && (
        <p class="quiet">
          {giveBack !== 'yes'
            ? `Whether a spot can be given back${giveBack === 'over' ? ' now' : ''}, the organiser decides.`
            : `Whether a spot can be passed on${passOn === 'over' ? ' now' : ''}, the organiser decides.`}
        </p>
      )}
    </>
  );
};
