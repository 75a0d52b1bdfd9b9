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
  readonly offer: Extract<TransferStatus, { status: 'moved' | 'accepted' }>;
  readonly offerId: string;
  readonly due: { readonly difference: number; readonly currency: string; readonly now: string };
  readonly token: string;
  readonly onLookAgain: () => void;
}

/**
 * They were moved, and the difference could not be charged; or they took a spot over, and the fee could not. They pay it with the card
 * that was refused, or with another one.
 */
export const PayAgain = ({ offer, offerId, due, token, onLookAgain }: PayAgainProps) => {
  const { raceId, raceName, eventId, eventName } = offer;
  const words = changeTexts.due[offer.status === 'moved' ? 'difference' : 'fee'];
  const [isPaying, setPaying] = useState(() => hasBegunToPay(offerId));
  const [failure, setFailure] = useState<Failure>();
  const amount = money(due.difference, due.currency);
  if (isPaying) {
    return (
      <PayDifference
        offer={{ registrationId: offerId, raceId, raceName, eventId, eventName, ...due }}
        token={token}
        words={{ finishing: changeTexts.dueFinishing, over: changeTexts.dueOver, line: words.line }}
        onBack={(why) => {
          setPaying(false);
          setFailure(why);
        }}
        settled={(isPaid) =>
          isPaid ? (
            <section class="sheet confirmation">
              <Heading>{words.paidTitle}</Heading>
              <p>{changeTexts.duePaid(bold, eventName)}</p>
              <NextActions raceHref={`/races/${raceId}`} />
            </section>
          ) : (
            <ProblemScreen title={words.unpaidTitle}>
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
      <Heading>{words.title}</Heading>
      <p class="lead">{words.lead(bold, eventName, amount)}</p>
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
