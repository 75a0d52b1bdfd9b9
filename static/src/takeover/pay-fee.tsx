import * as changeTexts from '../texts/changes';
import * as first from '../texts/first';
import { Ended, type Over, SpotIsYours } from './ends';
import { PayQuote } from './pay-quote';
import { type PayingFee, usePayingFee } from './use-paying-fee';

interface PayFeeProps extends PayingFee {
  readonly onBack: () => void;
  /** Somebody with this name is registered already, so it is changed. */
  readonly onLookAgain: () => void;
}

/** The fee for a spot that is passed on. */
export const PayFee = (props: PayFeeProps) => {
  const { offer, typed, onBack, onLookAgain } = props;
  const { registrationId: offerId, raceId, raceName, eventName } = offer;
  return (
    <PayQuote
      {...usePayingFee(props)}
      {...{ offerId, raceId, eventName, onBack }}
      long={first.finishingLong(typed.email)}
      over={changeTexts.feeOver}
      settled={(outcome) => {
        if (outcome?.status === 'confirmed') {
          const { registrationId, number, runner } = outcome;
          return <SpotIsYours {...{ registrationId, raceId, raceName, eventName, number, runner }} />;
        }
        const why: Over = outcome?.status === 'duplicate' ? 'already-registered' : 'transfer-gone';
        return <Ended {...{ why, raceId, onLookAgain }} isPaid />;
      }}
    />
  );
};
