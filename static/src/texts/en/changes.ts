import type { Mark } from '../../page/marks';

// A registration.
export const onItsWay = 'On its way';
export const beingDecided = 'This registration is being decided. The page renews itself.';
export const seeRace = 'See the race';
export const seeReceipt = 'Receipt';
export const bibTitle = 'On race day';
export const bibLater = 'You get your bib number later. It will be shown here.';
export const bibGot = 'You have been checked in. Good luck!';
export const bibCode =
  'Show this code when you come to get your bib, here or on paper. Give it to nobody: it says that you are you.';
export const bibCodeImage = 'Your check-in code, a QR code';
export const newCode = 'Does somebody else have a picture of this code?';
export const newCodeWords =
  'Get a new one. The old code is refused from then on, also on paper and in pictures of your own. Nothing else changes.';
export const codeIsNew = 'This is your new code. The old one is refused now.';
export const getNewCode = 'Get a new code';
export const gettingCode = 'Getting a new code …';
export const resultName = 'Your name in results';
export const resultNameWords =
  'Lists of starters and results show your name. You can take it out, before the race and after: your place and time stay, as “Name withheld”, and there is no certificate. It cannot be brought back.';
export const resultNameOver =
  'You have no spot any more. If lists of starters or results were published before, they may still show your name. You can take it out; it cannot be brought back.';
export const nameInNone = 'No list of starters and no results show your name.';
export const takeNameOut = 'Take my name out';
export const takingNameOut = 'Taking it out…';
export const nameIsOut =
  'Your name is taken out. Results that were published with it lose it within some minutes, and copies in browsers within a day.';
export const cannotRun = 'If you cannot run';
export const raceCancelled = 'The race is cancelled';
export const raceCancelledWords =
  'You need to do nothing. The organiser has decided what you get back, and a mail tells you when it is on its way.';
export const readingRules = 'Reading what this race allows…';
export const rulesUnread = 'What this race allows could not be read just now. ';
export const onceCharged =
  'Once your card has been charged, you can give the spot back or pass it on here, as the race allows.';
export const organiserDecides =
  'Whether a spot can be given back or passed on, the organiser of this race decides. Write to them if you cannot run.';
export const tooLateToChange =
  'The time to give spots back or pass them on is over. The organiser decides now: write to them if you cannot run.';
export const noRefund = 'Nothing of the price goes back';
export const refundToYou = (part: string, whole: string) => `You get back ${part} of ${whole}`;
export const refundToPayer = (part: string, whole: string) =>
  `${part} of ${whole} goes back to the one who paid for it`;
export const giveBackOffer = (b: Mark, refund: string, until: string) => [
  b('Give it back.'),
  ` ${refund}. You can decide until ${until}.`,
];
export const giveBackLink = 'Give the spot back';
export const deferOffer = (b: Mark, until: string) => [
  b('Run another time.'),
  ` You give the spot up for an entry in a later race. You can decide until ${until}.`,
];
export const deferLink = 'Run another time';
export const passOnOffered = (b: Mark, name: string, until: string) => [
  b('Pass it on.'),
  ` You offered it to ${name}. It stays yours until they accept, which they can until ${until}.`,
];
export const passOnOffer = (b: Mark, until: string, fee: string | undefined) => [
  b('Pass it on.'),
  ` Somebody else runs with your number. You can offer it until ${until}; ${
    fee ? `they pay the organiser’s fee of ${fee}, and you pay nothing.` : 'no money moves here.'
  }`,
];
export const unpaid = (amount: string) =>
  `Your bank refused ${amount} when we charged it, so that was not paid. You keep this spot. The organiser knows, and may ask you for it.`;
export const unpaidDue = (amount: string) =>
  `Your bank refused ${amount} when we charged it, so that was not paid. You keep this spot. You can pay with the same card or with another one.`;
export const payDue = (amount: string) => `Pay ${amount}`;
/** What could not be charged: the difference of a move, or the fee of somebody who took a spot over. */
export const due = {
  difference: {
    title: 'The difference is not paid yet',
    lead: (b: Mark, event: string, amount: string) => [
      'You were moved to ',
      b(event),
      ', and the bank refused the difference of ',
      b(amount),
      ' when we charged it. You keep the spot. You can pay with the same card or with another one.',
    ],
    line: 'Difference to the other event',
    paidTitle: 'The difference is paid',
    unpaidTitle: 'The difference is not paid',
  },
  fee: {
    title: 'The fee is not paid yet',
    lead: (b: Mark, event: string, amount: string) => [
      'You took over a spot in ',
      b(event),
      ', and the bank refused the fee of ',
      b(amount),
      ' when we charged it. You keep the spot. You can pay with the same card or with another one.',
    ],
    line: 'Fee for the change of runner',
    paidTitle: 'The fee is paid',
    unpaidTitle: 'The fee is not paid',
  },
};
export const dueOver =
  'Nothing was charged. You can go on with the payment, unless the organiser has decided about it since.';
