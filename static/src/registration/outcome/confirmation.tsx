import type { ComponentChildren } from 'preact';
import type { RegistrationStatus } from '../../../../lambdas/api/messages/registrations';
import { Heading } from '../../page/heading';
import { money } from '../../page/money';

export type Confirmed = Extract<RegistrationStatus, { status: 'confirmed' }>;
export type Decided = Exclude<RegistrationStatus, { status: 'processing' }>;

const chargeWords = ({ payment, amount, currency, takenOver, paidByAnother, companions }: Confirmed): string => {
  const sum = `${money(amount, currency)}${companions ? ' for each of you' : ''}`;
  if (paidByAnother)
    return `${sum} ${payment === 'authorised' ? 'is being' : 'was'} paid by the one who registered you.`;
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

/** The number of a runner, drawn as it is worn. */
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

interface ConfirmationProps {
  readonly status: Confirmed;
  /** The runner came by the link in the mail, so the page need not announce that mail. */
  readonly hasMail?: boolean;
  /** The next actions. */
  readonly children?: ComponentChildren;
}

const Others = ({ companions }: { companions: NonNullable<Confirmed['companions']> }) => (
  <>
    <h2 id="others">Registered with you</h2>
    <ul class="others" aria-labelledby="others">
      {companions.map(({ registrationId, firstName, lastName, number }) => (
        <li key={registrationId}>
          <span>
            {firstName} {lastName}
          </span>
          <b class="figures">
            <span class="aside-for-readers">number </span>
            {number}
          </b>
        </li>
      ))}
    </ul>
  </>
);

/**
 * Directly after registering, this is about the whole group. Later it is about one runner: the others have links of their
 * own.
 */
export const Confirmation = ({ status, hasMail = false, children }: ConfirmationProps) => {
  const all = status.companions && !hasMail ? 'All of you' : 'You';
  return (
    <section class="sheet confirmation">
      <Heading title={`${all} are registered`}>{all} are on the start line</Heading>
      <Bib {...status} />
      {status.companions && <Others companions={status.companions} />}
      <p role="status">{chargeWords(status)}</p>
      {hasMail ? (
        <p>Keep the mail you came from: its link opens this registration at any time.</p>
      ) : (
        <p>
          A confirmation is on its way to <b>{status.runner.email}</b>. Its link opens this registration at any time.
          {status.companions && ' Each of the others gets a mail with a link of their own.'}
        </p>
      )}
      {children}
    </section>
  );
};
