import type { Mark } from '../../page/marks';
// Around every screen.
export const skip = 'Skip to the content';
export const lostConfirmation = (link: Mark) => [
  'Lost your confirmation? ',
  link('Get the link to your registration again'),
  '.',
];
export const raceClock = 'Times count down by the race’s own clock, not by your device’s.';
// The list of races, and a race.
export const racesTitle = 'Races';
export const racesHeading = 'Find your start line';
export const racesLead = 'Places are few and go fast. Here everybody gets a fair and calm try.';
export const racesUpcoming = 'Upcoming';
export const racesPast = 'Past';
export const racesNone = 'No race is planned yet. Come back in a few days.';
export const racesOpen = 'Registration open';
export const opensInClock = (figures: Mark, clock: string) => ['Opens in ', figures(clock)];
export const opensIn = (words: string) => `Opens in ${words}`;
export const openingOpen = 'Open';
export const openingWords = (b: Mark, state: 'early' | 'open' | 'over', there: string) => [
  state === 'early' ? 'Registration opens ' : state === 'over' ? 'Registration closed ' : 'Registration is open until ',
  b(there),
];
export const whereYouAre = (here: string) => ` (${here} where you are)`;
export const distances = 'Distances';
export const freshness = (state: 'stale' | 'over' | 'fresh', zone: string) =>
  state === 'stale'
    ? 'The number of spots could not be renewed just now; it may have changed.'
    : `${state === 'over' ? '' : 'Spots are counted every few seconds; you need not reload. '}Times are ${zone}.`;
export const haveCode = 'I have a code';
export const priceNow = 'now';
export const priceFrom = (when: string) => `from ${when}`;
export const spotsStates = {
  'sold-out': 'Sold out',
  'waiting-list': 'All spots are taken',
  closed: 'Registration closed',
  paused: 'Registration is paused',
  cancelled: 'This race is cancelled',
  held: 'All spots are held right now',
};
export const spots = (count: string) => `${count} spots`;
export const spotsLeft = (left: string, of: string) => `${left} of ${of} spots left`;
export const gauge = (event: string) => `Spots left in ${event}`;
export const heldHint = (link: Mark) => [
  'Spots come back when somebody does not finish. You can also ',
  link('join the waiting list'),
  '.',
];
export const waitedHint = 'What comes back goes to the waiting list, one after the other.';
export const notYourTurn = 'Not yet';
export const instead = {
  early: 'Register at the opening',
  unknown: 'Counting the spots…',
  closed: 'Closed',
  paused: 'Paused',
  cancelled: 'Cancelled',
};
export const register = (people: number, isHeld: boolean) =>
  isHeld
    ? `Try for ${people > 1 ? `${people} together` : 'a spot'}`
    : `Register${people > 1 ? ` ${people} together` : ''}`;
// Asking for a spot.
export const startLead = (people: number) =>
  `First we hold ${people > 1 ? 'the spots' : 'a spot'} for you. Then you have some minutes to fill in the rest, in peace.`;
export const startButton = (people: number) => (people > 1 ? `Hold ${people} spots for us` : 'Hold a spot for me');
export const askingTitle = (people: number) =>
  people > 1 ? `Asking for your ${people} spots` : 'Asking for your spot';
export const askingWords = (people: number, event: string) =>
  `One moment: we are asking for ${people > 1 ? `${people} spots at once` : 'a spot'} in ${event}.`;
export const askingWorking = 'Working it out';
export const askingNow = 'Asking now';
export const askingDoing = (what: string) => `${what}…`;
export const askingStopped = 'Stopped. We do not ask any more.';
export const askingTimeLeft = 'Time to the next try';
export const askingAgain = 'Ask again';
export const askingStop = 'Stop asking';
export const pauses = {
  'all-held': {
    title: 'All spots are held right now',
    words:
      'Every spot is with somebody who is registering at this moment. Some of them will not finish, and their spots come back. We keep asking for you.',
  },
  'sale-paused': {
    title: 'Registration is paused',
    words:
      'The organiser has stopped it for a while. Everything you typed is kept. We look again by ourselves and go on when it opens.',
  },
  crowded: {
    title: 'One moment: many share your connection',
    words:
      'Many spots are held from it and not paid for yet. So your device has a number to work out first: some seconds, a minute if it is slow. Nothing is lost.',
  },
  busy: {
    title: 'Many people are asking at once',
    words: 'We ask again by ourselves, and you need not reload.',
  },
  offline: {
    title: 'No connection',
    words: 'This device cannot reach us. Everything you typed is kept. We try again by ourselves.',
  },
  unknown: { title: 'No answer yet', words: 'We try again by ourselves.' },
  'server-error': {
    title: 'Something broke on our side',
    words: 'The fault is ours. Everything you typed is kept, and we try again by ourselves.',
  },
};
export const turnedAwayTitles = {
  'not-open-yet': 'Registration has not opened yet',
  'sold-out': 'Sold out',
  'waiting-list': 'Others are waiting already',
  closed: 'Registration is closed',
  'too-many-holds': 'No more spots for now',
  'not-found': 'There is no such distance',
};
/** Without `too-many-holds`, whose sentence is that of the problem. */
export const turnedAway = (why: Exclude<keyof typeof turnedAwayTitles, 'too-many-holds'>, event: string) =>
  ({
    'sold-out': `Every spot in ${event} is taken and paid for. You have not been charged. If a spot comes back, it goes to those on the waiting list; other distances of this race may still have spots.`,
    'waiting-list': `Every spot in ${event} is taken, and what comes back goes to the waiting list first. You can join it. You have not been charged.`,
    closed: `The time to register for ${event} is over. You have not been charged.`,
    'not-found': 'This distance is not, or no longer, part of the race.',
    'not-open-yet': 'You are early, and at the right place. Stay here: the button appears by itself.',
  })[why];
