import type { Registered } from '../registered';
import type { Content } from './content';
import { greetingOf } from './words';

export interface Linked {
  readonly registered: Registered;
  readonly href: string;
}

/** The links somebody lost. Undefined when no registration is left to link to. */
export const registrationLink = (linked: readonly Linked[]): Content | undefined => {
  const [newest] = linked;
  if (!newest) return undefined;
  const several = linked.length > 1;
  return {
    subject: several
      ? 'Your registrations'
      : `Your registration: ${newest.registered.eventName}, ${newest.registered.raceName}`,
    // Several people of one family may be registered under the address.
    greeting: several ? 'Hello,' : greetingOf(newest.registered.firstName),
    paragraphs: [
      several
        ? 'You asked for the links to your registrations. Here they are.'
        : 'You asked for the link to your registration. Here it is.',
    ],
    facts: [],
    links: linked.map(({ registered: { eventName, raceName, number }, href }) => ({
      label: `${eventName}, ${raceName}${number === undefined ? '' : `, number ${number}`}`,
      href,
    })),
    closing: 'If it was not you who asked, you need not do anything: nobody but you got this mail.',
  };
};