export const dueFinishing = {
  title: 'Finishing your payment',
  repeat:
    'We repeat exactly the same request, by itself. It carries the number of this one payment, so however often it arrives, you are charged once. Please do not pay in another window.',
  checking: 'The answer to your payment did not reach this page. We are checking whether your payment arrived.',
  onItsWay: 'Your card is authorised. It is charged only if the money is still due.',
  safe: ' Your payment is safe with us; we keep asking for news.',
};
export const duePaid = (b: Mark, event: string) => ['You run ', b(event), '. Nothing else has changed.'];
export const dueUnpaid =
  'Nothing was charged: the bank refused it again, the organiser has decided about it since, or your registration has changed. You keep the spot that you have. If your bank shows the amount as reserved, the reservation ends within a few days.';
export const checkedInStays =
  'You are checked in, so the spot stays yours. If you cannot run after all, tell the organiser at the desk.';
export const seeOffer = 'See the offer';
export const passOnLink = 'Pass it on';
export const giveBackDecided = (isOver: boolean) =>
  `Whether a spot can be given back${isOver ? ' now' : ''}, the organiser decides.`;
export const passOnDecided = (isOver: boolean) =>
  `Whether a spot can be passed on${isOver ? ' now' : ''}, the organiser decides.`;

// Giving a spot back.
export const notGivenBack = 'Your spot was not given back';
export const notGivenBackWhy = {
  'change-too-late':
    'Runners can no longer give this spot back themselves: the time for it is over, the race is cancelled, or the runner is checked in. The organiser may still help you.',
  'dispute-open':
    'The payment is disputed with your bank, or was given back. Until that is decided, the spot cannot be given back. The organiser may help you.',
  'no-spot': 'This registration has no spot any more: it was given back or passed on before.',
};
export const seeRegistration = 'See your registration';
export const amountChanged = 'The amount has changed';
export const giveBackTitle = 'Give the spot back?';
export const rulesChanged =
  'The rules of this race changed since you looked. You still have your spot; please decide again.';
/** `number`: what they wear, if they have it. */
const spotGoes = (event: string, number: number | undefined) =>
  ` Your spot in ${event}${number === undefined ? '' : `, number ${number},`} goes to somebody else, and that cannot be undone.`;
export const giveBackWords = (
  b: Mark,
  refund: string | undefined,
  price: string,
  event: string,
  number: number | undefined,
) => [
  b(refund ?? 'Nothing'),
  refund ? ` of ${price} goes back to the card the spot was paid with.` : ` of the ${price} goes back.`,
  spotGoes(event, number),
];
export const offerEndsToo = (name: string) => `Your offer to ${name} ends with it.`;
export const decideUntil = (until: string) => `You can decide until ${until}.`;
export const settling =
  'Your card is being charged this moment, and money that is not there yet cannot go back. We try again by ourselves; you still have your spot.';
export const givingBack = 'Giving it back…';
export const giveBackFor = (refund: string | undefined) =>
  refund ? `Give the spot back for ${refund}` : 'Give the spot back for nothing';
export const keepSpot = 'Keep my spot';

export const linesBack = 'What comes back of it';
export const lineColumn = 'Paid for';
export const paidColumn = 'Paid';
export const backColumn = 'Comes back';
export const lineKinds = { entry: 'Entry', item: 'Item', donation: 'Donation', fee: 'Fee', code: 'Code', team: 'Team' };
export const itemLine = (item: string, variant: string) => (variant === item ? item : `${item}, ${variant}`);
export const donationLine = (cause: string) => `Donation: ${cause}`;
export const times = (count: number, label: string) => (count > 1 ? `${count} × ${label}` : label);

// Running another time.
/** Of a credit for one entry. */
export const wholeEntry =
  'It pays for any distance up to this one. Towards a longer one it counts as much as this entry cost.';
