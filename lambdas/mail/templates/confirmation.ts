import type { Paid, Registered, Together } from '../registered';
import type { Content } from './content';
import { factsOf, greetingOf, inMoney, inTime, nameOf } from './words';

/** The registration is confirmed. `undefined` unless it is confirmed, paid, and still has its spot. */
export const confirmation = (registered: Registered, href: string): Content | undefined => {
  const { outcome, ended, number, payment, isPaidByAnother, together, raceName, eventName, recordedAt, timeZone } =
    registered;
  if (outcome !== 'confirmed' || ended || number === undefined) return undefined;
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return undefined;
  return {
    subject: `You are in: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [`${howOf(registered)} Your number is ${number}.`, ...othersOf(registered)],
    facts: [
      ['Number', String(number)],
      ...factsOf(registered),
      // Another runner paid the race, so this mail names no amount; what the two owe each other is between them.
      ...(isPaidByAnother || together?.payer !== undefined ? [] : [['Paid', paidOf(payment, together)] as const]),
      ['Registered', inTime(recordedAt, timeZone)],
    ],
    links: [{ label: 'See your registration', href }],
    closing:
      'Keep this mail: the link opens your registration, so please do not pass it on. We look forward to seeing you.',
  };
};

const howOf = ({ isPaidByAnother, together }: Registered): string => {
  if (isPaidByAnother) return 'The spot that was offered to you is yours.';
  if (together?.payer === undefined) return 'Your registration is confirmed.';
  const paid = together.total > 0 ? ' and paid for you' : '';
  return `${nameOf(together.payer) ?? 'Somebody'} has registered you${paid}: you are in.`;
};

/** The other members of the group: all are registered or none. */
const othersOf = ({ together }: Registered): readonly string[] => {
  if (!together || together.payer !== undefined) return [];
  return [
    together.size === 2
      ? 'The other one of you is registered as well, and gets a mail with a number and a link of his or her own.'
      : `The other ${together.size - 1} of you are registered as well, and each gets a mail with a number and a link of his or her own.`,
  ];
};

const paidOf = ({ amount, currency }: Paid, together: Together | undefined): string =>
  together ? `${inMoney(together.total, currency)} for ${together.size} people` : inMoney(amount, currency);
