import type { WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import { factsOf, greetingOf, inFull, inSpots } from './words';

/** Asks for one click that confirms a place: nobody joins the list with a stranger's address. */
export const placeConfirmation = (place: WaitingPlace, href: string): Content => {
  const { size } = place;
  return {
    subject: `Please confirm your place in line: ${place.eventName}, ${place.raceName}`,
    greeting: greetingOf(place.firstName),
    paragraphs: [
      `You asked for a place on the waiting list for ${inSpots(size)} in ${inFull(place)}. One click, and your place counts.`,
      `Until then ${size === 1 ? 'a spot that comes back goes' : 'spots that come back go'} to others, and you keep your place: the sooner you confirm, the sooner it may be your turn.`,
    ],
    facts: factsOf(place),
    links: [{ label: 'Confirm my place in line', href }],
    closing: 'If it was not you who asked, just ignore this mail: without the click nothing is kept for anybody.',
  };
};
