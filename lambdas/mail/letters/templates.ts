import type { Group, Paid, Registered } from '../letter-facts';
import type { Content } from './render';
import { nameOf, type Words } from './words';

/** The registration is confirmed. `undefined` unless it is confirmed, paid, and still has its spot. */
export const confirmation = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { outcome, ended, number, payment, isPaidByAnother, group, recordedAt, timeZone } = registered;
  if (outcome !== 'confirmed' || ended || number === undefined) return undefined;
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return undefined;
  const { confirmation: texts, seeRegistration } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      texts.number(howOf(words, registered), number),
      // All members of a group are registered, or none.
      ...(group && group.payer === undefined ? [texts.others(group.size)] : []),
    ],
    facts: [
      [texts.facts.number, String(number)],
      ...words.factsOf(registered),
      // Another runner paid the race, so this mail names no amount; what the two owe each other is between them.
      ...(isPaidByAnother || group?.payer !== undefined
        ? []
        : [[texts.facts.paid, paidOf(words, payment, group)] as const]),
      [texts.facts.registered, words.inTime(recordedAt, timeZone)],
    ],
    links: [{ label: seeRegistration, href }],
    closing: texts.closing,
  };
};

const howOf = ({ texts: { confirmation: texts } }: Words, { isPaidByAnother, group }: Registered): string => {
  if (isPaidByAnother) return texts.transferred;
  if (group?.payer === undefined) return texts.alone;
  return texts.byAnother(nameOf(group.payer), group.total > 0);
};

const paidOf = ({ texts, inMoney }: Words, { amount, currency }: Paid, group: Group | undefined): string =>
  group ? texts.confirmation.paidFor(inMoney(group.total, currency), group.size) : inMoney(amount, currency);
