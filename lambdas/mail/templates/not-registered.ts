import type { Registered } from '../registered';
import type { Content } from './content';
import { greetingOf, inDay } from './words';

const reasons = {
  duplicate:
    'You already have a registration for this event, and everybody runs once. Your first registration stays as it is.',
  refused:
    'It reached us after the spot we held for you had been given back, and by then no other spot was free. We are sorry.',
};

/** Not this time, and why. Undefined when the registration was confirmed. */
export const notRegistered = (registered: Registered, href: string): Content | undefined => {
  const { outcome, raceName, eventName, raceDate } = registered;
  if (outcome === 'confirmed') return undefined;
  return {
    subject: `Not registered: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      `We could not register you for ${eventName} at ${raceName} on ${inDay(raceDate)}.`,
      reasons[outcome],
      'Your card was not charged. If your bank shows the amount as reserved, it lets it go within a few days.',
    ],
    facts: [],
    links: [{ label: 'See what happened', href }],
    closing: 'Thank you for wanting to run with us.',
  };
};
