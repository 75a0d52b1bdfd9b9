import type { Group, Registered } from '../letter-facts';
import type { Content } from './render';
import { greetingOf, inFull, inMoney } from './words';

/** The spot was given back, with the amount of the refund. `undefined` unless the registration was cancelled. */
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
      ...(registered.group
        ? ['This is about you alone: nothing changes for those who were registered together with you.']
        : []),
    ],
    facts: [],
    links: [{ label: 'See your registration', href }],
    closing: isByDirector
      ? 'If you do not know why, please ask the organiser.'
      : 'If it was not you who cancelled, please tell the organiser. We hope to see you another time.',
  };
};

const moneyBack = ({ payment, isPaidByAnother, group }: Registered): readonly string[] => {
  if (!payment || payment.amount === 0) return [];
  const { amount, refund, currency } = payment;
  if (refund === undefined) return ['No money is paid back.'];
  const paid = group ? 'was paid for you' : 'was paid';
  const part = refund === amount ? '' : ` of the ${inMoney(amount, currency)} that ${paid}`;
  return [
    `${inMoney(refund, currency)}${part} goes back to ${cardOf(isPaidByAnother, group)}. Banks may take up to ten days to show it.`,
  ];
};

const cardOf = (isPaidByAnother: boolean, group: Group | undefined): string => {
  if (isPaidByAnother) return 'the card that paid for this spot at first, not to yours';
  return group?.payer === undefined ? 'the card you paid with' : 'the card that paid for all of you';
};
