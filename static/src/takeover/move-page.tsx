import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { MoveQuoted, TransferStatus } from '../../../lambdas/api/messages/changes';
import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import { type Draft, newDraft, nothingTyped } from '../flow/draft';
import type { Failure } from '../http/failure';
import { Heading } from '../page/heading';
import { lazyApi } from '../page/lazy-services';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { NextActions } from '../page/next-actions';
import { ProblemScreen } from '../page/problem-screen';
import { keepToken } from '../page/tokens';
import { useLoaded } from '../page/use-loaded';
import { useNow } from '../page/use-value';
import { readSeenRace } from '../race/read-race';
import * as changeTexts from '../texts/changes';
import { writeInstant } from '../time/dates';
import { learnTime, serverClock } from '../time/ticker';
import { PayActions } from './pay-actions';
import { PayQuote } from './pay-quote';
import { hasBegunToPay, usePayingQuote } from './use-paying-quote';

type Offered = Extract<TransferStatus, { status: 'move-offered' }>;

/** The quote takes the place of a hold. Nobody fills in anything. */
const draftOf = (
  { eventId, raceId }: Pick<Offered, 'eventId' | 'raceId'>,
  label: string,
  quoted: MoveQuoted,
): Draft => {
  const { registrationId, quote, difference, currency, expiresAt, now } = quoted;
  const lines = [{ label, amount: difference }];
  return {
    ...newDraft([registrationId], eventId, [nothingTyped]),
    hold: {
      ...{ registrationId, raceId, eventId, expiresAt, now, waiver: { version: '', text: '', hash: '' }, form: 1 },
      hold: registrationId,
      quote: { currency, lines, total: difference },
    },
    accepted: '',
    quoted: { given: { quote, entry: {} } as unknown as QuoteGiven, asked: registrationId },
  };
};

interface PayDifferenceProps {
  readonly offer: Omit<Offered, 'status' | 'from' | 'endsAt'>;
  readonly token: string;
  readonly onBack: (failure?: Failure) => void;
  /** What is shown once it is decided. Default: whether they were moved. */
  readonly settled?: (isPaid: boolean) => ComponentChildren;
  /** Default: those of a move. */
  readonly words?: {
    readonly finishing: typeof changeTexts.moveFinishing;
    readonly over: string;
    /** What is paid. */
    readonly line: string;
  };
}

/** The difference to a dearer event, or a fee that could not be charged. */
export const PayDifference = ({ offer, token, onBack, settled, words }: PayDifferenceProps) => {
  const { registrationId: offerId, raceId, raceName, eventId, eventName, difference, currency } = offer;
  const paying = usePayingQuote({
    ...{ offerId, raceId },
    async quote(kept, isHere) {
      const before = kept.read();
      if (before?.attempt || before?.outcome) return true;
      if (before && Date.parse(before.hold?.expiresAt ?? '') > serverClock.now()) return true;
      const answer = await lazyApi.quoteMove(offerId, token);
      if (!isHere()) return false;
      if (answer.kind !== 'ok') {
        onBack(answer);
        return false;
      }
      const { registrationId, link, now } = answer.value;
      learnTime(now);
      keepToken('registrations', registrationId, link);
      kept.write(draftOf(offer, words?.line ?? changeTexts.due.difference.line, answer.value));
      return true;
    },
    submit(registrationId, { confirmationToken, resume, ...said }) {
      const { quote: move } = said as { readonly quote?: string };
      return lazyApi.payFee(registrationId, token, {
        move,
        ...(confirmationToken && { confirmationToken }),
        ...(resume && { resume }),
      });
    },
    /** Only the offer, or the transfer, knows what became of this payment. */
    async statusOf(answer) {
      if (answer.kind !== 'ok' || answer.value.status === 'processing') return answer;
      const { registrationId } = answer.value;
      const moved = await lazyApi.transfer(offerId, token);
      if (moved.kind !== 'ok') return moved;
      const { value } = moved;
      if (value.status !== 'moved' && value.status !== 'accepted') return answer;
      // The controller knows outcomes of registrations only. Number 0: the runner was moved, and no longer has that spot; or nobody asks.
      const number = (value.status === 'moved' && value.number) || 0;
      const { isUnpaid } = value;
      return {
        kind: 'ok',
        value: {
          ...{ registrationId, raceId, raceName, eventId, eventName, number, currency },
          ...{ status: 'confirmed', payment: 'captured', amount: isUnpaid ? 0 : difference },
          runner: { firstName: '', lastName: '', email: '' },
          registeredAt: offer.now,
        },
      };
    },
  });
  return (
    <PayQuote
      {...paying}
      {...{ offerId, raceId, eventName }}
      long={changeTexts.moveLong}
      finishing={words?.finishing ?? changeTexts.moveFinishing}
      checked={difference}
      over={words?.over ?? changeTexts.moveQuoteOver}
      onBack={() => onBack()}
      settled={(outcome) =>
        settled ? (
          settled(outcome?.status === 'confirmed' && outcome.amount > 0)
        ) : outcome?.status === 'confirmed' ? (
          <Moved {...{ raceId, eventName }} number={outcome.number} isUnpaid={outcome.amount === 0} />
        ) : (
          <MoveGone raceId={raceId} isPaid />
        )
      }
    />
  );
};

