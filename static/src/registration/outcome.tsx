import type { ComponentChildren } from 'preact';
import type { RegistrationStatus } from '../../../lambdas/api/registrations';
import { Heading } from '../page/heading';
import { money } from '../page/money';
import { Trouble } from '../page/trouble';

type Confirmed = Extract<RegistrationStatus, { status: 'confirmed' }>;
export type Decided = Exclude<RegistrationStatus, { status: 'processing' }>;

const chargeWords = ({ payment, amount, currency }: Confirmed): string => {
  const sum = money(amount, currency);
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

const Bib = ({ status }: { status: Confirmed }) => (
  <div class="bib">
    <i class="pin" />
    <i class="pin" />
    <i class="pin" />
    <i class="pin" />
    <p class="bib-race">{status.raceName}</p>
    <p class="bib-number figures">
      <span class="aside-for-readers">Your number is </span>
      {status.number}
    </p>
    <p class="bib-name">
      {status.runner.firstName} {status.runner.lastName}
    </p>
    <p class="bib-event">{status.eventName}</p>
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
    <Bib status={status} />
    <p role="status">{chargeWords(status)}</p>
    {hasMail ? (
      <p>Keep the mail you came from: its link opens this registration at any time.</p>
    ) : (
      <p>
        A confirmation is on its way to <b>{status.runner.email}</b>. Its link opens this registration at any time.
      </p>
    )}
    <div class="actions">{children}</div>
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
          charged; a reserved amount is released.
        </p>
      );
    case 'payment-failed':
      return (
        <p>
          Your card was accepted at first but could not be charged, so you are not registered for {status.eventName}.
          You can try again with another card.
        </p>
      );
  }
};

const titles = {
  duplicate: 'You are already registered',
  refused: 'No spot was left',
  'payment-failed': 'The payment failed',
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
      <div class="actions">{children}</div>
    </Trouble>
  );
