import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { money } from '../../src/page/money';
import { calendarDay, shortInstant } from '../../src/time/dates';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as t from '../texts/en';
import * as m from '../texts/moves';
import * as p from '../texts/participants';
import { LineActions, PersonActions } from './person-actions';
import { TimeLine } from './time-line';

interface Of extends RaceScreenProps {
  readonly person: PersonMessage;
}

/** One registration: the person, what they have, what happened, and what can be done. */
export const PersonPage = ({ race, may }: RaceScreenProps) => {
  const { registrationId = '' } = useRoute().params;
  const data = useData<PersonMessage>(at`/races/${race.id}/participants/${registrationId}`);
  return (
    <Shown data={data} what={t.things.registration} isWhole>
      {(person) => <Person key={registrationId} race={race} may={may} person={person} />}
    </Shown>
  );
};

export const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string => {
  const name = `${firstName} ${lastName}`.trim();
  return name === '' ? p.nameless : name;
};

const Person = ({ race, may, person }: Of) => {
  const { who, state, answers, related, disputes } = person;
  const name = who ? nameOf(who) : p.nameless;
  return (
    <>
      <ScreenHeading race={race}>{name}</ScreenHeading>
      <p class="person-head">
        <span class={`pill pill-${state}`}>{p.states[state] ?? state}</span>
        <a class="plain" href={`/console/races/${race.id}/participants`}>
          {p.allParticipants}
        </a>
      </p>
      <Facts race={race} person={person} />
      {person.lines.length > 0 && (
        <section>
          <h2>{p.linesTitle}</h2>
          <Lines race={race} may={may} person={person} />
        </section>
      )}
      {disputes.length > 0 && (
        <section>
          <h2>{t.raceScreens.disputes}</h2>
          <ul class="plain-list">
            {disputes.map(({ id, amount, currency, reason, status }) => (
              <li key={id}>{p.disputeWords(money(amount, currency), reason, status)}</li>
            ))}
          </ul>
        </section>
      )}
      {answers.length > 0 && (
        <section>
          <h2>{p.answersTitle}</h2>
          <dl class="facts">
            {answers.map(({ question, type, value }) => (
              <Fact key={question} label={question}>
                {answerWords(type, value)}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      {related.length > 0 && (
        <section>
          <h2>{p.relatedTitle}</h2>
          <ul class="plain-list">
            {related.map((other) => (
              <li key={other.registrationId}>
                {p.relations[other.relation]}{' '}
                <a href={`/console/races/${race.id}/participants/${other.registrationId}`}>{nameOf(other)}</a> (
                {p.states[other.state] ?? other.state})
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{p.timeLineTitle}</h2>
        <TimeLine person={person} timeZone={race.timeZone} />
      </section>
      <PersonActions race={race} may={may} person={person} />
    </>
  );
};

const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const feeWords = ({ amount, refund, unpaid }: NonNullable<PersonMessage['transferFee']>, currency: string) => {
  const fee = money(amount, currency);
  if (unpaid) return `${fee}. ${m.unpaid[unpaid]}`;
  return refund > 0 ? p.feeLess(fee, money(refund, currency)) : fee;
};

const MoveOffers = ({ race, person: { moveOffers, currency } }: Pick<Of, 'race' | 'person'>) => (
  <ul class="plain-list">
    {moveOffers.map(({ to, amount, state, endsAt, bar, payment, refund, unpaid }) => (
      <li key={endsAt}>
        {m.moveOffered(
          to,
          money(amount, currency),
          unpaid ? m.movedUnpaid : m.moveOfferStates[state](shortInstant(endsAt, race.timeZone)),
        )}
        {bar && ` ${m.moveOfferBars[bar]}`}
        {unpaid ? ` ${m.unpaid[unpaid]}` : payment && ` ${p.payments[payment] ?? payment}.`}
        {refund !== undefined && ` ${p.refundOf(money(refund, currency))}.`}
      </li>
    ))}
  </ul>
);

const Facts = ({ race, person }: Pick<Of, 'race' | 'person'>) => {
  const {
    bib,
    checkedIn,
    who,
    eventId,
    number,
    payment,
    amount,
    refund,
    currency,
    paidWith,
    transferFee,
    moveOffers,
    waiver,
    signatures,
    team,
    leg,
  } = person;
  const lost = paidWith?.refundLost;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [p.columns.event, race.events.find(({ id }) => id === eventId)?.name],
    [p.columns.number, number],
    [p.columns.bib, bib],
    [
      p.checkedIn,
      checkedIn &&
        [p.checkedInAt(shortInstant(checkedIn.at, race.timeZone), checkedIn.station), checkedIn.note]
          .filter(Boolean)
          .join(': '),
    ],
    [p.facts.email, who?.email],
    [p.facts.birthDate, who?.birthDate && calendarDay(who.birthDate)],
    [p.facts.gender, who?.gender && (p.genders[who.gender] ?? who.gender)],
    [p.facts.contact, who?.emergencyContact],
    [p.facts.team, team && (leg === undefined ? team : p.teamLeg(team, leg))],
    [p.columns.payment, payment && (p.payments[payment] ?? payment)],
    [p.columns.amount, payment && amount !== undefined && money(amount, currency)],
    [p.facts.refund, refund > 0 && money(refund, currency)],
    [p.facts.transferFee, transferFee && feeWords(transferFee, currency)],
    [p.facts.moveOffer, moveOffers.length > 0 && <MoveOffers race={race} person={person} />],
    [p.facts.owed, paidWith?.refundFailed && `${money(lost ?? 0, currency)}: ${paidWith.refundFailed}`],
    [p.facts.processorId, paidWith?.processorId && <code>{paidWith.processorId}</code>],
    [t.dates.waiver, waiver && t.versionWords(waiver)],
    [p.facts.signed, signatures.length > 0 && signatures.map(signatureWords).join('; ')],
    [p.facts.registration, <code key="id">{person.registrationId}</code>],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([label, value]) =>
          value !== undefined &&
          value !== false &&
          value !== '' && (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
      )}
    </dl>
  );
};

const signatureWords = ({ kind, name, guardian }: PersonMessage['signatures'][number]): string =>
  p.signedBy(p.documents[kind] ?? kind, guardian?.name ?? name, guardian !== undefined);

/** An answer in words. */
const answerWords = (type: string, value: unknown): string => {
  if (value === true) return p.yes;
  if (Array.isArray(value)) return value.join(', ');
  if (type === 'duration' && typeof value === 'number') {
    const [hours, minutes, seconds] = [Math.floor(value / 3600), Math.floor(value / 60) % 60, value % 60];
    return [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  }
  return String(value);
};

const Lines = ({ race, may, person }: Of) => (
  <Table
    caption={p.linesTitle}
    columns={p.lineColumns}
    figures={['amount', 'refund']}
    rows={person.lines.map((line) => ({
      key: String(line.position),
      cells: {
        what: p.lineCalled(p.lineKinds[line.kind] ?? line.kind, line.name),
        state: line.handedOutAt === undefined ? (p.lineStates[line.state] ?? line.state) : p.handedOut,
        amount: money(line.amount, person.currency),
        refund: line.refund ? money(line.refund, person.currency) : '',
        actions: <LineActions race={race} may={may} person={person} line={line} />,
      },
    }))}
  />
);
