import type { Mark } from '../../page/marks';
import { allOf } from './page';

// Sending links again.
export const linkTitle = 'Look into your mail';
export const linkSent = (b: Mark, email: string) => [
  'If ',
  b(email),
  ' is registered or waiting in line with us, a mail with the link is on its way. It can take a few minutes; look among unwanted mail, too.',
];
export const linkOther = 'Use another address';
export const linkSend = 'Send me the link';
export const linkWrong = 'Enter an e-mail address such as ada@example.com';
export const linkLabel = 'E-mail address';
export const linkBrokenTitle = 'This link no longer works';
export const linkBroken =
  'It may be old or incomplete. Enter the e-mail address of the registration and we send you a new one.';
export const linkNeededTitle = 'Open your registration';
export const linkNeeded =
  'For this the link from your mail is needed. Enter the e-mail address of the registration and we send it again.';
export const linkAgainTitle = 'Get your link again';
export const linkAgain =
  'Enter the e-mail address you registered with. We send you the links to your registrations and to your places on waiting lists.';
export const oneMoment = 'One moment…';
export const forgetTitle = 'Not your own device?';
export const forgetWords =
  'We forget here what you typed, the spots you hold without having registered, and your links. Your registrations and places in line stay yours: the links in your mails open them.';
export const forgetButton = 'Forget me on this device';

// A registration.
export const onItsWay = 'On its way';
export const beingDecided = 'This registration is being decided. The page renews itself.';
export const seeRace = 'See the race';
export const seeReceipt = 'Receipt';
export const cannotRun = 'If you cannot run';
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
export const passOnOffer = (b: Mark, until: string) => [
  b('Pass it on.'),
  ` Somebody else runs with your number. You can offer it until ${until}; no money moves here.`,
];
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
    'The time in which runners can give spots back themselves is over. The organiser may still help you.',
  'dispute-open':
    'You have told your bank that the payment is not right. Until that is decided, the spot cannot be given back. The organiser may help you.',
  'no-spot': 'This registration has no spot any more: it was given back or passed on before.',
};
export const seeRegistration = 'See your registration';
export const amountChanged = 'The amount has changed';
export const giveBackTitle = 'Give the spot back?';
export const rulesChanged =
  'The rules of this race changed since you looked. You still have your spot; please decide again.';
