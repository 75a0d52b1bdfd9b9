import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { useNow } from '../page/use-value';
import type { Confirmed } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';
import { writeInstant } from '../time/dates';
import { mayStill, refundNow } from './policy';

interface WhatCanChangeProps {
  readonly race: RaceMessage;
  readonly status: Confirmed;
  /** The first name of the person the spot is offered to at the moment. */
  readonly offeredTo: string | undefined;
  readonly hrefOf: (step: 'give-back' | 'defer' | 'pass-on') => string;
}

/** The refund and who gets it. A runner who took the spot over, or was registered by somebody else, has not paid for it. */
const refundWords = ({ amount, currency, takenOver, paidByAnother }: Confirmed, refund: number): string => {
  if (refund === 0) return changeTexts.noRefund;
  const words = takenOver || paidByAnother ? changeTexts.refundToPayer : changeTexts.refundToYou;
  return words(money(refund, currency), money(amount, currency));
};

/** What runners can do by themselves if they cannot run. */
export const WhatCanChange = ({ race, status, offeredTo, hrefOf }: WhatCanChangeProps) => {
  const { cancelUntil, deferUntil, transferUntil, transferFee } = race.changes;
  const time = useNow();
  const giveBack = mayStill(cancelUntil, time);
  const passOn = mayStill(transferUntil, time);
  const defer = mayStill(deferUntil, time);
  const until = (instant = '') => writeInstant(instant, race.timeZone).there;
  if (status.payment === 'authorised') {
    return [giveBack, defer, passOn].includes('yes') ? <p>{changeTexts.onceCharged}</p> : null;
  }
  if (giveBack !== 'yes' && passOn !== 'yes' && defer !== 'yes') {
    return (
      <p>{giveBack === 'never' && passOn === 'never' ? changeTexts.organiserDecides : changeTexts.tooLateToChange}</p>
    );
  }
  return (
    <>
      {giveBack === 'yes' && (
        <div class="change">
          <p>
            {changeTexts.giveBackOffer(bold, refundWords(status, refundNow(status, race.changes)), until(cancelUntil))}
          </p>
          <a class="button button-quiet" href={hrefOf('give-back')}>
            {changeTexts.giveBackLink}
          </a>
        </div>
      )}
      {defer === 'yes' && (
        <div class="change">
          <p>{changeTexts.deferOffer(bold, until(deferUntil))}</p>
          <a class="button button-quiet" href={hrefOf('defer')}>
            {changeTexts.deferLink}
          </a>
        </div>
      )}
      {passOn === 'yes' && (
        <div class="change">
          <p>
            {offeredTo
              ? changeTexts.passOnOffered(bold, offeredTo, until(transferUntil))
              : changeTexts.passOnOffer(
                  bold,
                  until(transferUntil),
                  transferFee === undefined ? undefined : money(transferFee, race.currency),
                )}
          </p>
          <a class="button button-quiet" href={hrefOf('pass-on')}>
            {offeredTo ? changeTexts.seeOffer : changeTexts.passOnLink}
          </a>
        </div>
      )}
      {(giveBack !== 'yes' || passOn !== 'yes') && (
        <p class="quiet">
          {giveBack !== 'yes'
            ? changeTexts.giveBackDecided(giveBack === 'over')
            : changeTexts.passOnDecided(passOn === 'over')}
        </p>
      )}
    </>
  );
};
