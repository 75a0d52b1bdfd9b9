import type { ComponentChildren } from 'preact';
import { Heading } from '../page/heading';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { ProblemScreen } from '../page/problem-screen';
import { type Confirmed, chargeWords, type Decided } from '../registration/outcome/confirmation';
import * as words from '../texts/giving';

interface ShortOutcomeProps {
  readonly status: Decided;
  /** They came by the link in the mail, so the page need not announce that mail. */
  readonly hasMail?: boolean;
  /** The next actions. */
  readonly children?: ComponentChildren;
}

const Arrived = ({ status, hasMail, children }: Omit<ShortOutcomeProps, 'status'> & { status: Confirmed }) => {
  const { eventKind = 'gift', companions = [], raceName, eventName, number, runner, amount } = status;
  const own = words.of[eventKind];
  return (
    <section class="sheet confirmation">
      <Heading>{own.thanks(1 + companions.length)}</Heading>
      <p>
        <b>
          {raceName}, {eventName}
        </b>
      </p>
      {eventKind === 'ticket' && (
        <p>
          {words.ticketNumber} <b class="figures">{number}</b>: {runner.firstName} {runner.lastName}
        </p>
      )}
      {companions.length > 0 && !hasMail && (
        <>
          <h2 id="others">{words.othersWithYou}</h2>
          <ul class="others" aria-labelledby="others">
            {companions.map(({ registrationId, firstName, lastName, number: of }) => (
              <li key={registrationId}>
                <span>
                  {firstName} {lastName}
                </span>
                <b class="figures">{of}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{own.done}</p>
      {amount > 0 && <p role="status">{chargeWords(status)}</p>}
      <p>{hasMail ? own.keepMail : own.mail(bold, runner.email)}</p>
      {hasMail && eventKind === 'ticket' && <p class="quiet">{words.askOrganiser}</p>}
      {children}
    </section>
  );
};

/** What became of a gift or a ticket. */
export const ShortOutcome = ({ status, hasMail = false, children }: ShortOutcomeProps) => {
  if (status.status === 'confirmed') return <Arrived {...{ status, hasMail, children }} />;
  const own = words.of[status.eventKind ?? 'gift'];
  if (status.status === 'cancelled')
    return (
      <ProblemScreen title={own.cancelledTitle}>
        <p>{status.refund > 0 ? words.moneyBack(money(status.refund, status.currency)) : words.noMoneyBack}</p>
        {children}
      </ProblemScreen>
    );
  const isUnpaid = status.status === 'payment-failed';
  return (
    <ProblemScreen title={isUnpaid ? own.unpaidTitle : own.refusedTitle}>
      <p>{isUnpaid ? own.unpaid : own.refused}</p>
      {children}
    </ProblemScreen>
  );
};
