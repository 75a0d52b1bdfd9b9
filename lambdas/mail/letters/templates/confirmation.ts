import type { Group, Paid, Registered } from '../letter-facts';
import type { Content } from './render';
import { factsOf, greetingOf, inMoney, inTime, nameOf } from './words';

/** The registration is confirmed. `undefined` unless it is confirmed, paid, and still has its spot. */
export const confirmation = (registered: Registered, href: string): Content | undefined => {
  const { outcome, ended, number, payment, isPaidByAnother, group, raceName, eventName, recordedAt, timeZone } =
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
      ...(isPaidByAnother || group?.payer !== undefined ? [] : [['Paid', paidOf(payment, group)] as const]),
      ['Registered', inTime(recordedAt, timeZone)],
    ],
    links: [{ label: 'See your registration', href }],
    closing:
      'Keep this mail: the link opens your registration, so please do not pass it on. We look forward to seeing you.',
  };
};

const howOf = ({ isPaidByAnother, group }: Registered): string => {
  if (isPaidByAnother) return 'The spot that was offered to you is yours.';
  if (group?.payer === undefined) return 'Your registration is confirmed.';
  const paid = group.total > 0 ? ' and paid for you' : '';
  return `${nameOf(group.payer) ?? 'Somebody'} has registered you${paid}: you are in.`;
};

/** The other members of the group: all are registered or none. */
const othersOf = ({ group }: Registered): readonly string[] => {
  if (!group || group.payer !== undefined) return [];
  return [
    group.size === 2
      ? 'The other one of you is registered as well, and gets a mail with a number and a link of his or her own.'
      : `The other ${group.size - 1} of you are registered as well, and each gets a mail with a number and a link of his or her own.`,
  ];
};

const paidOf = ({ amount, currency }: Paid, group: Group | undefined): string =>
  group ? `${inMoney(group.total, currency)} for ${group.size} people` : inMoney(amount, currency);
