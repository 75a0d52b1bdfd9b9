import { useState } from 'preact/hooks';
import type { TransferStatus } from '../../../lambdas/api/messages/changes';
import type { Failure } from '../http/failure';
import { Heading } from '../page/heading';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { NextActions } from '../page/next-actions';
import { ProblemScreen } from '../page/problem-screen';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { PayDifference } from './move-page';
import { PayActions } from './pay-actions';
import { hasBegunToPay } from './use-paying-quote';

interface PayAgainProps {
  readonly offer: Extract<TransferStatus, { status: 'moved' }>;
  readonly due: { readonly difference: number; readonly currency: string; readonly now: string };
  readonly token: string;
  readonly onLookAgain: () => void;
}

/** They were moved, and the difference could not be charged. They pay it with the card that was refused, or with another one. */
export const PayAgain = ({ offer, due, token, onLookAgain }: PayAgainProps) => {
  const { registrationId: offerId, raceId, eventName } = offer;
  const [isPaying, setPaying] = useState(() => hasBegunToPay(offerId));
  const [failure, setFailure] = useState<Failure>();
  const amount = money(due.difference, due.currency);
  if (isPaying) {
    return (
      <PayDifference
        offer={{ ...offer, ...due }}
        token={token}
        words={{ finishing: changeTexts.dueFinishing, over: changeTexts.dueOver }}
        onBack={(why) => {
          setPaying(false);
          setFailure(why);
        }}
        settled={(isPaid) =>
          isPaid ? (
            <section class="sheet confirmation">
              <Heading>{changeTexts.duePaidTitle}</Heading>
              <p>{changeTexts.duePaid(bold, eventName)}</p>
              <NextActions raceHref={`/races/${raceId}`} />
            </section>
          ) : (
            <ProblemScreen title={changeTexts.dueUnpaidTitle}>
              <p>{changeTexts.dueUnpaid}</p>
              <NextActions raceHref={`/races/${raceId}`}>
                <button type="button" class="button" onClick={onLookAgain}>
                  {t.tryAgain}
                </button>
              </NextActions>
            </ProblemScreen>
          )
        }
      />
    );
  }
  return (
    <section class="sheet">
      <Heading>{changeTexts.dueTitle}</Heading>
      <p class="lead">{changeTexts.dueLead(bold, eventName, amount)}</p>
      <PayActions
        {...{ raceId, failure }}
        label={changeTexts.payDue(amount)}
        onPay={() => {
          setFailure(undefined);
          setPaying(true);
        }}
      />
    </section>
  );
};
