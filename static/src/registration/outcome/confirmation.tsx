import type { ComponentChildren } from 'preact';
import type { RegistrationStatus } from '../../../../lambdas/api/messages/registrations';
import { Heading } from '../../page/heading';
import { bold } from '../../page/marks';
import { money } from '../../page/money';
import * as t from '../../texts/page';

export type Confirmed = Extract<RegistrationStatus, { status: 'confirmed' }>;
export type Decided = Exclude<RegistrationStatus, { status: 'processing' }>;

/** Whether the registration has a place in a team, as far as its lines say. */
export const isInTeam = ({ lines = [] }: Confirmed): boolean =>
  lines.some(({ kind, state }) => kind === 'team' && state === 'given');

const charges = (payment: Confirmed['payment']) =>
  ({
    authorised: t.chargesAuthorised,
    captured: t.chargesCaptured,
    refunded: t.chargesRefunded,
    failed: t.chargesFailed,
  })[payment];

export const chargeWords = ({ payment, amount, currency, takenOver, paidByAnother, companions }: Confirmed): string => {
  const sum = money(amount, currency);
  const isGroup = companions !== undefined;
  if (paidByAnother) return t.chargesAnother(sum, isGroup, payment === 'authorised');
  return (takenOver ? t.chargesTakenOver : charges(payment))(sum, isGroup);
};

interface BibProps {
  readonly raceName: string;
  readonly eventName: string;
  /** A text: they get one later. */
  readonly number: number | string;
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
      <span class="aside-for-readers">{t.confirmedYourNumber}</span>
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
  /** What they wear, where that is not the number of the spot. */
  readonly worn?: BibProps['number'] | undefined;
  /** The runner came by the link in the mail, so the page need not announce that mail. */
  readonly hasMail?: boolean;
  /** The next actions. */
  readonly children?: ComponentChildren;
}

interface OthersProps {
  readonly companions: NonNullable<Confirmed['companions']>;
  /** They wear the numbers of their spots. */
  readonly isWorn: boolean;
}

const Others = ({ companions, isWorn }: OthersProps) => (
  <>
    <h2 id="others">{t.confirmedOthers}</h2>
    <ul class="others" aria-labelledby="others">
      {companions.map(({ registrationId, firstName, lastName, number }) => (
        <li key={registrationId}>
          <span>
            {firstName} {lastName}
          </span>
          {isWorn && (
            <b class="figures">
              <span class="aside-for-readers">{t.confirmedNumber}</span>
              {number}
            </b>
          )}
        </li>
      ))}
    </ul>
  </>
);

/**
 * Directly after registering, this is about the whole group. Later it is about one runner: the others have links of their
 * own.
 */
export const Confirmation = ({ status, worn, hasMail = false, children }: ConfirmationProps) => {
  const isAll = status.companions !== undefined && !hasMail;
  return (
    <section class="sheet confirmation">
      <Heading title={t.confirmedTitle(isAll)}>{t.confirmedHeading(isAll)}</Heading>
      <Bib {...status} number={worn ?? status.number} />
      {status.companions && <Others companions={status.companions} isWorn={worn === undefined} />}
      <p role="status">{chargeWords(status)}</p>
      <p>
        {hasMail ? t.confirmedKeepMail : t.confirmedMail(bold, status.runner.email, status.companions !== undefined)}
      </p>
      {children}
    </section>
  );
};
