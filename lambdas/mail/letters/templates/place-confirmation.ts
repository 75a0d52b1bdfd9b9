import type { WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import type { Words } from './words';

/** Asks for one click that confirms a place: nobody joins the list with a stranger's address. */
export const placeConfirmation = (words: Words, place: WaitingPlace, href: string): Content => {
  const { size } = place;
  const { placeConfirmation: texts, spots } = words.texts;
  return {
    subject: texts.subject(words.inShort(place)),
    greeting: words.greetingOf(place.firstName),
    paragraphs: [texts.lead(spots(size), words.inFull(place)), texts.until(size)],
    facts: words.factsOf(place),
    links: [{ label: texts.link, href }],
    closing: texts.closing,
  };
};
