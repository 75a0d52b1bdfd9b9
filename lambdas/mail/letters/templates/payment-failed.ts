import type { Registered } from '../letter-facts';
import type { Content } from './render';
import { greetingOf, inFull, inMoney } from './words';

/** The payment failed after the registration. `undefined` unless it failed. */
export const paymentFailed = (registered: Registered, href: string): Content | undefined => {
  const { payment, group, raceName, eventName } = registered;
  if (payment?.state !== 'failed') return undefined;
  return {
    subject: `Your payment failed: ${eventName}, ${raceName}`,
    greeting: greetingOf(registered.firstName),
    paragraphs: [
      `We had ${group ? `${group.size} spots` : 'a spot'} for you in ${inFull(registered)}, but your bank did not pay ` +
        `${inMoney(group?.total ?? payment.amount, payment.currency)} when we asked for it. ` +
        (group ? 'So nobody of you is registered; please tell the others.' : 'So you are not registered.'),
      'Your card was not charged. While there are spots left you are welcome to register again, perhaps with another card.',
    ],
    facts: [],
    links: [{ label: 'See what happened', href }],
    closing: 'We are sorry for the trouble, and hope to see you at the start.',
  };
};
