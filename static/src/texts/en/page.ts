import type { ProblemFailure } from '../../http/failure';
import type { Mark } from '../../page/marks';

// What both scripts need. `first.ts` and `later.ts` have what one of them needs.

/** The language of the document, and how dates, times and numbers are written in it. */
export const locale = 'en-GB';

/**
 * The sentence of a problem. The server's own is English. Another language makes one from the problem's name and its
 * parameters, see `problemIn`.
 */
export const problem = ({ detail }: ProblemFailure): string => detail;

// Dates and durations.
export const zoneOf = (city: string) => `${city} time`;
export const dayAtTime = (day: string, time: string) => `${day} at ${time}`;
export const dayAndTime = (day: string, time: string) => `${day}, ${time}`;
export const inZone = (when: string, zone: string) => `${when}, ${zone}`;
export const counted = (value: number, unit: 'day' | 'hour' | 'minute' | 'second') =>
  `${value} ${unit}${value === 1 ? '' : 's'}`;
export const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
/** The units beside the figures of a countdown. */
export const clockUnits = { day: 'day', days: 'days', hours: 'h', minutes: 'min', seconds: 's' };
export const metres = (value: string) => `${value} m`;
export const kilometres = (value: string) => `${value} km`;

export const backToRace = 'Back to the race';
export const back = 'Back';
export const tryAgain = 'Try again';
export const sending = 'Sending…';
export const tryInAMoment = ' Please try again in a moment.';
export const seeAllRaces = 'See all races';
/** What is being loaded, or could not be. */
export const things = {
  page: 'the page',
  races: 'the races',
  race: 'the race',
  registration: 'your registration',
  waiver: 'the waiver',
  offer: 'the offer',
  place: 'your place on the list',
};
export const reading = (what: string) => `Reading ${what}…`;
export const missingTitle = 'There is nothing here';
export const missingWords = (what: string) =>
  `We looked for this ${what} and found nothing. The address may be mistyped, or the race was taken down.`;
export const missingThings = {
  page: 'page',
  list: 'list',
  race: 'race',
  registration: 'registration',
  offer: 'offer',
  place: 'place',
};
export const loadNetwork = 'No connection';
export const loadLate = 'This took too long';
export const failureNetwork =
  'We cannot reach the race office from here. Check your connection; nothing you typed is lost.';
export const failureTimeout = 'The race office did not answer in time. Many people may be here at once.';
export const failureBusy = 'The race office is very busy at the moment.';
export const failureUnreadable =
  'The answer was not one this page understands. Loading the page again may bring a newer one.';

// Forms.
export const errorMark = 'Error: ';
export const summary = (count: number) =>
  count === 1 ? 'One answer needs another look' : `${count} answers need another look`;
export const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  birthDate: 'Date of birth',
  gender: 'Results list',
  emergencyContact: 'Emergency contact',
};
export const birthBoxes = { birthDay: 'Day', birthMonth: 'Month', birthYear: 'Year' };
export const birthHint = 'For example 17 5 1990. It decides the age group.';
const emptyContact = 'Enter somebody we can call on the day, with a telephone number';
export const whenEmpty = {
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  email: 'Enter your e-mail address',
  birthDate: 'Enter your date of birth',
  gender: 'Choose where results should list you',
  emergencyContact: emptyContact,
};
/** The same for a form about somebody else in the group. */
export const whenEmptyOfAnother = {
  firstName: 'Enter the first name',
  lastName: 'Enter the last name',
  email: 'Enter an e-mail address',
  birthDate: 'Enter the date of birth',
  gender: 'Choose where results should list this runner',
  emergencyContact: emptyContact,
};
/** What is wrong with an answer, by the code of `lambdas/api/faults.ts`. */
export const fault = (code: string, label: string, limit?: number): string => {
  switch (code) {
    case 'email':
      return 'Enter an e-mail address such as ada@example.com';
    case 'empty':
      return `${label} must not be empty`;
    case 'too-long':
      return `${label} must be at most ${limit} characters`;
    case 'control-characters':
      return `${label} must not contain control characters`;
    case 'impossible-birth-date':
      return `${label} must be a real date after 1900`;
    case 'future-date':
      return `${label} must not be in the future`;
    case 'same-person':
      return 'Everybody runs once: this must be somebody else';
    default:
      return `${label} is not valid`;
  }
};
export const realDate = 'Date of birth must be a real date, such as 17 5 1990';
export const samePerson = (other: number) => `This is the same person as runner ${other}, and everybody runs once`;

