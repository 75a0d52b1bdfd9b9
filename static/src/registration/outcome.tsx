import type { ComponentChildren } from 'preact';
import type { RegistrationStatus } from '../../../lambdas/api/registrations';
import { Heading } from '../page/heading';
import { money } from '../page/money';
import { Trouble } from '../page/trouble';

export type Confirmed = Extract<RegistrationStatus, { status: 'confirmed' }>;
export type Decided = Exclude<RegistrationStatus, { status: 'processing' }>;

const chargeWords = ({ payment, amount, currency, takenOver }: Confirmed): string => {
  const sum = money(amount, currency);
  if (takenOver) return `${sum} was paid by the runner who passed the spot on to you.`;
  switch (payment) {
    case 'authorised':
      return `${sum} is reserved on your card and will be charged in the next minutes.`;
    case 'captured':
      return `${sum} was charged to your card.`;
    case 'refunded':
      return `${sum} was paid back to your card.`;
    case 'failed':
      return `${sum} could not be charged to your card. The race office will write to you.`;
  }
};

interface BibProps {
  readonly raceName: string;
  readonly eventName: string;
  readonly number: number;
  readonly runner: { readonly firstName: string; readonly lastName: string };
}

export const Bib = ({ raceName, eventName, number, runner }: BibProps) => (
  <div class="bib">
    <i class="pin" />
    <i class="pin" />
    <i class="pin" />
    <i class="pin" />
    <p class="bib-race">{raceName}</p>
    <p class="bib-number figures">
      <span class="aside-for-readers">Your number is </span>
      {number}
    </p>
    <p class="bib-name">
      {runner.firstName} {runner.lastName}
    </p>
    <p class="bib-event">{eventName}</p>
  </div>
);

interface OutcomeProps<Status> {
  readonly status: Status;
  /** The runner came by the mail's link: the mail is no news. */
  readonly hasMail?: boolean;
  /** The ways on. */
  readonly children?: ComponentChildren;
}

const Confirmation = ({ status, hasMail, children }: OutcomeProps<Confirmed>) => (
  <section class="sheet confirmation">
    <Heading title="You are registered">You are on the start line</Heading>
    <Bib {...status} />
    <p role="status">{chargeWords(status)}</p>
    {hasMail ? (
      <p>Keep the mail you came from: its link opens this registration at any time.</p>
    ) : (
      <p>
        A confirmation is on its way to <b>{status.runner.email}</b>. Its link opens this registration at any time.
      </p>
    )}
    {children}
  </section>
);

const NotRegistered = ({ status }: { status: Exclude<Decided, Confirmed> }) => {
  switch (status.status) {
    case 'duplicate':
      return (
        <p>
          Somebody with this name, date of birth and e-mail address is already registered for {status.eventName}. That
          registration stands. For this second one your card was not charged; a reserved amount is released.
        </p>
      );
    case 'refused':
      return (
        <p>
          When your registration arrived, no spot in {status.eventName} was left for it. We are sorry. Your card was not
          charged; a reserved amount is released. You are on the waiting list now, ahead of those who only asked: we
          write to you when a spot is yours.
        </p>
      );
    case 'payment-failed':
      return (
        <p>
          Your card was accepted at first but could not be charged, so you are not registered for {status.eventName}.
          You can try again with another card.
        </p>
      );
    case 'cancelled':
      return (
        <>
          <p>Your registration for {status.eventName} has ended, and the spot goes to somebody else.</p>
          <p>
            {status.refund > 0
              ? `${money(status.refund, status.currency)} goes back to the card the spot was paid with. Banks take a few days for it.`
              : 'By the rules of this race, nothing of the price goes back.'}
          </p>
        </>
      );
    case 'transferred':
      return (
        <p>
          Somebody else has taken over your spot in {status.eventName}, with its number. Your own registration has
          ended; no money moves.
        </p>
      );
  }
};

const titles = {
  duplicate: 'You are already registered',
  refused: 'No spot was left',
  'payment-failed': 'The payment failed',
  cancelled: 'You gave your spot back',
  transferred: 'Your spot was passed on',
} as const;

/** How a registration ended. */
export const Outcome = ({ status, hasMail = false, children }: OutcomeProps<Decided>) =>
  status.status === 'confirmed' ? (
    <Confirmation status={status} hasMail={hasMail}>
      {children}
    </Confirmation>
  ) : (
    <Trouble title={titles[status.status]}>
      <NotRegistered status={status} />
      {children}
    </Trouble>
  );
