import { cardName } from '../../domain/money/payment';
import type { Group, Paid, Registered } from '../ports';
import { type Content, nameOf, teamNameOf, type Words } from './render';
import { shortConfirmation } from './short-templates';

/** The number that a mail may name as theirs: where bibs are given, never that of the spot. */
export const wornBy = ({ bib, number }: Registered): number | undefined =>
  bib === 'later' ? undefined : (bib ?? number);

/** The registration is confirmed. `undefined` unless it is confirmed, paid, and still has its spot. */
export const confirmation = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { outcome, ended, number, bib, payment, isPaidByAnother, group, short, team, recordedAt, timeZone } =
    registered;
  if (outcome !== 'confirmed' || ended || number === undefined) return undefined;
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return undefined;
  const { confirmation: texts, seeRegistration } = words.texts;
  // Another runner paid the race, so this mail names no amount; what the two owe each other is between them.
  const paid = isPaidByAnother || group?.payer !== undefined ? undefined : paidOf(words, payment, group);
  if (registered.kind) return shortConfirmation(words, registered, paid, href);
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      numberIn(words, registered, number),
      // All members of a group are registered, or none.
      ...(group && group.payer === undefined ? [texts.others(group.size, bib === undefined)] : []),
      ...(short ? [texts.short(short)] : []),
      ...(team?.isCaptain ? [texts.captain] : []),
    ],
    facts: [
      ...(bib === 'later' ? [] : [[bib ? texts.facts.bib : texts.facts.number, String(bib ?? number)] as const]),
      ...words.factsOf(registered),
      ...(team ? [[texts.facts.team, teamNameOf(team.name) ?? texts.yourTeam] as const] : []),
      ...(paid === undefined ? [] : [[texts.facts.paid, paid] as const]),
      [texts.facts.registered, words.inTime(recordedAt, timeZone)],
    ],
    links: [{ label: seeRegistration, href }],
    closing: texts.closing,
  };
};

const numberIn = (words: Words, registered: Registered, number: number): string => {
  const { confirmation: texts } = words.texts;
  const how = howOf(words, registered);
  if (registered.bib === undefined) return texts.number(how, number);
  return registered.bib === 'later' ? texts.bibLater(how) : texts.bib(how, registered.bib);
};

const howOf = ({ texts: { confirmation: texts } }: Words, { isPaidByAnother, group }: Registered): string => {
  if (isPaidByAnother) return texts.transferred;
  if (group?.payer === undefined) return texts.alone;
  return texts.byAnother(nameOf(group.payer), group.total > 0);
};

const paidOf = (
  { texts: { confirmation: texts }, inMoney }: Words,
  { amount, currency, card }: Paid,
  group: Group | undefined,
): string => {
  const paid = group ? texts.paidFor(inMoney(group.total, currency), group.size) : inMoney(amount, currency);
  return card ? texts.paidWith(paid, cardName(card)) : paid;
};
