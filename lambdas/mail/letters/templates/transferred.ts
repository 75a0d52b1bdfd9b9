import type { Registered } from '../letter-facts';
import type { Content } from './render';
import { greetingOf, inFull, nameOf } from './words';

/** The spot was transferred to somebody else, as its runner wished. `undefined` unless it was. */
export const transferred = (registered: Registered, href: string): Content | undefined => {
  const { ended, number, payment, passedTo, eventName, raceName } = registered;
  if (ended !== 'transferred') return undefined;
  return {
    subject: `Passed on: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      `The spot in ${inFull(registered)} that you offered to ${nameOf(passedTo ?? '') ?? 'somebody'} was taken, and you are no longer registered.`,
      ...(number === undefined ? [] : [`Number ${number} is no longer yours.`]),
      ...(payment && payment.amount > 0
        ? ['No money is paid back by the race: the entry fee goes with the spot.']
        : []),
    ],
    facts: [],
    links: [{ label: 'See your registration', href }],
    closing: 'If it was not you who offered it, please tell the organiser. We hope to see you another time.',
  };
};
