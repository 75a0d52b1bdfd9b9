import type { Registered, WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import { greetingOf, inSpots } from './words';

export interface Linked {
  readonly registered: Registered;
  readonly href: string;
}

export interface LinkedPlace {
  readonly place: WaitingPlace;
  readonly href: string;
}

/** `joined-again`: somebody who is registered or on the list already has asked for a place. */
export type WhyLinks = 'lost' | 'joined-again';

/** The links that somebody lost. `undefined` when there is no registration and no place to link to. */
export const registrationLink = (
  registrations: readonly Linked[],
  places: readonly LinkedPlace[],
  why: WhyLinks = 'lost',
): Content | undefined => {
  const [one] = [...registrations.map(({ registered }) => registered), ...places.map(({ place }) => place)];
  if (!one) return undefined;
  const several = registrations.length + places.length > 1;
  const what = [
    ...(registrations.length > 0 ? [registrations.length > 1 ? 'registrations' : 'registration'] : []),
    ...(places.length > 0 ? [places.length > 1 ? 'places on the waiting list' : 'place on the waiting list'] : []),
  ].join(' and ');
  return {
    subject: several ? `Your ${what}` : `Your ${what}: ${one.eventName}, ${one.raceName}`,
    // Several members of a family may be registered under one address.
    greeting: several ? 'Hello,' : greetingOf(one.firstName),
    paragraphs: [leadOf(why, several, what)],
    facts: [],
    links: [...registrations.map(toRegistration), ...places.map(toPlace)],
    closing: 'If it was not you who asked, you need not do anything: nobody but you got this mail.',
  };
};

const leadOf = (why: WhyLinks, several: boolean, what: string): string => {
  const here = several ? 'Here are the links.' : 'Here is the link.';
  if (why === 'joined-again')
    return `Somebody asked for a place on a waiting list with your name and address. You have your ${what} already, and nothing has changed. ${here}`;
  return several
    ? `You asked for the links to your ${what}. Here they are.`
    : `You asked for the link to your ${what}. Here it is.`;
};

const toRegistration = ({ registered: { eventName, raceName, number }, href }: Linked) => ({
  label: `${eventName}, ${raceName}${number === undefined ? '' : `, number ${number}`}`,
  href,
});

const toPlace = ({ place: { eventName, raceName, size, offer }, href }: LinkedPlace) => ({
  label: `${eventName}, ${raceName}, ${offer ? `${inSpots(size)} ${size === 1 ? 'is' : 'are'} kept for you` : 'waiting list'}`,
  href,
});
