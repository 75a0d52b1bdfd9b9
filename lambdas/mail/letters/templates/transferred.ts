import type { Registered } from '../letter-facts';
import type { Content } from './render';
import { nameOf, type Words } from './words';

/** The spot was transferred to somebody else, as its runner wished. `undefined` unless it was. */
export const transferred = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { ended, number, payment, passedTo } = registered;
  if (ended !== 'transferred') return undefined;
  const { transferred: texts, numberGone, seeRegistration } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      texts.lead(words.inFull(registered), nameOf(passedTo ?? '')),
      ...(number === undefined ? [] : [numberGone(number)]),
      ...(payment && payment.amount > 0 ? [texts.noMoney] : []),
    ],
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: texts.closing,
  };
};