/** `worth`: an amount, where it is no whole entry. */
const inAnotherRace = (worth: string | undefined) => (worth === undefined ? 'one entry' : `${worth} towards an entry`);
export const deferTitle = 'Run another time?';
export const deferWords = (
  b: Mark,
  worth: string | undefined,
  series: string,
  creditUntil: string,
  event: string,
  number: number | undefined,
) => [
  'You get ',
  b(inAnotherRace(worth)),
  ` in a later race of ${series}, until ${creditUntil}.`,
  spotGoes(event, number),
];
export const deferFee = (b: Mark, fee: string) => [
  'A fee of ',
  b(fee),
  ' is charged when you use it, and nothing now.',
];
export const deferFree = 'Using it costs nothing.';
export const deferNoMoney = 'No money goes back, and everything that you bought with this spot ends with it.';
export const deferNow = 'Give the spot up and run another time';
export const deferring = 'Giving it up…';
export const notDeferred = 'You still have your spot';
export const termsChanged = 'The terms have changed';
export const readingCredit = 'Reading your credit…';
export const creditWords = (b: Mark, worth: string | undefined, series: string, until: string) => [
  'In its place you have ',
  b(inAnotherRace(worth)),
  ` in a later race of ${series}, until ${until}.`,
];
/** What the entry cost was given back, or it cost nothing. */
export const creditEnded = 'No credit is left for it. If you have paid for the entry, you got the money back.';
export const creditUse =
  'When you register there, enter this code before you pay. It is good once, and for you alone: use the same name, date of birth and e-mail address.';
export const creditCode = 'Your code:';
export const creditUsed = 'It pays for another registration of yours at this moment.';

// Passing a spot on.
export const takingBack = 'Taking it back…';
export const takeBack = 'Take it back';
export const offerLasts = (until: string) => `The offer lasts until ${until}.`;
export const backToMine = 'Back to my registration';
export const offeredTo = (name: string) => `Offered to ${name}`;
export const offerMailed = (b: Mark, name: string, email: string) => [
  'A mail with a link goes to ',
  b(email),
  `. Until ${name} accepts, the spot stays yours, and you can take the offer back.`,
];
export const offerMailLimits = (name: string) =>
  `Nobody gets more than three such mails from us in a day, and no address that turned our mail away before gets any. If it has not come within the hour, ask ${name} for another address, or offer it again tomorrow.`;
export const offeredAlready = (name: string | undefined) => `Your spot is offered to ${name ?? 'somebody'} already`;
export const earlierOffer = (email: string | undefined) =>
  `An earlier offer${email ? ` to ${email}` : ''}, perhaps from another device, still stands; nobody else was written to now. Take it back, and you can offer the spot again.`;
export const tookBack = 'You took the offer back';
export const yoursAgain = (event: string) =>
  `The spot in ${event} is yours as before. The link in the mail does not work any more.`;
export const offerAgain = 'Offer it to somebody else';
export const notOffered = 'Your spot was not offered';
export const passOnTooLate =
  'The time in which runners can pass spots on themselves is over. The organiser may still help you.';
export const passOnTitle = 'Pass your spot on';
export const passOnLead = (event: string, fee: string | undefined) =>
  `Who should run ${event} instead of you? We send them a mail with a link. The spot stays yours until they accept. ${
    fee
      ? `They pay the organiser’s fee of ${fee} for the change, by card, and you pay nothing.`
      : 'No money moves here:'
  } ${fee ? 'What they owe you for the spot' : 'what they owe you'} is between the two of you.`;
export const recipientLabels = { firstName: 'Their first name', email: 'Their e-mail address' };
export const recipientHint = 'Look twice: a person who has the mail can take the spot.';
export const recipientFaults = {
  firstName: 'Enter their first name, in 60 characters at most',
  email: 'Enter their e-mail address, such as bea@example.com',
};
export const sendOffer = 'Send the offer';

// Taking a spot over.
export const transferEndedTitles = {
  'transfer-gone': 'This spot is no longer offered',
  'change-too-late': 'It is too late to take over this spot',
  'already-registered': 'This runner is registered already',
};
export const transferEnded = {
  'transfer-gone': 'It was taken back, given back to the race, or somebody else was faster. Ask who wrote to you.',
  'change-too-late': 'The time in which spots can be passed on is over. The organiser may still help you.',
  'already-registered':
    'Everybody runs once, and this runner has a spot in the race already. Look at the answers again if they are somebody else’s.',
};
export const spotIsYours = 'The spot is yours';
export const takenOverMail = (b: Mark, email: string) => [
  'A confirmation is on its way to ',
  b(email),
  '. Its link opens this registration at any time.',
];
export const openYours = 'Open your registration';
export const lookAgain = 'Look at the answers again';
export const takeoverWaiverChanged =
  'The race changed its waiver after you read it. Please read this version. The spot is still offered to you.';
