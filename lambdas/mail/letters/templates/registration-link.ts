import type { Registered, WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import type { Words } from './words';

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
  words: Words,
  registrations: readonly Linked[],
  places: readonly LinkedPlace[],
  why: WhyLinks = 'lost',
): Content | undefined => {
  const [one] = [...registrations.map(({ registered }) => registered), ...places.map(({ place }) => place)];
  if (!one) return undefined;
  const { registrationLink: texts, hello } = words.texts;
  const several = registrations.length + places.length > 1;
  const what = texts.what(registrations.length, places.length);
  return {
    subject: several ? texts.subject(what) : texts.subjectOfOne(what, words.inShort(one)),
    // Several members of a family may be registered under one address.
    greeting: several ? hello(undefined) : words.greetingOf(one.firstName),
    paragraphs: [(why === 'joined-again' ? texts.joinedAgain : texts.lost)(several, what)],
    facts: [],
    links: [
      ...registrations.map(({ registered, href }) => ({
        label: texts.registration(words.inShort(registered), registered.number),
        href,
      })),
      ...places.map(({ place, href }) => ({
        label: place.offer ? texts.offeredPlace(words.inShort(place), place.size) : texts.place(words.inShort(place)),
        href,
      })),
    ],
    closing: texts.closing,
  };
};