interface MovedProps {
  readonly raceId: string;
  readonly eventName: string;
  readonly number?: number | undefined;
  readonly isUnpaid?: boolean | undefined;
}

/** They were moved. The difference is paid, or could not be charged after all. */
export const Moved = ({ raceId, eventName, number, isUnpaid }: MovedProps) => (
  <section class="sheet confirmation">
    <Heading>{number ? changeTexts.movedTitle(eventName) : changeTexts.movedBeforeTitle(eventName)}</Heading>
    <p>
      {number
        ? (isUnpaid ? changeTexts.movedUnpaid : changeTexts.moved)(bold, number)
        : isUnpaid
          ? changeTexts.movedBeforeUnpaid
          : changeTexts.movedBefore}
    </p>
    <NextActions raceHref={`/races/${raceId}`} />
  </section>
);

/** Nothing was moved, and nothing is any more. `isPaid`: a card was tried for it. */
export const MoveGone = ({ raceId, isPaid }: { readonly raceId: string; readonly isPaid?: boolean }) => (
  <ProblemScreen title={changeTexts.moveGoneTitle}>
    <p>{changeTexts.moveGone}</p>
    {isPaid && <p>{changeTexts.moveLetGo}</p>}
    <NextActions raceHref={`/races/${raceId}`} />
  </ProblemScreen>
);

/** A spot in a dearer event, which the organiser keeps for a registered runner until they pay the difference. */
export const MoveOffer = ({ offer, token }: { readonly offer: Offered; readonly token: string }) => {
  const { registrationId: offerId, raceId, raceName, eventName, from, difference, currency, endsAt } = offer;
  const [isPaying, setPaying] = useState(() => hasBegunToPay(offerId));
  const [failure, setFailure] = useState<Failure>();
  const race = useLoaded(raceId, () => readSeenRace(raceId));
  const time = useNow();
  if (isPaying) {
    const onBack = (why?: Failure) => {
      setPaying(false);
      setFailure(why);
    };
    return <PayDifference {...{ offer, token, onBack }} />;
  }
  if (time >= Date.parse(endsAt) || (failure?.kind === 'problem' && failure.name === 'transfer-gone'))
    return <MoveGone raceId={raceId} />;
  const amount = money(difference, currency);
  return (
    <section class="sheet">
      <Heading>{changeTexts.moveTitle(eventName)}</Heading>
      <p class="lead">{changeTexts.moveOfferLead(bold, from, eventName, raceName, amount)}</p>
      {race.kind === 'ok' && <p>{changeTexts.moveUntil(bold, writeInstant(endsAt, race.value.timeZone).there)}</p>}
      <p>{changeTexts.moveStays}</p>
      <PayActions
        {...{ raceId, failure }}
        label={changeTexts.movePay(amount)}
        onPay={() => {
          setFailure(undefined);
          setPaying(true);
        }}
      />
    </section>
  );
};
