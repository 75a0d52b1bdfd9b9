import type { Registered, WaitingPlace } from '../letter-facts';
import type { Content } from './render';
import type { Words } from './words';

export interface InFront {
  readonly place: WaitingPlace;
  readonly href: string;
}

/**
 * The registration was refused, and why; and the place on the waiting list, if there is one. `undefined` when the
 * registration was confirmed.
 */
export const notRegistered = (
  words: Words,
  registered: Registered,
  href: string,
  inFront?: InFront,
): Content | undefined => {
  const { outcome, group } = registered;
  if (outcome === 'confirmed') return undefined;
  const { notRegistered: texts, seeWhatHappened } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      texts.lead(group?.size, words.inFull(registered)),
      (group ? texts.groupReasons : texts.reasons)[outcome],
      texts.money,
      ...(inFront ? [turnOf(words, inFront.place)] : []),
    ],
    facts: [],
    links: inFront
      ? [{ label: labelOf(words, inFront.place), href: inFront.href }]
      : [{ label: seeWhatHappened, href }],
    closing: texts.closing,
  };
};

const turnOf = ({ texts, inTime }: Words, { offer, size, timeZone }: WaitingPlace): string =>
  offer ? texts.notRegistered.offered(size, inTime(offer.until, timeZone)) : texts.notRegistered.inFront(size);

const labelOf = ({ texts }: Words, { offer, size }: WaitingPlace): string =>
  offer ? texts.takeOrDecline(size) : texts.notRegistered.seePlace;
