import type { Registered } from '../ports';
import type { MoveOffer } from './ports';
import type { Content, Words } from './render';

/** A registered runner may run in a dearer event, for the difference. `undefined` unless they still have their spot. */
export const moveOffer = (
  words: Words,
  registered: Registered,
  { to, difference, currency, until: end }: MoveOffer,
  href: string,
): Content | undefined => {
  if (registered.outcome !== 'confirmed' || registered.ended) return undefined;
  const { moveOffer: texts } = words.texts;
  const there = { ...registered, eventName: to };
  const until = words.inTime(end, registered.timeZone);
  const amount = words.inMoney(difference, currency);
  return {
    subject: texts.subject(words.inShort(there)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [texts.lead(registered.eventName, words.inFull(there)), texts.pay(amount, until), texts.ignore],
    facts: [
      [texts.difference, amount],
      [texts.keptUntil, until],
    ],
    links: [{ label: texts.link, href }],
    closing: texts.closing,
  };
};