export const openingLabel = 'Opens in';
export const openingIsOpen = 'Registration is open';
export const openingOpensIn = (words: string) => `Registration opens in ${words}`;
export const timer = (label: string, words: string) => `${label} ${words}`;
/** The end of a link's words, for screen readers. */
export const forEvent = (event: string) => ` for ${event}`;
export const joinList = (people: number) => `Join the waiting list${people > 1 ? ' together' : ''}`;
export const howMany = 'How many of you?';
export const howManyAbout = (event: string) => ` For ${event}`;
export const allOf = (people: number) => (people === 2 ? 'Both of you' : `All ${people} of you`);
export const allOrNone = (people: number) => `${allOf(people)} get a spot together, or nobody does. One pays for all.`;

export const nextTry = (figures: Mark, clock: string) => ['Next try in ', figures(clock)];
// The runner.
export const runnerTitle = 'Who will run?';
export const runnerLead = 'Kept while you type: in this browser, and for a while with us, so that nothing is lost.';
export const toWaiver = 'Continue to the waiver';
export const emailHint = 'Your confirmation goes here.';
export const emailHintOfAnother = 'The mail with this runner’s number and link goes here.';
export const sameAddress = (name: string, email: string) => `Same address as ${name}: ${email}`;
export const genderHint = 'Where start lists and results put the runner.';
export const genders = { female: 'Women', male: 'Men', 'non-binary': 'Non-binary' };
export const contactHint = 'A name and a telephone number we can call on the day.';
export const clear = 'Clear what I typed';

// The waiver.
export const waiverTitle = 'The waiver';
export const waiverChangedTitle = 'The waiver has changed';
export const waiverChanged =
  'The race changed its waiver after you read it. Please read this version. You have not been charged, and your spot is still held.';
export const waiverDone = 'Continue to payment';
export const waiverMustAccept = 'You can only run if you accept the waiver';
export const waiverVersion = (version: string) => `Version ${version}`;
export const waiverAccept = (others: readonly string[]) =>
  `I have read the waiver and accept it${others.length > 0 ? ` for myself and for ${listed(others)}, on whose behalf I act` : ''}`;

export const payProcessorUnread = 'The payment processor could not read this card. Check its details.';
export const paySomeMissing = 'Some answers are missing.';

export const finishingWaiting = 'Waiting for the outcome';
// The outcome.
const each = (sum: string, isGroup: boolean) => `${sum}${isGroup ? ' for each of you' : ''}`;
export const chargesAnother = (sum: string, isGroup: boolean, isAuthorised: boolean) =>
  `${each(sum, isGroup)} ${isAuthorised ? 'is being' : 'was'} paid by the one who registered you.`;
export const chargesTakenOver = (sum: string, isGroup: boolean) =>
  `${each(sum, isGroup)} was paid by the runner who passed the spot on to you.`;
export const chargesAuthorised = (sum: string, isGroup: boolean) =>
  `${each(sum, isGroup)} is reserved on your card and will be charged in the next minutes.`;
export const chargesCaptured = (sum: string, isGroup: boolean) => `${each(sum, isGroup)} was charged to your card.`;
export const chargesRefunded = (sum: string, isGroup: boolean) => `${each(sum, isGroup)} was paid back to your card.`;
export const chargesFailed = (sum: string, isGroup: boolean) =>
  `${each(sum, isGroup)} could not be charged to your card. The race office will write to you.`;
const allOrYou = (isAll: boolean) => (isAll ? 'All of you' : 'You');
export const confirmedTitle = (isAll: boolean) => `${allOrYou(isAll)} are registered`;
export const confirmedHeading = (isAll: boolean) => `${allOrYou(isAll)} are on the start line`;
export const confirmedYourNumber = 'Your number is ';
export const confirmedNumber = 'number ';
/** In the place of a number, where bibs are given later. */
export const bibNone = '–';
export const bibsLater = 'Bibs are given later: the link in your mail shows yours then.';
export const confirmedOthers = 'Registered with you';
export const confirmedKeepMail = 'Keep the mail you came from: its link opens this registration at any time.';
export const confirmedMail = (b: Mark, email: string, isGroup: boolean) => [
  'A confirmation is on its way to ',
  b(email),
  `. Its link opens this registration at any time.${isGroup ? ' Each of the others gets a mail with a link of their own.' : ''}`,
];
