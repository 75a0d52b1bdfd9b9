import type { TransferOffer } from '../letter-facts';
import type { Content } from './render';
import { factsOf, greetingOf, inFull, inTime, nameOf } from './words';

/** A runner wants to transfer their spot to the recipient. */
export const transferOffer = (offered: TransferOffer, href: string): Content => {
  const from = nameOf(offered.from) ?? 'A runner';
  const until = inTime(offered.until, offered.timeZone);
  return {
    subject: `A spot is offered to you: ${offered.eventName}, ${offered.raceName}`,
    greeting: greetingOf(offered.firstName),
    paragraphs: [
      `${from} has a spot in ${inFull(offered)}, and would like to pass it on to you.`,
      `To take it, register by the link below before ${until}. You pay nothing here: the entry fee is paid.`,
      'If you do not want it, you need not do anything.',
    ],
    facts: [['Offered until', until], ...factsOf(offered)],
    links: [{ label: 'See the spot', href }],
    closing: `${from} gave us your address for this mail only. Whoever has the link can take the spot, so please do not pass it on.`,
  };
};