export const takeOver = 'Take over the spot';
export const takeoverToPay = 'Continue to payment';
export const feeLine = 'Fee for the change of runner';
export const feeOverTitle = 'The time to pay is over';
export const feeOver = 'Nothing was charged. The spot is still offered to you, unless its runner has taken it back.';
export const feeAgain = 'Go on with the payment';
export const feeLetGo =
  'Your card was not charged. If your bank shows the fee as reserved, the reservation ends within a few days.';
export const takeoverToSign = 'Continue to sign';
export const takingOver = 'Taking it over…';
export const takeoverTitle = 'A spot is offered to you';
export const takeoverLead = (b: Mark, from: string, event: string, race: string, fee: string | undefined) => [
  `${from} passes on a spot in `,
  b(event),
  ` at ${race}. ${
    fee
      ? `The organiser takes a fee of ${fee} for the change, which you pay by card at the end.`
      : 'You pay nothing here:'
  } ${fee ? 'What you owe them for the spot' : 'what you owe them'} is between the two of you.`,
];
export const takeoverUntil = (b: Mark, until: string) => ['You can take it until ', b(until), '.'];

// Moving to a dearer event.
export const moveTitle = (event: string) => `A spot in ${event} is kept for you`;
export const moveOfferLead = (b: Mark, from: string, event: string, race: string, difference: string) => [
  `You are registered for ${from} at ${race}. For `,
  b(difference),
  ', which is what it costs more, you run ',
  b(event),
  ' instead.',
];
export const moveUntil = (b: Mark, until: string) => ['The spot is kept until ', b(until), '.'];
export const moveStays =
  'Your registration and its link stay, and your number is another one. If you would rather not change, you need not do anything: nothing is charged, and the spot goes to others.';
export const movePay = (difference: string) => `Pay ${difference} and change`;
export const moveQuoteOver =
  'Nothing was charged. The spot is still kept for you, unless the organiser has taken it back.';
export const moveFinishing = {
  title: 'Finishing your change of event',
  repeat:
    'We repeat exactly the same request, by itself. It carries the number of this one payment, so however often it arrives, you are moved once and charged once. Please do not pay in another window.',
  checking: 'The answer to your payment did not reach this page. We are checking whether your payment arrived.',
  onItsWay:
    'Your card is authorised and you are being moved to the other event. It is charged only when you are there.',
  safe: ' Your payment is safe with us; we keep asking for news.',
};
export const moveLong =
  'This takes longer than usual. You may close this page: the link in the mail says what became of it.';
export const movedTitle = (event: string) => `You run ${event} now`;
export const moved = (b: Mark, number: number) => [
  'The difference is paid, and the number of your spot is ',
  b(String(number)),
  '. A mail with the link to your registration is on its way.',
];
export const movedUnpaid = (b: Mark, number: number) => [
  'You were moved, and the number of your spot is ',
  b(String(number)),
  '. But the bank refused the difference when we charged it: nothing was charged. You keep this spot. The page of your registration says how you can pay it, unless the organiser has decided about it.',
];
export const movedBeforeTitle = (event: string) => `You were moved to ${event}`;
export const movedBefore =
  'The difference is paid. Your registration has changed since: its own page says what is true now.';
export const movedBeforeUnpaid =
  'The bank refused the difference when we charged it: nothing was charged. Your registration has changed since: its own page says what is true now.';
export const moveGoneTitle = 'This spot is no longer kept for you';
export const moveGone =
  'Its time is over, the organiser has taken it back, or your registration has changed since. Nothing has moved, and nothing was charged. The organiser can offer it again.';
export const moveLetGo = 'If your bank shows the amount as reserved, the reservation ends within a few days.';

export const noOfferTitle = 'This link does not open an offer';
export const noOffer =
  'It may be incomplete. Open it from the mail once more, or ask who offered you the spot to offer it again.';
export const takenOverTitle = 'This spot was taken over';
export const takenOver = (event: string) =>
  `The spot in ${event} has been taken over by this link. Your number is on the registration.`;
export const takenOverElsewhere = (event: string) =>
  `The spot in ${event} has been taken over by this link. If that was you, the link of your registration is in your confirmation. Enter the e-mail address of the registration and we send it to you again.`;
export const openRegistration = 'Open the registration';
export const goneTitle = 'This spot is no longer offered';
export const gone =
  'It was taken back, given back to the race, or its time is over. Ask who wrote to you; they may offer it again.';