export const giveBackWords = (b: Mark, refund: string | undefined, price: string, event: string, number: number) => [
  b(refund ?? 'Nothing'),
  refund ? ` of ${price} goes back to the card the spot was paid with.` : ` of the ${price} goes back.`,
  ` Your spot in ${event}, number ${number}, goes to somebody else, and that cannot be undone.`,
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
/** `worth`: an amount, where it is no whole entry. */
const inAnotherRace = (worth: string | undefined) => (worth === undefined ? 'one entry' : `${worth} towards an entry`);
export const deferTitle = 'Run another time?';
export const deferWords = (
  b: Mark,
  worth: string | undefined,
  series: string,
  creditUntil: string,
  event: string,
  number: number,
) => [
  'You get ',
  b(inAnotherRace(worth)),
  ` in a later race of ${series}, until ${creditUntil}. Your spot in ${event}, number ${number}, goes to somebody else, and that cannot be undone.`,
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
export const passOnLead = (event: string) =>
  `Who should run ${event} instead of you? We send them a mail with a link. The spot stays yours until they accept. No money moves here: what they owe you is between the two of you.`;
export const recipientLabels = { firstName: 'Their first name', email: 'Their e-mail address' };
export const recipientHint = 'Look twice: whoever has the mail can take the spot.';
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
export const takeoverToSign = 'Continue to sign';
export const takingOver = 'Taking it over…';
export const takeoverTitle = 'A spot is offered to you';
export const takeoverLead = (b: Mark, from: string, event: string, race: string) => [
  `${from} passes on a spot in `,
  b(event),
  ` at ${race}. You pay nothing here: what you owe them is between the two of you.`,
];
export const takeoverUntil = (b: Mark, until: string) => ['You can take it until ', b(until), '.'];
export const noOfferTitle = 'This link does not open an offer';
export const noOffer =
  'It may be incomplete. Open it from the mail once more, or ask who offered you the spot to offer it again.';
export const takenOverTitle = 'This spot was taken over';
export const takenOver = (event: string) =>
  `The spot in ${event} has been taken over by this link. Your number is on the registration.`;
export const openRegistration = 'Open the registration';
export const goneTitle = 'This spot is no longer offered';
export const gone =
  'It was taken back, given back to the race, or its time is over. Ask who wrote to you; they may offer it again.';

// Joining a waiting list.
export const joinTitle = 'Join the waiting list';
export const joinLead = (event: string) =>
  `When a spot in ${event} comes back, it is offered to the first in line, then to the next. A place in line costs nothing, and it is no promise: perhaps no spot comes back.`;
export const joinGroup = (size: number) =>
  `${size} spots are offered to you at once, as soon as so many are free together. Those who need fewer may get theirs before; you keep your place. Now we only need to know who of you pays; the others are asked then.`;
export const joinEmailHint = (size: number) =>
  `We write here when ${size > 1 ? `${size} spots are` : 'a spot is'} yours.`;
export const joinIdentity = (size: number) =>
  size > 1
    ? 'The spots will be kept for exactly this runner and who comes along, so please write it as on your identity card.'
    : 'The spot will be kept for exactly this runner, so please write it as on your identity card.';
export const joining = 'Joining…';
export const joinedTitle = 'You asked for a place already';
export const joined = (event: string) =>
  `From this browser a place on the waiting list for ${event} was asked for. It stands.`;
export const seeYourPlace = 'See your place';
export const joinSomebodyElse = 'Put somebody else on the list';
export const notNowTitle = (isOver: boolean) => (isOver ? 'Registration is closed' : 'Registration has not opened yet');
export const notNow = (isOver: boolean, race: string) =>
  isOver
    ? `The time to register for ${race} is over, and its waiting list with it.`
    : 'There is nothing to wait for yet: at the opening all spots can be had.';

// A place on a waiting list.
export const noPlaceTitle = 'This link does not open a place in line';
export const noPlace =
  'It may be old or incomplete. Enter the e-mail address you joined with, and we send you the links to your places in line and your registrations.';
export const gettingInLine = 'You are getting in line';
export const gettingInLineWords =
  'Your wish is with us and is being put on the list, in the order in which wishes arrived.';
export const gettingInLineLabel = 'Getting in line';
export const gettingInLineNote = (isLate: boolean) =>
  isLate
    ? 'It takes longer than usual, because many people come at once. You need not stay: your wish is not lost, and this browser finds your place again.'
    : 'This page renews itself. You may reload it at any time.';
export const onListTitle = 'You are on the list already';
export const onList = (event: string) =>
  `This runner has a place in line for ${event}, and nobody is on the list twice. The link to it is in our mail to them: only whoever reads that mail can give the place up, or take what is offered to it.`;
export const onListMail = 'If you cannot find the mail, enter the e-mail address, and we send the link again.';
export const placeConfirmed = 'Thank you! Your place is confirmed.';
export const confirmByMail = (b: Mark, email: string | undefined) => [
  b('Please confirm your place:'),
  ' open the link in our mail to ',
  email ? b(email) : 'you',
  '. Until then spots go to others, and you keep your place. If no mail is there yet, it comes when your turn is near.',
];
export const confirmPlace = 'Confirm my place';
export const confirmingPlace = 'We are confirming your place…';
export const inLine = (number: string | undefined, size: number) =>
  `${number === undefined ? 'You are next in line' : `You are number ${number} in line`}${size > 1 ? `, for ${size} of you` : ''}`;
export const waitingWords = (b: Mark, size: number, event: string, email: string | undefined) => [
  `For ${size > 1 ? `${size} spots at once` : 'a spot'} in ${event}. We write to `,
  email ? b(email) : 'your e-mail address',
  ` when ${size > 1 ? 'they are' : 'one is'} yours to take. Whether and when that is, nobody knows: spots come back when somebody does not pay, or gives one back.`,
];
export const waitingGroup = (size: number) =>
  `Spots that come back one by one go to those who need fewer; you keep your place until ${size} are free together.`;
export const needNotStay = (isRemembered: boolean) =>
  `You need not keep this page open.${isRemembered ? ' This browser remembers your place.' : ''}`;
export const placeStale = 'Your place could not be looked up just now; it may have moved on.';
export const leaveList = 'Leave the list';
export const leaveTitle = (size: number, isOffered: boolean) =>
  isOffered ? `Decline the ${size > 1 ? `${size} spots` : 'spot'}?` : 'Leave the waiting list?';
export const leaveWords = (size: number, isOffered: boolean, event: string) =>
  isOffered
    ? `The ${size > 1 ? `${size} spots` : 'spot'} in ${event} ${size > 1 ? 'go' : 'goes'} to the next in line, and you are no longer on the list.`
    : `Your place in line for ${event} is given up. If you join again, you begin at the end.`;
export const leaveYes = (size: number, isOffered: boolean) =>
  isOffered ? `Yes, decline the ${size > 1 ? `${size} spots` : 'spot'}` : 'Yes, leave the list';
export const leaveNo = (isOffered: boolean) => (isOffered ? 'Keep the offer' : 'Stay in line');
export const placeOverTitles = {
  registered: 'You are registered',
  expired: 'The offer has ended',
  left: 'You have left the list',
  'not-needed': 'Spots are on sale',
};
export const placeOver = {
  registered: (event: string) =>
    `This runner has a spot in ${event}, so the place in line is no longer needed. The link in the confirmation mail opens the registration.`,
  expired: (event: string) =>
    `A spot in ${event} was kept for you until its time was up, and then went on to the next in line. If you still want to run, join again: you begin at the end.`,
  left: (event: string) => `You are no longer in line for ${event}. You can join again: you begin at the end.`,
  'not-needed': (event: string) =>
    `When you asked for a place in line, spots in ${event} could still be had. You need not wait: register now.`,
};
export const sendLinkAgain = 'Have the link sent again';
export const registerNow = 'Register now';
export const joinAgain = 'Join again';
export const offerTitle = (size: number) => `${size > 1 ? `${size} spots are` : 'A spot is'} yours to take`;
export const offerWords = (size: number, event: string, name: string) =>
  size > 1
    ? `${size} spots in ${event} have come back, and you are next in line. They are kept for ${name} and ${size === 2 ? 'one' : size - 1} more and for nobody else. Take them in time, or they go on to the next.`
    : `A spot in ${event} has come back, and you are next in line. It is kept for ${name} and for nobody else. Take it in time, or it goes on to the next.`;
export const offerGroup = (size: number) =>
  `All ${size} are taken at once, or none: in the next steps we ask who runs with you, and one card pays for all.`;
export const offerKept = (size: number, words: string) =>
  size > 1
    ? `The ${size} spots are kept for you for another ${words}`
    : `The spot is kept for you for another ${words}`;
export const keptForAnother = 'Kept for another';
export const offerUntil = (b: Mark, there: string, here: string | undefined) => [
  'Until ',
  b(there),
  here ? ` (${here} where you are)` : '',
];
export const offerPay = 'You pay in the next steps, and only once you are registered is your card charged.';
export const takeSpots = (size: number) => (size > 1 ? `Take the ${size} spots` : 'Take the spot');
export const decline = 'Decline';
export const offerOver = (size: number) =>
  `The time is up. We are looking what became of ${size > 1 ? 'them' : 'the spot'}…`;

// Screens of a registration that few runners see.
export const whichTitle = 'Which distance?';
export const which = (race: string) =>
  `This address does not name a distance of ${race}. Choose one on the page of the race.`;
export const seeDistances = 'See the distances';
const runners = (people: number) => (people === 1 ? 'one runner' : `${people} runners`);
/** Why a runner is asked before their draft is given up: a `same` event with another number of people, or `another` event. */
export const otherTitle = (state: 'registered' | 'same' | 'another', mine: string, people: number) =>
  state === 'registered'
    ? `You are registered for ${mine}`
    : `You have begun with ${mine}${state === 'same' ? ` for ${runners(people)}` : ''}`;
export const otherWords = {
  registered: 'That registration stands. You can register for another distance, or somebody else, beside it.',
  same: 'If you change the number, we look for that many spots again. What you hold now goes back to the others once its time is up, and it may be that no more can be had. What you typed is kept for as many as you are then.',
  another: 'If you change, what you hold there goes back to the others once its time is up. What you typed is kept.',
};
export const otherStay = {
  registered: () => 'Show my registration',
  same: (_mine: string, people: number) => `Go on for ${runners(people)}`,
  another: (mine: string) => `Go on with ${mine}`,
};
export const otherChange = {
  registered: (wished: string) => `Register for ${wished}`,
  same: (_wished: string, people: number) => `Hold again for ${runners(people)}`,
  another: (wished: string) => `Change to ${wished}`,
};
export const fewTitle = (free: number) => (free === 1 ? 'Only one spot is free' : `Only ${free} spots are free`);
export const fewWords = (people: number, free: number, event: string) =>
  `You are ${people}, and at this moment ${free === 1 ? 'one spot is' : `${free} spots are`} free in ${event}. ${allOf(people)} get a spot together, or nobody does: so nothing is held for you, and you have not been charged.`;
export const fewChoice = (people: number) =>
  `Come with fewer, or wait in line together until ${people} spots are free at once.`;
export const fewHold = (people: number) => (people > 1 ? `Hold ${people} spots` : 'Hold one spot');
export const fewAgain = (people: number) => `Ask for ${people} again`;
export const alreadyTitle = (name: string | undefined) =>
  name ? `${name} is registered already` : 'You are registered already';
export const already = (name: string | undefined, event: string) =>
  `Somebody with this name, date of birth and e-mail address is registered for ${event}, and everybody runs once. No card was touched. If you stop here, ${name ? 'what' : 'the spot that'} is held for you goes back by itself.`;
export const alreadyGroup = (name: string) =>
  `You are registered together or not at all: with ${name} among you, nobody would be, and no money would be taken. Put somebody else in this place, or begin again with fewer.`;
export const alreadyLink = (b: Mark, email: string) => [
  'The link in the confirmation mail to ',
  b(email),
  ' opens that registration.',
];
export const alreadySent =
  'If this address is registered with us, a mail with the link is on its way. It can take a few minutes; look among unwanted mail, too.';
export const alreadySend = (isAnother: boolean) => (isAnother ? 'Send the link there' : 'Send me its link');
export const changeDetails = 'Change the runner’s details';
export const payAnyway = 'Go on to payment all the same';
export const notRegisteredTitles = {
  duplicate: 'You are already registered',
  refused: 'No spot was left',
  'payment-failed': 'The payment failed',
  cancelled: 'You gave your spot back',
  deferred: 'You run another time',
  transferred: 'Your spot was passed on',
};
export const oneOfYou = 'One of you is already registered';
export const notRegistered = {
  duplicate: (event: string) =>
    `Somebody with this name, date of birth and e-mail address is already registered for ${event}. That registration stands. For this second one your card was not charged; a reserved amount is released.`,
  refused: (event: string) =>
    `When your registration arrived, no spot in ${event} was left for it. We are sorry. Your card was not charged; a reserved amount is released. You are on the waiting list now, ahead of those who only asked: we write to you when a spot is yours.`,
  'payment-failed': (event: string) =>
    `Your card was accepted at first but could not be charged, so you are not registered for ${event}. You can try again with another card.`,
  cancelled: (event: string) => `Your registration for ${event} has ended, and the spot goes to somebody else.`,
  deferred: (event: string) => `You gave up your spot in ${event}.`,
  transferred: (event: string) =>
    `Somebody else has taken over your spot in ${event}, with its number. Your own registration has ended; no money moves.`,
};
export const nobodyRegistered = {
  duplicate: (_people: number, event: string) =>
    `One of you is registered for ${event} already, and that registration stands. You register together or not at all: nobody was registered by this, and no money was taken. A reserved amount is released.`,
  refused: (people: number, event: string) =>
    `When your registration arrived, ${event} had no ${people} spots left. You register together or not at all: nobody was registered. We are sorry. Your card was not charged; a reserved amount is released. You are on the waiting list together now, ahead of those who only asked: we write to you when ${people} spots are yours.`,
  'payment-failed': (_people: number, event: string) =>
    `Your card was accepted at first but could not be charged, so none of you is registered for ${event}. You can try again with another card.`,
};
export const refunded = (refund: string) =>
  `${refund} goes back to the card the spot was paid with. Banks take a few days for it.`;
export const notRefunded = 'By the rules of this race, nothing of the price goes back.';
