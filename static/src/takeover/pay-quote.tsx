import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RegistrationStatus } from '../../../lambdas/api/messages/registrations';
import type { Controller } from '../flow/controller';
import { payPage } from '../page/lazy-page';
import { NextActions } from '../page/next-actions';
import { failureWords, Loading, ProblemScreen } from '../page/problem-screen';
import { useValue } from '../page/use-value';
import { Finishing } from '../registration/paying/finishing';
import * as changeTexts from '../texts/changes';
import * as first from '../texts/first';
import * as t from '../texts/page';
import type { usePayingQuote } from './use-paying-quote';

const PayForm = payPage((pages) => pages.payForm);
const Authenticating = payPage((pages) => pages.authenticating);

interface PayQuoteProps extends Omit<ReturnType<typeof usePayingQuote>, 'controller'> {
  readonly offerId: string;
  readonly raceId: string;
  readonly eventName: string;
  /** What is said when it takes long until the payment is decided. */
  readonly long: string;
  /** What is being finished. Default: a registration. */
  readonly finishing?: ComponentProps<typeof Finishing>['words'];
  /** The step before has shown the price and who pays it. */
  readonly checked?: number;
  /** What is said when the time of the quote is over. */
  readonly over: string;
  readonly onBack: () => void;
  readonly settled: (outcome: RegistrationStatus | undefined) => ComponentChildren;
}

/** Pays for what was offered by a link: the same pay step as for a registration. */
export const PayQuote = (props: PayQuoteProps & { readonly controller: Controller | undefined }) => {
  const { controller, ...others } = props;
  return controller ? <PayStep {...others} controller={controller} /> : <Loading what="offer" />;
};

const PayStep = (props: PayQuoteProps & { readonly controller: Controller }) => {
  const {
    offerId,
    raceId,
    eventName,
    long,
    finishing,
    checked,
    over,
    controller,
    leave,
    forget,
    again,
    onBack,
    settled,
  } = props;
  const { draft, stage } = useValue(controller.flow);
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
          {...(checked !== undefined && { checked, isShort: true })}
          draft={draft}
          eventName={eventName}
          notice={stage.kind === 'filling' ? stage.notice : undefined}
          isBusy={stage.kind === 'tokenising'}
          hrefOf={() => `/transfers/${offerId}`}
          onBack={() => {
            leave();
            onBack();
          }}
          onPay={(tokenise) => void controller.pay(tokenise)}
        />
      );
    case 'authenticating':
      return <Authenticating stage={stage} controller={controller} />;
    case 'standing-by':
    case 'paying':
    case 'waiting':
    case 'polling':
      return <Finishing {...{ stage, long }} {...(finishing && { words: finishing })} />;
    case 'settled':
      return <>{settled(draft?.outcome)}</>;
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
      <p>{over}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        <button type="button" class="button" onClick={again}>
          {changeTexts.feeAgain}
        </button>
      </NextActions>
    </ProblemScreen>
  );
};
