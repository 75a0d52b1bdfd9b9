import type { WaitingPlace } from '../waiting-place';
import type { Content } from './content';
import { factsOf, greetingOf, inFull, inTime } from './words';

/** A spot is kept for you. Undefined unless the offer of this count is still to be had. */
export const offer = (place: WaitingPlace, count: number, href: string): Content | undefined => {
  if (place.offer?.count !== count) return undefined;
  const until = inTime(place.offer.until, place.timeZone);
  return {
    subject: `A spot for you: ${place.eventName}, ${place.raceName}`,
    greeting: greetingOf(place.firstName),
    paragraphs: [
      `You are on the waiting list, and now it is your turn: we keep a spot for you in ${inFull(place)}.`,
      `Register before ${until}. After that the spot goes to the next runner, and you are no longer on the list.`,
      'If you do not want it, please decline it by the same link, so that the next runner need not wait.',
    ],
    facts: [['Kept until', until], ...factsOf(place)],
    links: [{ label: 'Take or decline the spot', href }],
    closing: 'The link opens your place on the waiting list, so please do not pass this mail on.',
  };
};
