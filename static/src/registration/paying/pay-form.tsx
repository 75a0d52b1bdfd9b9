import { useEffect, useRef, useState } from 'preact/hooks';
import type { HoldGranted, QuoteMessage } from '../../../../lambdas/api/messages/holds';
import { type Card, cardErrors } from '../../flow/card';
import { type Draft, peopleOf } from '../../flow/draft';
import type { Notice } from '../../flow/stage';
import { type Step, stepFor } from '../../flow/steps';
import { ErrorSummary } from '../../form/error-summary';
import { Heading } from '../../page/heading';
import { money } from '../../page/money';
import * as first from '../../texts/first';
import * as t from '../../texts/page';
import { now } from '../../time/ticker';
import { CardFields, noCard } from './card-fields';
import { TestCards } from './test-cards';

interface PayFormProps {
  readonly hold: HoldGranted;
  readonly draft: Draft;
  readonly eventName: string;
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  readonly hrefOf: (step: Step) => string;
  readonly onBack: () => void;
  readonly onPay: (card: Card) => void;
}

const NoticeWords = ({ notice }: { notice: Notice | undefined }) => {
  if (notice?.kind === 'card-unreadable') return <p>{notice.detail}</p>;
  if (notice?.kind === 'processor-away') return <p>{first.payProcessorAway}</p>;
  if (notice?.kind === 'declined') {
    return (
      <>
        <p>{notice.detail}</p>
        <p>{first.payNotCharged}</p>
      </>
    );
  }
  return notice?.kind === 'invalid' ? <p>{notice.detail}</p> : null;
};

/** What the runner will be charged, in the lines of the server's quote. */
const Quote = ({ quote }: { quote: QuoteMessage }) => (
  <table class="quote">
    <caption class="aside-for-readers">{first.payQuote}</caption>
    <tbody>
      {quote.lines.map(({ label, amount }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td class="figures">{money(amount, quote.currency)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{first.payTotal}</th>
        <td class="figures">{money(quote.total, quote.currency)}</td>
      </tr>
    </tfoot>
  </table>
);

/** Review, quote and card. `onPay` is called with a card without errors. */
export const PayForm = ({ hold, draft, eventName, notice, isBusy, hrefOf, onBack, onPay }: PayFormProps) => {
  const [card, setCard] = useState<Card>(noCard);
  const [round, setRound] = useState(0);
  const people = peopleOf(draft);
  const today = new Date(now.value);
  const errors = cardErrors(card, today);
  const lines = (['number', 'expiry', 'cvc'] as const).flatMap((field) => {
    const message = errors[field];
    return round > 0 && message ? [{ to: `card-${field}`, message }] : [];
  });
  const note = useRef<HTMLDivElement>(null);
  const seenNotice = useRef(notice);
  useEffect(() => {
    // A new notice appears above the part of the form that the runner looks at, so it takes the focus. A notice that was
    // there from the start is read on the way down.
    if (notice && notice !== seenNotice.current) note.current?.focus();
    seenNotice.current = notice;
  }, [notice]);
  const title = notice?.kind === 'declined' ? first.payDeclined : first.payTitle;
  return (
    <form
      class="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (Object.keys(errors).length > 0) setRound(round + 1);
        else onPay(card);
      }}
    >
      <Heading>{title}</Heading>
      {notice && (
        <div class="note note-bad" ref={note} tabIndex={-1}>
          <NoticeWords notice={notice} />
        </div>
      )}
      {people.map(({ registrationId, typed }, who) => (
        <section key={registrationId} class="review" aria-label={who === 0 ? first.payYours : first.payRunner(who + 1)}>
          <p>
            <b>
              {typed.firstName} {typed.lastName}
            </b>
            <span>{typed.email}</span>
            <span>{eventName}</span>
          </p>
          <a href={hrefOf(stepFor(who))}>
            {' '}
            {first.payChange}{' '}
            <span class="aside-for-readers">{first.payChangeWhat(people.length > 1 ? who + 1 : undefined)}</span>
          </a>
        </section>
      ))}
      <Quote quote={hold.quote} />
      <fieldset class="card-panel">
        <legend>{first.payCard}</legend>
        <ErrorSummary lines={lines} round={round} />
        <CardFields card={card} showsAll={round > 0} now={today} onType={setCard} />
        <p class="quiet">{first.payPrivacy}</p>
        <TestCards />
      </fieldset>
      <div class="actions">
        <button type="submit" class="button button-pay" aria-disabled={isBusy}>
          {isBusy ? first.payAsking : first.payButton(money(hold.quote.total, hold.quote.currency), people.length)}
        </button>
        <button type="button" class="plain" onClick={onBack}>
          {t.back}
        </button>
      </div>
    </form>
  );
};
