import type { Registered } from '../registered';
import type { WaitingPlace } from '../waiting-place';
import type { Content } from './content';
import { greetingOf, inFull, inTime } from './words';

export interface InFront {
  readonly place: WaitingPlace;
  readonly href: string;
}

const reasons = {
  duplicate:
    'You already have a registration for this event, and everybody runs once. Your first registration stays as it is.',
  refused:
    'It reached us after the spot we held for you had been given back, and by then no other spot was free. We are sorry.',
};

/** Not this time, and why; and what comes of it on the waiting list. Undefined when the registration was confirmed. */
export const notRegistered = (registered: Registered, href: string, inFront?: InFront): Content | undefined => {
  const { outcome, raceName, eventName } = registered;
  if (outcome === 'confirmed') return undefined;
  return {
    subject: `Not registered: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      `We could not register you for ${inFull(registered)}.`,
      reasons[outcome],
      'Your card was not charged. If your bank shows the amount as reserved, it lets it go within a few days.',
      ...(inFront ? [turnOf(inFront.place)] : []),
    ],
    facts: [],
    links: inFront ? [{ label: labelOf(inFront.place), href: inFront.href }] : [{ label: 'See what happened', href }],
    closing: 'Thank you for wanting to run with us.',
  };
};

const turnOf = ({ offer, timeZone }: WaitingPlace): string =>
  offer
    ? `A spot has come back since, and you come first: we keep it for you until ${inTime(offer.until, timeZone)}.`
    : 'You are at the front of the waiting list, before everybody who only asked to be on it: when a spot comes back and it is your turn, we keep it for you and write to you.';

const labelOf = ({ offer }: WaitingPlace): string =>
  offer ? 'Take or decline the spot' : 'See your place on the waiting list';
