import type { Registered, WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import { greetingOf, inFull, inSpots, inTime } from './words';

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

/** For a group. */
const groupReasons = {
  duplicate:
    'You wanted to register together, all of you or nobody. But somebody of you already has a registration for this event, or was entered twice, and everybody runs once. What was registered before stays as it is.',
  refused:
    'It reached us after the spots we held for you had been given back, and by then there were not enough free spots for all of you. We are sorry.',
};

/**
 * The registration was refused, and why; and the place on the waiting list, if there is one. `undefined` when the
 * registration was confirmed.
 */
export const notRegistered = (registered: Registered, href: string, inFront?: InFront): Content | undefined => {
  const { outcome, group, raceName, eventName } = registered;
  if (outcome === 'confirmed') return undefined;
  return {
    subject: `Not registered: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      `We could not register ${group ? `the ${group.size} of you` : 'you'} for ${inFull(registered)}.`,
      (group ? groupReasons : reasons)[outcome],
      'Your card was not charged. If your bank shows the amount as reserved, it lets it go within a few days.',
      ...(inFront ? [turnOf(inFront.place)] : []),
    ],
    facts: [],
    links: inFront ? [{ label: labelOf(inFront.place), href: inFront.href }] : [{ label: 'See what happened', href }],
    closing: 'Thank you for wanting to run with us.',
  };
};

const turnOf = ({ offer, size, timeZone }: WaitingPlace): string => {
  const [have, come, them] = size === 1 ? ['A spot has', 'comes', 'it'] : [`${size} spots have`, 'come', 'them'];
  return offer
    ? `${have} come back since, and you come first: we keep ${them} for you until ${inTime(offer.until, timeZone)}.`
    : `You are at the front of the waiting list, before everybody who only asked to be on it: when ${inSpots(size)} ${come} back and it is your turn, we keep ${them} for you and write to you.`;
};

const labelOf = ({ offer, size }: WaitingPlace): string =>
  offer ? `Take or decline the ${size === 1 ? 'spot' : 'spots'}` : 'See your place on the waiting list';
