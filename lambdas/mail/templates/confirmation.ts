import type { Registered } from '../registered';
import type { Content } from './content';
import { factsOf, greetingOf, inMoney, inTime } from './words';

/** You are in. Undefined unless the registration is confirmed, paid, and still has its spot. */
export const confirmation = (registered: Registered, href: string): Content | undefined => {
  const { outcome, ended, number, payment, isPaidByAnother, raceName, eventName, recordedAt, timeZone } = registered;
  if (outcome !== 'confirmed' || ended || number === undefined) return undefined;
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return undefined;
  return {
    subject: `You are in: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      isPaidByAnother
        ? `The spot that was offered to you is yours. Your number is ${number}.`
        : `Your registration is confirmed. Your number is ${number}.`,
    ],
    facts: [
      ['Number', String(number)],
      ...factsOf(registered),
      // Another runner paid the race; what the two settled is between them.
      ...(isPaidByAnother ? [] : [['Paid', inMoney(payment.amount, payment.currency)] as const]),
      ['Registered', inTime(recordedAt, timeZone)],
    ],
    links: [{ label: 'See your registration', href }],
    closing:
      'Keep this mail: the link opens your registration, so please do not pass it on. We look forward to seeing you.',
  };
};
