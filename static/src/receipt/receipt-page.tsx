import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Receipt } from '../../../lambdas/api/messages/receipts';
import sheet from '../../style/receipt.css';
import type { Failure } from '../http/failure';
import { Heading } from '../page/heading';
import { LoadFailed, Loading, ProblemScreen } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { SendingNote, useSending } from '../page/use-sending';
import { useNow } from '../page/use-value';
import * as t from '../texts/page';
import * as words from '../texts/receipt';
import { BillingPanel } from './billing';
import { Document } from './document';
import { receiptApi } from './receipt-api';

interface ReceiptPageProps {
  readonly registrationId: string;
  readonly token: string;
  readonly stayHref: string;
  /** Shown when the token opens nothing any more. */
  readonly broken: ComponentChildren;
}

interface ActionsProps {
  readonly stayHref: string;
  readonly children?: ComponentChildren;
}

const Actions = ({ stayHref, children }: ActionsProps) => (
  <div class="actions">
    {children}
    <a class="plain" href={stayHref}>
      {words.receiptBack}
    </a>
  </div>
);

const LookAgain = ({ again }: { again: () => void }) => (
  <button type="button" class="button button-quiet" onClick={again}>
    {words.receiptLookAgain}
  </button>
);

/** A day in the reader's own time zone: they wait for it, and the race is of no concern. */
const instantOf = (instant: string) =>
  new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant));

interface ShownProps {
  readonly receipt: Receipt;
  readonly token: string;
  readonly stayHref: string;
  readonly again: () => void;
}

/** What is said of a document that is to come, and what the runner can do about it. */
const Coming = ({ receipt, token, stayHref, again }: ShownProps) => {
  const { registrationId, documents, dueAt, billing, asksForBuyer = false } = receipt;
  const isFirst = documents.length === 0;
  // A replica may not know yet that it was asked for.
  const [isRequested, setRequested] = useState(false);
  const { sending, send } = useSending();
  const time = useNow();
  const isDue = dueAt !== undefined && (isRequested || Date.parse(dueAt) <= time);
  const isSending = sending.kind === 'sending';
  const ask = () =>
    void send(
      () => receiptApi.request(registrationId, token),
      () => setRequested(true),
    );
  return (
    <div class="coming">
      <div role="status">
        {isFirst && !dueAt && <p>{words.receiptOfNobody}</p>}
        {isDue && <p>{isFirst ? words.receiptIsMade : words.receiptNextIsMade}</p>}
      </div>
      {dueAt && !isDue && (
        <>
          <p>{isFirst ? words.receiptComes : words.receiptNextComes}</p>
          <p class="quiet">{words.receiptComesBy(instantOf(dueAt))}</p>
          <BillingPanel registrationId={registrationId} token={token} known={billing} isWanted={asksForBuyer} />
          <p class="quiet">{words.receiptNowWords}</p>
        </>
      )}
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <Actions stayHref={stayHref}>
        {!isFirst && (
          <button type="button" class="button button-quiet" onClick={() => print()}>
            {words.receiptPrint}
          </button>
        )}
        {dueAt && !isDue && (
          <button type="button" class="button button-quiet" aria-disabled={isSending} onClick={ask}>
            {isSending ? t.sending : words.receiptNow}
          </button>
        )}
        {isDue && <LookAgain again={again} />}
      </Actions>
    </div>
  );
};

const Shown = (props: ShownProps) => {
  const { raceName, documents, card } = props.receipt;
  return (
    <section class="sheet receipt">
      <Heading>{words.receiptTitle}</Heading>
      <p class="lead">
        <bdi>{raceName}</bdi>
      </p>
      {card && <p>{words.receiptPaidWith(card)}</p>}
      {documents.map((document) => (
        <Document key={document.number} document={document} />
      ))}
      <Coming {...props} />
    </section>
  );
};

/** Why there is nothing to show yet, or ever. Undefined for a failure that says nothing about the receipt. */
const whyNone = (failure: Failure): string | undefined => {
  if (failure.kind !== 'problem') return undefined;
  if (failure.name === 'still-settling') return words.receiptSettling;
  return failure.name === 'not-found' ? words.receiptNothingPaid : undefined;
};

/** The invoice and credit notes of a payment, as a page that can be printed. */
export const ReceiptPage = ({ registrationId, token, stayHref, broken }: ReceiptPageProps) => {
  const [round, setRound] = useState(0);
  const again = () => setRound(round + 1);
  const loaded = useLoaded(`${registrationId} ${token} ${round}`, () => receiptApi.receipt(registrationId, token));
  const show = () => {
    if (loaded.kind === 'reading') return <Loading what="page" />;
    if (loaded.kind === 'ok') return <Shown receipt={loaded.value} {...{ token, stayHref, again }} />;
    const { failure } = loaded;
    if (failure.kind === 'problem' && failure.name === 'not-yours') return broken;
    const why = whyNone(failure);
    if (!why) return <LoadFailed failure={failure} again={loaded.again} what="page" />;
    return (
      <ProblemScreen title={words.receiptNone}>
        <p>{why}</p>
        <Actions stayHref={stayHref}>
          {failure.kind === 'problem' && failure.name === 'still-settling' && <LookAgain again={again} />}
        </Actions>
      </ProblemScreen>
    );
  };
  return (
    <>
      <link rel="stylesheet" href={sheet} />
      {show()}
    </>
  );
};
