import type { WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import type { Words } from './words';

/**
 * One or several spots are kept for a place on the waiting list. `undefined` unless the offer of this count still
 * stands.
 */
export const offer = (words: Words, place: WaitingPlace, count: number, href: string): Content | undefined => {
  if (place.offer?.count !== count) return undefined;
  const until = words.inTime(place.offer.until, place.timeZone);
  const { size } = place;
  const { offer: texts, spots, takeOrDecline } = words.texts;
  return {
    subject: texts.subject(size, words.inShort(place)),
    greeting: words.greetingOf(place.firstName),
    paragraphs: [texts.lead(spots(size), words.inFull(place)), texts.before(size, until), texts.decline(size)],
    facts: [[texts.keptUntil, until], ...words.factsOf(place)],
    links: [{ label: takeOrDecline(size), href }],
    closing: texts.closing,
  };
};
