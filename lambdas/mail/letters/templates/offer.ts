import type { WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import { factsOf, greetingOf, inFull, inSpots, inTime } from './words';

/**
 * One or several spots are kept for a place on the waiting list. `undefined` unless the offer of this count still
 * stands.
 */
export const offer = (place: WaitingPlace, count: number, href: string): Content | undefined => {
  if (place.offer?.count !== count) return undefined;
  const until = inTime(place.offer.until, place.timeZone);
  const { size } = place;
  return {
    subject: `${size === 1 ? 'A spot' : inSpots(size)} for you: ${place.eventName}, ${place.raceName}`,
    greeting: greetingOf(place.firstName),
    paragraphs: [
      `You are on the waiting list, and now it is your turn: we keep ${inSpots(size)} for you in ${inFull(place)}.`,
      ...(size === 1
        ? [
            `Register before ${until}. After that the spot goes to the next runner, and you are no longer on the list.`,
            'If you do not want it, please decline it by the same link, so that the next runner need not wait.',
          ]
        : [
            `Register all ${size} of you together before ${until}. After that the spots go to the next runners, and you are no longer on the list.`,
            'If you do not want all of them, please decline them by the same link, so that the next runners need not wait.',
          ]),
    ],
    facts: [['Kept until', until], ...factsOf(place)],
    links: [{ label: `Take or decline the ${size === 1 ? 'spot' : 'spots'}`, href }],
    closing: 'The link opens your place on the waiting list, so please do not pass this mail on.',
  };
};
