import type { ComponentChildren } from 'preact';
import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { money } from '../../src/page/money';
import { shortInstant, writeInstant } from '../../src/time/dates';
import * as m from '../texts/moves';
import * as p from '../texts/participants';

interface Entry {
  readonly at: string;
  readonly title: string;
  readonly details: readonly (string | false | undefined)[];
}

/** Everything that happened to a registration, in the order of time: money, mails, documents, and what people did. */
export const TimeLine = ({ person, timeZone }: { person: PersonMessage; timeZone: string }) => (
  <ol class="time-line">
    {entriesOf(person, timeZone).map(({ at, title, details }, index) => (
      <li key={index}>
        <time dateTime={at}>{writeInstant(at, timeZone).there}</time>
        <b>{title}</b>
        {details.map((words) => words && <Detail key={words}>{words}</Detail>)}
      </li>
    ))}
  </ol>
);

const Detail = ({ children }: { children: ComponentChildren }) => <span class="quiet">{children}</span>;

const entriesOf = (person: PersonMessage, timeZone: string): readonly Entry[] => {
  const { submittedAt, recordedAt, state, number, paidWith, mails, audit, documents, currency } = person;
  const isIn = state !== 'refused' && state !== 'duplicate';
  const entries: readonly (Entry | false | undefined)[] = [
    submittedAt !== undefined && { at: submittedAt, title: p.happened.submitted, details: [] },
    {
      at: recordedAt,
      title: isIn ? p.registeredAs(firstNumber(audit) ?? number) : (p.states[state] ?? state),
      details: [isIn ? p.vias[person.via] : p.outcomes[state]],
    },
    paidWith?.settledAt !== undefined && {
      at: paidWith.settledAt,
      title: p.settled(paidWith.state, money(paidWith.captured ?? paidWith.total ?? 0, currency)),
      details: [paidWith.card, person.related.some(({ relation }) => relation === 'paid-together') && p.forAll],
    },
    paidWith?.refundPaidAt !== undefined && {
      at: paidWith.refundPaidAt,
      title: p.happened.paidByHand,
      details: [],
    },
    ...mails.map(({ template, recipient, orderedAt, state: sent, event, reason, toldAt }) => ({
      at: orderedAt,
      title: p.mailCalled(p.templates[template] ?? template),
      details: [p.mailTo(recipient), mailWords(sent, event, shortInstant(toldAt, timeZone)), reason ?? undefined],
    })),
    ...audit.map(({ at, action, actor, by, detail }) => ({
      at,
      title: p.actions[action] ?? action,
      details: [
        p.doneBy(by ?? p.actors[actor] ?? actor),
        ...detailWords(detail, currency),
        ...correctionWords(person, detail),
      ],
    })),
    ...documents.map(({ issuedAt, kind, number: name, gross, currency: of }) => ({
      at: issuedAt,
      title: p.documentCalled(kind, name),
      details: [money(gross, of)],
    })),
  ];
  return entries
    .filter((entry): entry is Entry => typeof entry === 'object')
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
};

const mailWords = (state: string, event: string | null, toldAt: string): string =>
  event === null ? (p.mailStates[state] ?? state) : p.mailTold(p.mailEvents[event] ?? event, toldAt);

/** The number that somebody had before a director moved them to another event: each event has its own. */
const firstNumber = (audit: PersonMessage['audit']): number | undefined => {
  const moves = audit.filter(({ action }) => action === 'moved').sort((one, other) => one.at.localeCompare(other.at));
  const { spots } = (moves[0]?.detail ?? {}) as { readonly spots?: readonly number[] };
  return spots?.[0];
};

/** The details of an audit row: the money that goes back, and the reason. */
const detailWords = (detail: unknown, currency: string): readonly (string | undefined)[] => {
  const { refund, amount, charged, reason, number, station, fromName, toName } = (detail ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const goesBack = typeof refund === 'number' ? refund : typeof amount === 'number' ? amount : 0;
  return [
    goesBack > 0 ? money(goesBack, currency) : undefined,
    typeof charged === 'number' ? m.chargedMore(money(charged, currency)) : undefined,
    typeof number === 'number' ? p.bibOf(number) : undefined,
    typeof fromName === 'string' && typeof toName === 'string' ? m.movedBetween(fromName, toName) : undefined,
    typeof station === 'string' ? station : undefined,
    typeof reason === 'string' ? reason : undefined,
  ];
};

/** What was corrected, with the values before and after, and the reason. */
const correctionWords = ({ corrections }: PersonMessage, detail: unknown): readonly string[] => {
  const { correction } = (detail ?? {}) as { readonly correction?: unknown };
  const found = corrections.find(({ id }) => id === correction);
  if (!found) return [];
  const { before, after, reason } = found;
  const fields = Object.keys(after).map((field) =>
    p.fromTo(p.fieldNames[field] ?? field, before[field] ?? '', after[field] ?? ''),
  );
  return [...fields, reason];
};
