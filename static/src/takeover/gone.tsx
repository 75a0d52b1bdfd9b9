import { useState } from 'preact/hooks';
import type { TransferStatus } from '../../../lambdas/api/messages/changes';
import { NextActions } from '../page/next-actions';
import { ProblemScreen } from '../page/problem-screen';
import * as changeTexts from '../texts/changes';
import { PayDifference } from './move-page';
import { PayFee } from './pay-fee';
import { keepPayment } from './use-paying-quote';

interface GoneProps {
  readonly status: Extract<TransferStatus, { status: 'gone' }>;
  readonly token: string;
}

/**
 * An offer that is over. A runner who paid for it in time may get the spot all the same. Until that is decided, only the browser that
 * paid knows of the payment, and asks what became of it.
 */
export const Gone = ({ status, token }: GoneProps) => {
  const { registrationId: offerId, raceId } = status;
  const [paid, setPaid] = useState(() => keepPayment(offerId).read());
  if (!paid?.attempt || !paid.hold)
    return (
      <ProblemScreen title={changeTexts.goneTitle}>
        <p>{changeTexts.gone}</p>
        <NextActions raceHref={`/races/${raceId}`} />
      </ProblemScreen>
    );
  const { waiver, quote, now } = paid.hold;
  const onBack = () => setPaid(undefined);
  // A runner who is moved accepted the waiver when they registered: the draft of a move has none.
  if (!waiver.hash) {
    const { total: difference, currency } = quote;
    return <PayDifference offer={{ ...status, difference, currency, now }} {...{ token, onBack }} />;
  }
  return (
    <PayFee
      offer={{ ...status, waiver }}
      {...{ token, onBack }}
      typed={paid.typed}
      body={undefined}
      onNoQuote={onBack}
      onLookAgain={onBack}
    />
  );
};
