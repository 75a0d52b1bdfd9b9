// The words of moves to another event. The first view of the console is without them.

export const moveOffered = (to: string, difference: string, state: string) =>
  `${to}, for ${difference} more: ${state}.`;
export const moveOfferStates: Readonly<Record<'open' | 'over' | 'taken' | 'withdrawn', (until: string) => string>> = {
  open: (until) => `a spot is kept until ${until}`,
  over: (until) => `not answered by ${until}`,
  taken: () => 'they paid and were moved',
  withdrawn: () => 'ended before they paid',
};
/** Why the link of an open offer opens nothing now. */
export const moveOfferBars: Readonly<
  Record<'cancelled' | 'checked-in' | 'disputed' | 'settling' | 'has-spot', string>
> = {
  cancelled: 'Nobody can pay for it: that event is cancelled.',
  'checked-in': 'They cannot pay for it while they are checked in. If the check-in is taken back, they can.',
  disputed:
    'They cannot pay for it: a payment is disputed, or was given back. Once it is decided under “Disputes” that they keep the spot, they can.',
  settling: 'They cannot pay for it until their card was charged.',
  'has-spot': 'They cannot pay for it: they have a spot there, or in another event that nobody may run beside it.',
};
export const move = {
  title: 'Move to another event',
  lead: 'The registration stays, with its link and what was bought. The runner gets a spot in the other event, and their spot here goes to the waiting list, or back on sale.',
  difference: 'If the events do not cost the same',
  differenceHint: 'The price of the other event is that of today.',
  refund: 'Give back what they paid above its price',
  charge: 'The runner gets or pays the difference',
  leave: 'Leave the money as it is: nobody pays',
  passWaiting: 'They come before those who wait for the other event',
  act: 'Move them',
};
export interface MoveFacts {
  readonly from: { readonly name: string };
  readonly to: { readonly name: string };
  readonly number: number;
  /** Places of items that go back. */
  readonly returned: readonly number[];
  readonly unanswered: readonly string[];
  readonly bib?: number;
  readonly isChanged: boolean;
}
interface OfferedMove {
  readonly difference: string;
  readonly until: string;
}
const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);
export const chargedMore = (difference: string) => `The runner paid ${difference} more`;
export const movedBetween = (from: string, to: string) => `From ${from} to ${to}`;
/** `refund`: how much goes back, if any does. */
export const moveWould = ({ from, to, number, returned, unanswered, bib, isChanged }: MoveFacts, refund?: string) =>
  isChanged
    ? [
        `They leave ${from.name} and run in ${to.name}. Their spot there is at present number ${number}. A mail tells them.`,
        refund === undefined ? 'No money moves.' : `${refund} goes back to the card that paid.`,
        ...(returned.length > 0
          ? [`${to.name} does not have ${items(returned.length)} of theirs: they go back on sale.`]
          : []),
        ...(bib === undefined ? [] : [`Bib ${bib} is nobody’s any more. Give them another one.`]),
        ...(unanswered.length > 0
          ? [`${to.name} asks what they never answered: ${unanswered.join(', ')}. Ask them.`]
          : []),
      ]
    : [`They run in ${to.name} already. Nothing changes.`];
/** `offer`: what they are asked to pay, and until when. */
export const moveOfferWould = ({ from, to, returned, unanswered, isChanged }: MoveFacts, offer: OfferedMove) =>
  isChanged
    ? [
        `${to.name} costs ${offer.difference} more than their entry did. A spot of it is kept for them until ${offer.until}, and a mail tells them how to pay.`,
        `Until then they stay in ${from.name}. When they pay, they are moved by themselves; when they do not, the spot goes to others and nothing has moved.`,
        ...(returned.length > 0
          ? [`${to.name} does not have ${items(returned.length)} of theirs: they go back on sale when they pay.`]
          : []),
        ...(unanswered.length > 0
          ? [`${to.name} asks what they never answered: ${unanswered.join(', ')}. Ask them.`]
          : []),
      ]
    : [`They have this offer already: ${offer.difference} until ${offer.until}. Nothing changes.`];
export const moveOfferDid = ({ to }: MoveFacts, offer: OfferedMove) => [
  `A spot in ${to.name} is kept for them until ${offer.until}. The mail is on its way; they pay ${offer.difference}.`,
];
export const movedUnpaid = 'they were moved';
/** Of a difference or a fee. */
export const unpaid: Readonly<Record<'due' | 'paid' | 'waived' | 'moved', string>> = {
  due: 'It could not be charged, and they keep the spot. It is due until they pay, or until you decide what becomes of it.',
  paid: 'It could not be charged. They paid it in another way.',
  waived: 'It could not be charged. Nobody asks them for it.',
  moved: 'It could not be charged. They were moved again since.',
};
export const settleUnpaid = {
  title: 'What could not be charged',
  lead: 'The runner can pay it by card on the page of their registration. You can also move them, or cancel the registration below.',
  mail: 'Mail them the link to pay',
  send: 'Send the mail',
  paid: 'They paid in another way',
  waived: 'They need not pay',
  act: 'Write it down',
  did: 'It is written down. Nobody is reminded of it any more.',
};
export const mailDue = (email: string) =>
  `A mail goes to ${email}, with the link to their registration. It says what is due, and the page takes their card.`;
export const mailedDue = (email: string) => `The mail to ${email} is on its way.`;
export const settleUnpaidWould = {
  paid: (amount: string) =>
    `You write down that you have the ${amount}. They keep the spot. If they give it back, the money that came by card goes back to the card; this amount you give back yourself.`,
  waived: (amount: string) =>
    `They keep the spot and do not owe the ${amount} any more. To take the spot instead, move them or cancel the registration.`,
};
export const withdrawMove = {
  label: 'Take the offer back',
  act: 'Take it back',
};
export const withdrawWould = (to: string) =>
  `The spot in ${to} goes to others, and the link in the mail works no more. The runner stays where they are. No mail tells them.`;
export const withdrawDid = 'The offer is taken back.';
export const moveDid = ({ to, number, bib }: MoveFacts, refund?: string) => [
  `They run in ${to.name} now, as number ${number}.`,
  ...(refund === undefined ? [] : [`${refund} is on its way back.`]),
  ...(bib === undefined ? [] : [`Bib ${bib} is nobody’s any more. Give them another one.`]),
];
