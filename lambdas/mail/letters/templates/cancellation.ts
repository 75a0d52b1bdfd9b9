import type { Registered } from '../letter-facts';
import type { Content } from './render';
import type { Words } from './words';

/** The spot was given back, with the amount of the refund. `undefined` unless the registration was cancelled. */
export const cancellation = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { ended, cancelledBy, number } = registered;
  if (ended !== 'cancelled') return undefined;
  const isByDirector = cancelledBy === 'director';
  const { cancellation: texts, numberGone, seeRegistration } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      (isByDirector ? texts.byDirector : texts.byRunner)(words.inFull(registered)),
      ...(number === undefined ? [] : [numberGone(number)]),
      ...moneyBack(words, registered),
      ...(registered.group ? [texts.alone] : []),
    ],
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: isByDirector ? texts.closingByDirector : texts.closing,
  };
};

const moneyBack = (
  { inMoney, texts: { cancellation: texts } }: Words,
  { payment, isPaidByAnother, group }: Registered,
): readonly string[] => {
  if (!payment || payment.amount === 0) return [];
  const { amount, refund, currency } = payment;
  if (refund === undefined) return [texts.noMoney];
  const whole = refund === amount ? undefined : inMoney(amount, currency);
  const card = isPaidByAnother ? 'first' : group?.payer === undefined ? 'own' : 'payer';
  return [texts.money(inMoney(refund, currency), whole, group !== undefined, card)];
};
