import type { Mark } from '../../page/marks';

// Gifts, tickets and fundraisers. They load where an event is not run, and where somebody collects.

// The page of a race.
export const besides = 'Give, or come along';
export const priceOf = (price: string) => `${price} each`;
export const ticketsLeft = (left: string, of: string) => `${left} of ${of} tickets left`;
export const giftWords = 'Without running, for what this race collects.';
export const giftBusy = 'Very many people are giving at this moment. Try again in a minute.';
export const ticketStates = {
  'sold-out': 'Sold out',
  'waiting-list': 'Sold out',
  closed: 'Sales have ended',
  cancelled: 'The race is cancelled',
  paused: 'Sales are paused',
  held: 'All tickets are held right now; some may come back',
  early: 'Sold from the opening of the race',
  unknown: 'Counting the tickets…',
};
export const giftStates = {
  closed: 'The race is over',
  cancelled: 'The race is cancelled',
  paused: 'No gifts are taken for a while',
  early: 'From the opening of the race',
};
export const action = { gift: 'Donate', ticket: 'Get a ticket' };
export const howManyTickets = 'How many tickets?';

// From the first click to the outcome.
export const of = {
  gift: {
    startLead: 'You choose how much in the next steps. Nothing is charged before you say so.',
    start: () => 'Begin',
    asking: () => 'One moment',
    soldOut: 'No gift can be taken right now',
    soldOutWords: 'Nothing was charged. Please try again in a minute.',
    closedTitle: 'The race is over',
    closed: 'No gifts are taken any more.',
    bar: (_people: number, event: string, b: Mark) => [b(event)],
    barLabel: 'Time to give',
    left: (words: string) => `${words} left to give`,
    expiredTitle: 'The time to give has run out',
    expired: 'Nothing was charged. What you typed is kept: begin again, and you go on where you were.',
    again: () => 'Begin again',
    finishing: 'Taking your gift',
    onItsWay: 'Your card is authorised, and your gift is being written down.',
    thanks: () => 'Thank you',
    done: 'Your gift has arrived.',
    another: 'Give once more',
    keepMail: 'The link in your mail opens what you gave at any time.',
    mail: (b: Mark, email: string) => ['A mail is on its way to ', b(email), '. Its link opens what you gave.'],
    refusedTitle: 'Your gift was not taken',
    refused: 'It reached us too late, and nothing was charged. A reserved amount is released. We are sorry.',
    unpaidTitle: 'Your bank did not pay',
    unpaid: 'Your card was accepted at first and could not be charged, so nothing was given.',
    cancelledTitle: 'This gift is cancelled',
  },
  ticket: {
    startLead: 'First we hold the tickets for you. Then you have some minutes to fill in the rest.',
    start: (people: number) => (people > 1 ? `Hold ${people} tickets for us` : 'Hold a ticket for me'),
    asking: (people: number) => (people > 1 ? `Asking for ${people} tickets` : 'Asking for your ticket'),
    soldOut: 'No ticket is left',
    soldOutWords: 'Nothing was charged. Look again later: tickets that are not paid for come back.',
    closedTitle: 'Sales have ended',
    closed: 'No tickets are sold any more.',
    bar: (people: number, event: string, b: Mark) => [
      people > 1 ? `Your ${people} tickets: ` : 'Your ticket: ',
      b(event),
    ],
    barLabel: 'Held for',
    left: (words: string) => `Your ticket is held for another ${words}`,
    expiredTitle: 'Your ticket is held no more',
    expired: 'Nothing was charged. What you typed is kept: ask again, and you go on where you were.',
    again: (people: number) => (people > 1 ? `Hold ${people} tickets again` : 'Hold a ticket again'),
    finishing: 'Booking your ticket',
    onItsWay: 'Your card is authorised, and your ticket is being written down. It is charged only when you have it.',
    thanks: (people: number) => (people > 1 ? 'Your tickets are booked' : 'Your ticket is booked'),
    done: 'We look forward to seeing you.',
    another: 'Get another ticket',
    keepMail: 'The link in your mail opens this ticket at any time.',
    mail: (b: Mark, email: string) => ['A mail is on its way to ', b(email), '. Its link opens your ticket.'],
    refusedTitle: 'No ticket was left',
    refused: 'It reached us too late, and nothing was charged. A reserved amount is released. We are sorry.',
    unpaidTitle: 'Your bank did not pay',
    unpaid: 'Your card was accepted at first and could not be charged, so you have no ticket.',
    cancelledTitle: 'This ticket is cancelled',
  },
};
export const tooFew = (free: number) => `Only ${free === 1 ? 'one is' : `${free} are`} left. Choose fewer.`;
export const ticketNumber = 'Ticket';
export const othersWithYou = 'Booked with you';
export const askOrganiser = 'If you cannot come, write to the organiser of the race.';
export const moneyBack = (sum: string) => `${sum} goes back to your card. Banks take a few days for it.`;
export const noMoneyBack = 'No money goes back.';
export const longWait = (email: string) =>
  `This takes longer than usual. You may close this page: we write to ${email || 'you'} as soon as it is decided.`;

