import { useEffect } from 'preact/hooks';
import type { Controller } from '../flow/controller';
import { payPage } from '../page/lazy-page';
import { NextActions } from '../page/next-actions';
import { failureWords, Loading, ProblemScreen } from '../page/problem-screen';
import { useValue } from '../page/use-value';
import { Finishing } from '../registration/paying/finishing';
import * as changeTexts from '../texts/changes';
import * as first from '../texts/first';
import * as t from '../texts/page';
import { Ended, type Over, SpotIsYours } from './ends';
import { type PayingFee, usePayingFee } from './use-paying-fee';

const PayForm = payPage((pages) => pages.payForm);
const Authenticating = payPage((pages) => pages.authenticating);

interface PayFeeProps extends PayingFee {
  readonly onBack: () => void;
  /** Somebody with this name is registered already, so it is changed. */
  readonly onLookAgain: () => void;
}

/** The fee for a spot that is passed on: the same pay step as for a registration. */
export const PayFee = (props: PayFeeProps) => {
  const { controller, ...ways } = usePayingFee(props);
  return controller ? <PayStep {...props} {...ways} controller={controller} /> : <Loading what="offer" />;
};

interface PayStepProps extends PayFeeProps, Omit<ReturnType<typeof usePayingFee>, 'controller'> {
  readonly controller: Controller;
}

const PayStep = ({ offer, typed, controller, leave, forget, again, onBack, onLookAgain }: PayStepProps) => {
  const { registrationId: transferId, raceId, raceName, eventName } = offer;
  const { draft, stage } = useValue(controller.flow);
  const outcome = draft?.outcome;
  useEffect(() => {
    // What became of it is known to the server from now on.
    if (stage.kind === 'settled') forget();
  }, [stage.kind]);
  const isStale = draft?.quoted?.isStale === true;

  switch (stage.kind) {
    case 'filling':
    case 'tokenising':
      if (!draft?.hold || isStale) break;
      return (
        <PayForm
          hold={draft.hold}
          draft={draft}
          eventName={eventName}
          notice={stage.kind === 'filling' ? stage.notice : undefined}
          isBusy={stage.kind === 'tokenising'}
          hrefOf={() => `/transfers/${transferId}`}
          onBack={() => {
            leave();
            onBack();
          }}
          onPay={(tokenise) => void controller.pay(tokenise)}
        />
      );
    case 'authenticating':
      return (
        <Authenticating
          stage={stage}
          onOpen={(take) => controller.dispatch({ kind: 'bank-window', window: 'open', take })}
          onOtherCard={() => controller.dispatch({ kind: 'other-card-wanted' })}
        />
      );
    case 'standing-by':
    case 'paying':
    case 'waiting':
    case 'polling':
      return <Finishing stage={stage} email={typed.email} />;
    case 'settled': {
      if (outcome?.status === 'confirmed') {
        const { registrationId, number, runner } = outcome;
        return <SpotIsYours {...{ registrationId, raceId, raceName, eventName, number, runner }} />;
      }
      const why: Over = outcome?.status === 'duplicate' ? 'already-registered' : 'transfer-gone';
      return <Ended {...{ why, raceId, onLookAgain }} isPaid />;
    }
    case 'broken':
      return (
        <ProblemScreen title={first.brokenTitle}>
          <p>{failureWords(stage.failure)}</p>
          <NextActions raceHref={`/races/${raceId}`}>
            <button type="button" class="button" onClick={() => controller.dispatch({ kind: 'time-came' })}>
              {t.tryAgain}
            </button>
          </NextActions>
        </ProblemScreen>
      );
  }
  return (
    <ProblemScreen title={changeTexts.feeOverTitle}>
      <p>{changeTexts.feeOver}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        <button type="button" class="button" onClick={again}>
          {changeTexts.feeAgain}
        </button>
      </NextActions>
    </ProblemScreen>
  );
};