export const askNow = (people: number, event: string) =>
  `Ask for your ${people > 1 ? `${people} spots` : 'spot'} in ${event} now.`;
export const askForSpots = (people: number) => (people > 1 ? `Ask for ${people} spots` : 'Ask for a spot');
export const seePlace = 'See your place on the list';

// While a spot is held.
export const progress = 'Progress';
export const stations = { spot: 'Spot', runner: 'Runner', waiver: 'Waiver', pay: 'Payment' };
export const stationDone = ', done';
const yourSpots = (people: number) => (people > 1 ? `Your ${people} spots` : 'Your spot');
export const spotsIn = (b: Mark, people: number, event: string) => [`${yourSpots(people)} in `, b(event)];
export const sent = 'sent';
export const heldLabel = 'Held for';
export const heldFor = 'held for ';
export const heldNoMore = 'time is up: we are checking';
export const stillHeld = (people: number, words: string) =>
  `${yourSpots(people)} ${people > 1 ? 'are' : 'is'} held for another ${words}`;

export const waitedLead =
  'This spot is kept for the runner who waited for it: name, e-mail address and date of birth stay as they were given then. The rest is asked now.';
export const companionLead = 'Somebody who runs with you. Everybody gets a number and a link of their own.';
export const payerLead = 'Begin with yourself, who pays.';
export const typedIsKept = 'What you type is kept, in this browser and for a while with us. ';
export const changePeople = 'Change how many you are';
export const runnerOf = (who: number, size: number) => `Runner ${who} of ${size}`;
export const toRunner = (who: number) => `Continue to runner ${who}`;
// From paying to the outcome.
export const finishing = {
  title: 'Finishing your registration',
  repeat:
    'We repeat exactly the same request, by itself. It carries the number of this one registration, so however often it arrives, you are registered once and charged once. Please do not pay in another window.',
  checking: 'The answer to your payment did not reach this page. We are checking whether your registration arrived.',
  onItsWay:
    'Your card is authorised and your registration is on its way into the start list. It is charged only when you are in.',
  safe: ' Your registration is safe with us; we keep asking for news.',
};
export const finishingBank = 'We are asking your bank. This takes a few seconds.';
export const finishingOffline = 'The connection is broken at the moment.';
export const finishingBusy = 'Many people are asking at once.';
export const finishingLong = (email: string) =>
  `This takes longer than usual. You may close this page: ${email ? `we write to ${email}` : 'we write to you'} as soon as it is decided.`;
export const finishingReload = 'You can reload this page at any time; it goes on where it was.';
export const payPauses = {
  offline: 'The connection broke before an answer came.',
  busy: 'There was no room for your request just now.',
  unknown: 'The payment processor did not answer in time, so we do not know yet whether your card was authorised.',
  'server-error': 'Something broke on our side before an answer came.',
  'all-held': '',
  'sale-paused': '',
  crowded: '',
};

export const afterwardsChangePeople = 'Change who runs';
export const afterwardsSomebodyElse = 'Register somebody else';
export const afterwardsAgain = (people: number) => (people > 1 ? 'Try again for all of you' : 'Try for another spot');
export const expiredTitle = 'Your hold has ended';
export const expiredAnew = 'Please start again';
export const expiredWhy = {
  'too-late': 'The time to register on this spot has run out, so it went back to the others.',
  'not-valid': 'Your hold belongs to another session of this browser, perhaps because its cookies were cleared.',
  'bank-too-late': 'Your bank said yes, but we heard of it after the time for this spot was over.',
  'bank-silent': 'Your bank had no answer from you in the time for this spot, so it went back to the others.',
  canceled: 'This payment was given up, so the registration needs to begin again.',
  'payment-differs': 'A payment of another amount was begun for this registration, so it needs to begin again.',
};
export const expiredOffer =
  'The time to fill in the form has run out. While the offer lasts, the spot is kept for you.';
export const expiredNotCharged = ' You have not been charged.';
export const expiredGoOn = (people: number, isOffer: boolean) =>
  `What you typed is kept. ${isOffer ? 'One' : `If ${people > 1 ? `${people} spots are` : 'a spot is'} free, one`} click holds ${people > 1 ? 'them' : 'it'} and you go on where you were.`;
export const expiredButton = (people: number, isOffer: boolean) =>
  people > 1 ? `Hold ${people} spots again` : isOffer ? 'Hold the spot again' : 'Hold another spot';
export const brokenTitle = 'This did not work';
export const brokenWords =
  'Everything you typed is kept. Trying again repeats the same registration, so it can neither count nor cost twice.';
export const brokenLinkByMail = 'Get the link by mail';
