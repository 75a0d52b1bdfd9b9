import type { Registered } from '../registered';
import type { Content } from './content';
import { greetingOf, inFull, inMoney } from './words';

/** Your spot was given back, and so much money with it. Undefined unless the registration was cancelled. */
export const cancellation = (registered: Registered, href: string): Content | undefined => {
  const { ended, cancelledBy, number, eventName, raceName } = registered;
  if (ended !== 'cancelled') return undefined;
  const isByDirector = cancelledBy === 'director';
  return {
    subject: `Cancelled: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      isByDirector
        ? `The organiser has cancelled your registration for ${inFull(registered)}.`
        : `Your registration for ${inFull(registered)} is cancelled, and your spot is given back.`,
      ...(number === undefined ? [] : [`Number ${number} is no longer yours.`]),
      ...moneyBack(registered),
    ],
    facts: [],
    links: [{ label: 'See your registration', href }],
    closing: isByDirector
      ? 'If you do not know why, please ask the organiser.'
      : 'If it was not you who cancelled, please tell the organiser. We hope to see you another time.',
  };
};

const moneyBack = ({ payment, isPaidByAnother }: Registered): readonly string[] => {
  if (!payment || payment.amount === 0) return [];
  const { amount, refund, currency } = payment;
  if (refund === undefined) return ['No money is paid back.'];
  const part = refund === amount ? '' : ` of the ${inMoney(amount, currency)} that was paid`;
  const card = isPaidByAnother ? 'the card that paid for this spot at first, not to yours' : 'the card you paid with';
  return [`${inMoney(refund, currency)}${part} goes back to ${card}. Banks may take up to ten days to show it.`];
};
