import type { Registered } from '../letter-facts';
import type { Content } from './render';
import type { Words } from './words';

/** The payment failed after the registration. `undefined` unless it failed. */
export const paymentFailed = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { payment, group } = registered;
  if (payment?.state !== 'failed') return undefined;
  const { paymentFailed: texts, seeWhatHappened } = words.texts;
  const amount = words.inMoney(group?.total ?? payment.amount, payment.currency);
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [texts.lead(group?.size, words.inFull(registered), amount), texts.again],
    facts: [],
    links: [{ label: seeWhatHappened, href }],
    closing: texts.closing,
  };
};
