import type { Mark } from '../../page/marks';

// Joining a waiting list.
export const joinTitle = 'Join the waiting list';
export const joinLead = (event: string) =>
  `When a spot in ${event} comes back, it is offered to the first on the waiting list, then to the next. A place on it costs nothing, and it is no promise: perhaps no spot comes back.`;
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
export const noPlaceTitle = 'This link does not open a place on a waiting list';
export const noPlace =
  'It may be old or incomplete. Enter the e-mail address you joined with, and we send you the links to your places on waiting lists and your registrations.';
export const joiningList = 'You are getting onto the list';
export const joiningListWords =
  'Your wish is with us and is being put on the list, in the order in which wishes arrived.';
export const joiningListLabel = 'Getting onto the list';
export const joiningListNote = (isLate: boolean) =>
  isLate
    ? 'It takes longer than usual, because many people come at once. You need not stay: your wish is not lost, and this browser finds your place again.'
    : 'This page renews itself. You may reload it at any time.';
export const onListTitle = 'You are on the list already';
export const onList = (event: string) =>
  `This runner has a place on the list for ${event}, and nobody is on it twice. The link to it is in our mail to them: only somebody who reads that mail can give the place up, or take what is offered to it.`;
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
  `${number === undefined ? 'You are next on the list' : `You are number ${number} on the list`}${size > 1 ? `, for ${size} of you` : ''}`;
export const waitingWords = (b: Mark, size: number, event: string, email: string | undefined) => [
  `For ${size > 1 ? `${size} spots at once` : 'a spot'} in ${event}. We write to `,
  email ? b(email) : 'your e-mail address',
  ` when ${size > 1 ? 'they are' : 'one is'} yours to take. Whether and when that is, nobody knows: spots come back when somebody does not pay, or gives one back.`,
];
export const waitingGroup = (size: number) =>
  `Spots that come back one by one go to those who need fewer; you keep your place until ${size} are free together.`;
export const fewer = 'Fewer of you?';
export const fewerWords =
  'You keep your place on the list, and fewer spots have to be free together. If you are more again later, you have to join again, at the end.';
export const fewerDo = (people: number) => (people > 1 ? `Wait for ${people} spots` : 'Wait for 1 spot');
export const needNotStay = (isRemembered: boolean) =>
  `You need not keep this page open.${isRemembered ? ' This browser remembers your place.' : ''}`;
export const placeStale = 'Your place could not be looked up just now; it may have moved on.';
export const leaveList = 'Leave the list';
export const leaveTitle = (size: number, isOffered: boolean) =>
  isOffered ? `Decline the ${size > 1 ? `${size} spots` : 'spot'}?` : 'Leave the waiting list?';
export const leaveWords = (size: number, isOffered: boolean, event: string) =>
  isOffered
    ? `The ${size > 1 ? `${size} spots` : 'spot'} in ${event} ${size > 1 ? 'go' : 'goes'} to the next on the list, and you are no longer on it.`
    : `Your place on the list for ${event} is given up. If you join again, you begin at the end.`;
export const leaveYes = (size: number, isOffered: boolean) =>
  isOffered ? `Yes, decline the ${size > 1 ? `${size} spots` : 'spot'}` : 'Yes, leave the list';
export const leaveNo = (isOffered: boolean) => (isOffered ? 'Keep the offer' : 'Stay on the list');
export const placeOverTitles = {
  registered: 'You are registered',
  expired: 'The offer has ended',
  left: 'You have left the list',
  removed: 'You are no longer on the list',
  'not-needed': 'You need not wait',
};
export const placeOver = {
  registered: (event: string) =>
    `This runner has a spot in ${event}, so the place on the list is no longer needed. The link in the confirmation mail opens the registration.`,
  expired: (event: string) =>
    `A spot in ${event} was kept for you until its time was up, and then went on to the next on the list. If you still want to run, join again: you begin at the end.`,
  left: (event: string) => `You are no longer on the list for ${event}. You can join again: you begin at the end.`,
  removed: (event: string) =>
    `The organiser of the race has taken you off the list for ${event}. You have paid nothing, and nothing is charged. If you did not expect this, please ask the organiser.`,
  'not-needed': (event: string) =>
    `When you asked for a place on the list, spots in ${event} could still be had; or the race was cancelled since. The page of the race says which.`,
};
export const sendLinkAgain = 'Have the link sent again';
export const registerNow = 'Register now';
export const joinAgain = 'Join again';
export const offerTitle = (size: number) => `${size > 1 ? `${size} spots are` : 'A spot is'} yours to take`;
export const offerWords = (size: number, event: string, name: string) =>
  size > 1
    ? `${size} spots in ${event} have come back, and you are next on the list. They are kept for ${name} and ${size === 2 ? 'one' : size - 1} more and for nobody else. Take them in time, or they go on to the next.`
    : `A spot in ${event} has come back, and you are next on the list. It is kept for ${name} and for nobody else. Take it in time, or it goes on to the next.`;
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
