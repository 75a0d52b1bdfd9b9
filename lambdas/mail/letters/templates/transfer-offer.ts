import type { TransferOffer } from '../letter-facts';
import type { Content } from './render';
import { nameOf, type Words } from './words';

/** A runner wants to transfer their spot to the recipient. */
export const transferOffer = (words: Words, offered: TransferOffer, href: string): Content => {
  const { transferOffer: texts } = words.texts;
  const from = nameOf(offered.from) ?? texts.aRunner;
  const until = words.inTime(offered.until, offered.timeZone);
  return {
    subject: texts.subject(words.inShort(offered)),
    greeting: words.greetingOf(offered.firstName),
    paragraphs: [texts.lead(from, words.inFull(offered)), texts.take(until), texts.ignore],
    facts: [[texts.offeredUntil, until], ...words.factsOf(offered)],
    links: [{ label: texts.link, href }],
    closing: texts.closing(from),
  };
};