// The form.
export const form = {
  gift: {
    who: 'Who gives?',
    lead: (_size: number) => 'Kept while you type, so that nothing is lost.',
    another: 'Somebody who gives with you.',
    of: (who: number, size: number) => `Giver ${who} of ${size}`,
    emailHint: 'A mail with a link goes here.',
    toNext: (who: number) => `Continue to giver ${who}`,
    extras: 'Your gift',
    changeExtras: 'Change your gift',
    toExtras: 'Continue to your gift',
  },
  ticket: {
    who: 'Who comes along?',
    lead: (size: number) =>
      size > 1
        ? 'Begin with yourself, who pays. Everybody gets a ticket.'
        : 'Kept while you type, so that nothing is lost.',
    another: 'Somebody who comes with you. Everybody gets a mail with a link of their own.',
    of: (who: number, size: number) => `Ticket ${who} of ${size}`,
    emailHint: 'The mail with this ticket goes here.',
    toNext: (who: number) => `Continue to ticket ${who}`,
    extras: 'Extras',
    changeExtras: 'Change the extras',
    toExtras: 'Continue to extras',
  },
};
export const toCheck = 'Check what it costs';
export const promise = 'This price is promised until the time above is over. Nothing was charged yet.';
export const giftHowMuch = 'How much would you like to give?';
export const giftMissing = 'Choose how much you would like to give';
export const giftOther = 'Another amount';
export const giftAmount = (currency: string) => `Amount in ${currency}`;
export const giftCause = 'For what?';
export const collectedBy = (title: string) => `Your gift counts on the page “${title}”.`;
export const collectedGone = 'That page does not collect any more. You can give all the same, without it.';
export const collectedNot = 'Give without that page';
export const collectedPublic = 'My first name and initial may be shown there';

// Who collects.
export const fundraisersTitle = (race: string) => `Who collects at ${race}`;
export const fundraisersLead =
  'These people collect for what the race supports. Give to one of them, and it counts on their page.';
export const search = 'Search by title or name';
export const searchButton = 'Search';
export const found = (total: number) => (total === 1 ? 'One page' : `${total} pages`);
export const foundNone = 'Nobody collects here yet.';
export const foundNothing = 'No page fits this search.';
export const more = 'Show more';
export const loadingMore = 'Reading more…';
export const by = (name: string) => `By ${name}`;
export const bySomebody = 'A fundraiser';
export const raised = (sum: string, target: string | undefined, gifts: number) =>
  `${sum}${target === undefined ? '' : ` of ${target}`} from ${gifts === 1 ? 'one gift' : `${gifts} gifts`}`;
export const raisedNone = (target: string | undefined) =>
  target === undefined ? 'No gift yet: be the first.' : `No gift yet towards ${target}: be the first.`;
export const gauge = (title: string) => `How much of its target ${title} has reached`;
export const closedPage = 'This page does not collect any more.';
export const donate = 'Donate';
export const noWayToGive = 'No gifts are taken at this moment.';
export const whoGave = 'Who gave';
export const whoGaveNone = 'Nobody who gave wanted to be named.';
export const allFundraisers = 'Everybody who collects';

// One's own page.
export const collectTitle = 'Collect for a cause';
export const collectLead =
  'Write why you run, and send the address to your friends. Everybody sees your first name, the initial of your last name, what you write and what came together.';
export const collectOffer = 'Friends give on a page of your own, and everybody sees what came together.';
export const collectLink = 'Make your page';
export const collectEdit = 'Your page';
export const collectYours = 'Change your page';
export const collectCause = 'For what?';
export const collectName = 'Title of your page';
export const collectNameHint = 'Its first one makes the address, which stays.';
export const collectStory = 'Your story';
export const collectStoryHint = 'Plain text, up to 2,000 characters.';
export const collectTarget = (currency: string) => `Your target in ${currency} (optional)`;
export const collectOpen = 'My page collects';
export const collectOpenHint = 'Without the tick it stays where it is and takes no gifts.';
export const collectSave = 'Save';
export const collectSaved = 'Saved. Everybody sees it within a minute.';
export const collectSee = 'See your page';
export const collectHidden =
  'The organiser has hidden your page. Nobody else sees it. Write to them if you do not know why.';
export const collectMissing = {
  title: 'Write a title of at most 80 characters',
  story: 'Write a story of at most 2,000 characters',
  target: 'The target must be an amount, such as 500',
};

// The name of somebody who gave.
export const donorTitle = 'Your name as a donor';
export const donorNamed =
  'The page of this fundraiser shows your first name and the initial of your last name, with what you gave.';
export const donorUnnamed =
  'The page of this fundraiser does not show your name. If it did until now, it can take a minute until everybody sees it without.';
export const donorHide = 'Do not show my name';
export const donorShow = 'Show my name';
