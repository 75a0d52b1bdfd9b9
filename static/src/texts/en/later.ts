import type { Mark } from '../../page/marks';
import { allOf } from './page';

// Sending links again.
export const linkTitle = 'Look into your mail';
export const linkSent = (b: Mark, email: string) => [
  'If ',
  b(email),
  ' is registered or on a waiting list with us, a mail with the link is on its way. It can take a few minutes; look among unwanted mail, too.',
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
  'We forget here what you typed, the spots you hold without having registered, and your links. Your registrations and places on waiting lists stay yours: the links in your mails open them.';
export const forgetButton = 'Forget me on this device';

// Screens of a registration that few runners see.
export const refusedTitles = {
  'wrong-size': 'The offer is for another number',
  'offer-ended': 'The offer has ended',
  'not-the-one-who-waited': 'This spot is kept for the runner who waited',
  'access-needed': 'This needs your code once more',
};
export const refused = {
  'wrong-size': () => 'It holds for exactly as many as joined the list together. You have not been charged.',
  'offer-ended': () =>
    'The spot was kept for you for a while and is not any more, so it went on to the next on the list. You have not been charged. Your place on the list shows where you stand.',
  'not-the-one-who-waited': () =>
    'Name, e-mail address and date of birth must be the ones that joined the waiting list. You have not been charged. Take up the offer again from your place on the list: it fills them in as they were.',
  'access-needed': (event: string) =>
    `${event} is for those who have a code, and it is good for an hour. Type it again on the page of the race. You have not been charged.`,
};
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
  `Come with fewer, or wait together on the list until ${people} spots are free at once.`;
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
