import { useEffect, useRef } from 'preact/hooks';
import type { HoldGranted, QuoteMessage } from '../../../../lambdas/api/messages/holds';
import { type Draft, peopleOf } from '../../flow/draft';
import type { Tokenise } from '../../flow/payment';
import type { Notice } from '../../flow/stage';
import { type Step, stepFor } from '../../flow/steps';
import { Heading } from '../../page/heading';
import { money } from '../../page/money';
import * as t from '../../texts/page';
import * as pay from '../../texts/payment';
import { CardPanel, useCardFields } from './card-panel';

interface PayFormProps {
  readonly hold: HoldGranted;
  /** The total that the step before showed, line by line. Then this step shows nothing else of it. */
  readonly checked?: number;
  /** Nobody registers: they give, or come along. */
  readonly isShort?: boolean;
  readonly draft: Draft;
  readonly eventName: string;
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  readonly hrefOf: (step: Step) => string;
  readonly onBack: () => void;
  readonly onPay: (tokenise?: Tokenise) => void;
}

const NoticeWords = ({ notice }: { notice: Notice | undefined }) => {
  if (notice?.kind === 'processor-away') return <p>{pay.payProcessorAway}</p>;
  return notice && notice.kind !== 'waiver-changed' ? <p>{notice.detail}</p> : null;
};

/** What the runner will be charged, in the lines of the server's quote. */
const Quote = ({ quote }: { quote: QuoteMessage }) => (
  <table class="quote">
    <caption class="aside-for-readers">{pay.payQuote}</caption>
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
        <th scope="row">{pay.payTotal}</th>
        <td class="figures">{money(quote.total, quote.currency)}</td>
      </tr>
    </tfoot>
  </table>
);

/** Review, quote and card. Without anything to pay there is no card. */
export const PayForm = (props: PayFormProps) => {
  const { hold, checked, isShort, draft, eventName, notice, isBusy, hrefOf, onBack, onPay } = props;
  const people = peopleOf(draft);
  const quote = checked === undefined ? hold.quote : { ...hold.quote, lines: [], total: checked };
  const { total, currency } = quote;
  const isFree = total === 0;
  const card = useCardFields(quote);
  const note = useRef<HTMLDivElement>(null);
  const seenNotice = useRef(notice);
  useEffect(() => {
    // A new notice appears above the part of the form that the runner looks at, so it takes the focus. A notice that was
    // there from the start is read on the way down.
    if (notice && notice !== seenNotice.current) note.current?.focus();
    seenNotice.current = notice;
  }, [notice]);
  const title = notice?.kind === 'declined' ? pay.payDeclined : isFree && !isShort ? pay.payFreeTitle : pay.payTitle;
  const isReady = isFree || card.state.kind === 'ready';
  const payWords = () => {
    if (isFree) return isShort ? pay.payConfirm : pay.payFree(people.length);
    if (isBusy) return pay.payAsking;
    return card.state.kind === 'loading'
      ? pay.payLoading
      : (isShort ? pay.payThis : pay.payButton)(money(total, currency), people.length);
  };
  return (
    <form
      class="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (isFree) onPay();
        else if (card.state.kind === 'ready') onPay(card.state.fields.submit());
      }}
    >
      <Heading>{title}</Heading>
      {notice && (
        <div class="note note-bad" ref={note} tabIndex={-1}>
          <NoticeWords notice={notice} />
        </div>
      )}
      {(checked === undefined ? people : []).map(({ registrationId, typed }, who) => (
        <section key={registrationId} class="review" aria-label={who === 0 ? pay.payYours : pay.payRunner(who + 1)}>
          <p>
            <b>
              {typed.firstName} {typed.lastName}
            </b>
            <span>{typed.email}</span>
            <span>{eventName}</span>
          </p>
          <a href={hrefOf(stepFor(who))}>
            {' '}
            {pay.payChange}{' '}
            <span class="aside-for-readers">{pay.payChangeWhat(people.length > 1 ? who + 1 : undefined)}</span>
          </a>
        </section>
      ))}
      <Quote quote={quote} />
      {!isFree && <CardPanel {...card} />}
      <div class="actions">
        <button type="submit" class="button button-pay" aria-disabled={isBusy || !isReady}>
          {payWords()}
        </button>
        <button type="button" class="plain" onClick={onBack}>
          {t.back}
        </button>
      </div>
    </form>
  );
};
