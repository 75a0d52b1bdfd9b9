import type { Registered } from '../registered';
import type { Content } from './content';
import { greetingOf, inDay, inMoney, inTime } from './words';

/** You are in. Undefined unless the registration is confirmed and paid. */
export const confirmation = (registered: Registered, href: string): Content | undefined => {
  const { outcome, number, payment, raceName, eventName, place, raceDate, recordedAt, timeZone } = registered;
  if (outcome !== 'confirmed' || number === undefined) return undefined;
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return undefined;
  return {
    subject: `You are in: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [`Your registration is confirmed. Your number is ${number}.`],
    facts: [
      ['Number', String(number)],
      ['Event', eventName],
      ['Race', raceName],
      ['Where', place],
      ['Date', inDay(raceDate)],
      ['Paid', inMoney(payment.amount, payment.currency)],
      ['Registered', inTime(recordedAt, timeZone)],
    ],
    links: [{ label: 'See your registration', href }],
    closing:
      'Keep this mail: the link opens your registration, so please do not pass it on. We look forward to seeing you.',
  };
};
