import type { ParametersOf, ProblemName, ProblemSentences } from '../../problems';
import { faultSentence } from './faults';

/** The `title` of each problem: it depends on the type alone. */
export const titles: Readonly<Record<ProblemName, string>> = {
  'invalid-request': 'The request is not what this address expects',
  'not-json': 'The body must be JSON',
  'too-large': 'The body is too large',
  'cross-site': 'Requests from other sites are refused',
  'wrong-door': 'This address is reached through the site only',
  'not-found': 'There is nothing here',
  'method-not-allowed': 'This address does not take this method',
  'not-open-yet': 'Registration has not opened yet',
  'sale-paused': 'Registration is paused',
  closed: 'Registration is closed',
  'sold-out': 'Sold out',
  'all-held': 'All spots are held right now',
  'too-few-spots': 'Fewer spots are free than your group needs',
  'waiting-list': 'Spots that come back go to the waiting list first',
  'too-many-holds': 'No more spots can be held from here for now',
  'registration-id-taken': 'This registration belongs to another browser',
  'too-many-requests': 'Too many requests',
  'too-many-transfers': 'This spot was offered too often today',
  'too-many-exchanges': 'Too many items were exchanged today',
  'too-many-check-in-codes': 'Too many check-in codes were asked for today',
  'prove-work': 'Your browser must do some work before it can hold more spots',
  'access-needed': 'This event needs a code',
  'no-permit': 'Joining the waiting list needs a permit',
  'offer-ended': 'Nothing is offered to this place on the waiting list',
  'wrong-size': 'The offer is for another number of runners',
  'hold-expired': 'The hold has expired',
  'hold-invalid': 'This hold is not valid here',
  'no-session': 'This browser has no session',
  'waiver-changed': 'The waiver is not the one you were shown',
  'page-outdated': 'The race asks for more than was sent',
  'form-changed': 'The race has changed its form',
  'not-eligible': 'The rules of this race do not let somebody run',
  'too-many-quotes': 'Too many quotes for this spot',
  'too-many-claims': 'Too many limited pieces are put aside',
  'item-gone': 'There is not enough of it left',
  'item-held': 'So many cannot be had just now',
  'code-unknown': 'There is no such code',
  'code-expired': 'This code is over',
  'code-used-up': 'This code is used up',
  'code-held': 'Others are using the last of this code',
  'code-free-today': 'No more free spots for your connection today',
  'too-many-tries': 'Too many codes were tried',
  'list-tried-too-often': 'Too many people who are not on the list were tried',
  'team-code-wrong': 'This code does not open the team',
  'team-closed': 'The team takes nobody any more',
  'team-full': 'The team is full',
  'not-captain': 'Only the captain may do this',
  'team-name-taken': 'Another team has this name',
  'team-held': 'The last places in the team are held by others',
  'quote-invalid': 'This quote is not for this registration',
  'entry-changed': 'The quote is for another entry',
  'paid-otherwise': 'Another amount is being paid',
  'card-declined': 'The card was declined',
  'payment-differs': 'This registration has another payment already',
  'no-more-tries': 'No other card can be tried',
  'payment-unknown': 'The payment processor did not answer in time',
  'not-the-one-who-waited': 'This spot is kept for the runner who waited for it',
  'change-too-late': 'It is too late to change this registration',
  'still-settling': 'The card is being charged at this moment',
  'dispute-open': 'The payment of this registration is disputed',
  'document-issued': 'The invoice is issued already',
  'no-spot': 'This registration has no spot',
  'refund-changed': 'The refund is not the one you were shown',
  'terms-changed': 'The terms are not those you were shown',
  'deferred-before': 'This entry was deferred before',
  'passed-on': 'This spot was passed on already',
  'transfer-gone': 'This spot is no longer offered to you',
  'already-registered': 'This runner is registered for the event already',
  'segment-not-yet': 'These messages are not all there yet',
  'segment-gone': 'These messages have another address now',
  'join-line': 'There is a line for this race',
  'not-your-turn': 'It is not your turn yet',
  'line-off': 'There is no line',
  'move-ended': 'The link is no longer good',
  'results-withdrawn': 'The organiser has withdrawn these results',
  'feed-closed': 'The live feed takes nothing now',
  'message-not-possible': 'This message cannot be about what it names',
  'not-yours': 'This registration is not open to you',
  'key-refused': 'This key does not open this',
  'idempotency-key-reused': 'Other rows were sent under this id',
  'too-fast': 'Too many requests in a second',
  busy: 'Too many people at once',
  'internal-error': 'Something broke on our side',
};

/** The `detail` of each problem: what went wrong and what a person can do. */
export const details: ProblemSentences = {
  'invalid-request': (wrong) => {
    switch (wrong.reason) {
      case 'fields':
        return `${wrong.errors.length === 1 ? 'One field is' : `${wrong.errors.length} fields are`} not as expected: see errors.`;
      case 'json-fault':
        return wrong.errors.map(faultSentence).join(' ');
      case 'empty':
        return 'The body is empty. Send a JSON object.';
      case 'not-json':
        return 'The body is not JSON. Check quotes, commas and brackets.';
      case 'not-utf8':
        return 'The body is not UTF-8 text. Send JSON encoded in UTF-8.';
      case 'webhook':
        return `This webhook is refused: ${webhookFaults[wrong.cause]}.`;
    }
  },
  'not-json': () => 'Send the body as JSON, with the header content-type: application/json.',
  'too-large': ({ limit }) => `The body may have ${limit} bytes at most.`,
  'cross-site': () => 'This can be asked for from the pages of this site only.',
  'wrong-door': () => 'Use the address of the site: this one answers only to the site itself.',
  'not-found': (missing) => {
    switch (missing.reason) {
      case 'race':
        return `There is no race "${missing.raceId}". The list of races is at /api/races.`;
      case 'form':
        return `The race "${missing.raceId}" has no form of this revision. The race itself names its present one.`;
      case 'text':
        return `The race "${missing.raceId}" has no text with this hash. Its forms name them.`;
      case 'line':
        return `The race "${missing.raceId}" has no line now: everybody may ask for a spot as soon as the sale is open.`;
      case 'feed':
        return `The race "${missing.raceId}" has no live feed, or not yet. Most have one on their day only.`;
      case 'results':
        return `The race "${missing.raceId}" has no results, or not yet.`;
      case 'page':
        return `The list "${missing.list}" has the pages 1 to ${missing.pages}.`;
      case 'event':
        return `The race "${missing.raceId}" has no event ${missing.eventId}. Its events are at /api/races/${missing.raceId}.`;
      case 'id':
        return `There is no such ${missing.what}.`;
      case 'address':
        return 'This address is not part of the API. /api/openapi.json lists those that are.';
      case 'not-yet-registered':
        return 'There is no such registration yet. If you have just registered, try again in a minute.';
      case 'not-on-the-list':
        return 'This request did not lead to a place on the waiting list. Please join again.';
      case 'no-documents':
        return 'The organiser of this race issues no invoices here. The confirmation mail says what was paid.';
      case 'nothing-paid':
        return 'Nothing was paid under this registration, so there is no receipt. The person who paid for a group has the receipt.';
    }
  },
  'method-not-allowed': ({ allow }) =>
    `This address takes ${listed(allow)}, and no other method. /api/openapi.json says what each is for.`,
  'not-open-yet': ({ opensAt }) => `Registration opens at ${opensAt}.`,
  'sale-paused': () =>
    'The organiser has paused registration for this event. A person who holds a spot can finish. Ask again in a while.',
  closed: () => 'Registration for this race has ended.',
  'sold-out': () => 'Every spot of this event is taken.',
  'all-held': () =>
    'Every spot is held by somebody who is registering right now. Some will come back: ask again in a while.',
  'too-few-spots': ({ people, free }) =>
    `You are ${people} people, and ${free === 1 ? 'one spot is free' : `${free} spots are free`} at this moment. Register fewer people, or join the waiting list together.`,
  'waiting-list': () =>
    'Every spot is taken, and spots that come back go to the waiting list first. Join it: you will get a mail when it is your turn.',
  'too-many-holds': ({ reason }) => tooManyHolds[reason],
  'registration-id-taken': () =>
    'This registration was started in another browser. Start a new one here, or continue in that browser.',
  'too-many-requests': ({ reason }) =>
    reason === 'changes'
      ? 'This was changed too often within the hour. Try again in an hour.'
      : 'Too many links were asked for from your network. Ask again in an hour; the link is in your confirmation mail, too.',
  'too-many-exchanges': () => 'A registration can exchange items ten times within 24 hours. Exchange it later.',
  'too-many-check-in-codes': () =>
    'A registration gets five new check-in codes within 24 hours. Ask the organiser, or try again later.',
  'too-many-transfers': () =>
    'A spot can be offered five times within 24 hours, because each offer is a mail to somebody. Offer it again later.',
  'prove-work': () =>
    'Many spots are held from your network and not paid for yet. Do the work of `challenge`, and ask again with `proof`.',
  'access-needed': ({ reason }) =>
    reason === 'withdrawn'
      ? 'The organiser has withdrawn the code that opened this event. If you have another one, type it on the page of the race, and ask for a spot again.'
      : 'Send the code to the address `access` of the race first, from the same browser, and its answer’s `access` with this request. It is good for an hour.',
  'no-permit': () =>
    'Ask for a spot first. If no spot is free, the answer has a permit for half an hour. Send it with this request, from the same browser, and use the id of the first request as placeId.',
  'offer-ended': () =>
    'The offer was not taken up in time, or there is none yet. Your place on the list shows what is true.',
  'wrong-size': ({ size }) =>
    `This offer is for ${size === 1 ? 'one runner' : `${size} runners together`}. Hold it for exactly this number: \`companions\` names everybody except you.`,
  'hold-expired': ({ reason }) =>
    reason === 'at-payment'
      ? 'The time for this spot has run out and your card was not charged. Hold a spot again.'
      : 'The time for this spot has run out. Hold a spot again.',
  'hold-invalid': () => 'This hold was made for another registration or in another browser. Hold a spot again.',
  'no-session': () => 'A session begins when a spot is held, and ends with signing out. Hold a spot first.',
  'waiver-changed': ({ reason }) =>
    reason === 'at-payment'
      ? 'The waiver was changed, or another one was accepted. Hold the spot again to read the current one.'
      : 'The waiver was changed since you read it. Read the current one.',
  'page-outdated': () =>
    'The race asks for more than was sent: answers to its form, or a fee. Or it asks for no fee any more. Load the page again: the spot is still kept for you.',
  'form-changed': () =>
    'What was filled in does not fit the present form of the race. Your spot is still held. Fetch the form again, and ask for another quote.',
  'not-eligible': () => 'See errors for who breaks which rule. Your spot is still held, and nothing was charged.',
  'too-many-quotes': () =>
    'A hold allows thirty quotes. A spot that is passed on allows ten in a day, and an answer that somebody cannot take it over counts as one. Pay with the last quote, which is a promise until its time is over, or try again tomorrow.',
  'too-many-claims': ({ reason, left, retryAfter }) =>
    `${putAside[reason]} ${left > 0 ? `So take at most ${left} more` : 'So go on without'}, or try again in ${Math.ceil(retryAfter / 60)} minutes. Nothing was charged.`,
  'item-gone': ({ items }) =>
    `Of ${items.map(({ variant, left }) => `${variant} there are ${left} left`).join(', of ')}. Choose something else, or go on without. Your spot is still held.`,
  'code-unknown': () => 'No code of this race is written like this, or it is for somebody else. Look at each letter.',
  'code-expired': () => 'The time of this code is over. Go on without it, or with another one.',
  'code-used-up': ({ left }) =>
    left > 0
      ? `Only ${left} of you could still use this code. Go on without it, or with fewer people.`
      : 'All uses of this code are taken. Go on without it, or with another one.',
  'code-held': () =>
    'Others have used this code and not paid yet. What is not paid comes back within 20 minutes: try again, or go on without it.',
  'team-code-wrong': () =>
    'The join code is not that of this team, or the team is in another event. Ask the captain for the link, or go on without a team.',
  'team-closed': () => 'Its captain has closed the team. Ask them, or go on without a team.',
  'team-full': ({ left }) =>
    left > 0
      ? `The team has ${left} ${left === 1 ? 'place' : 'places'} left, and you are more. Go on without a team, or with fewer people.`
      : 'All places of the team are taken. Go on without a team, or found one.',
  'not-captain': () =>
    'The captain of the team renames it, closes it, makes a new join code and removes members. Everybody may leave.',
  'team-name-taken': () =>
    'Another team of this event has the name, perhaps with other capital letters. Choose another one.',
  'team-held': () =>
    'Others hold the last places and have not paid yet. What is not paid comes back within 20 minutes: try again, or go on without a team.',
  'code-free-today': () =>
    'With this code the spot costs nothing. As many free spots of this event as one connection may take within a day were taken from yours. Go on without the code, try it over another connection, such as mobile data in place of a shared Wi-Fi, or try again tomorrow.',
  'list-tried-too-often': () =>
    'For a quarter of an hour nobody is looked up for this event, from this connection. Ask the organiser for the e-mail address under which each of you may enter, and try again then. Nothing was charged.',
  'too-many-tries': () => 'Codes are not looked up for a quarter of an hour. You can go on without one.',
  'item-held': ({ items }) =>
    `${items.map(heldItem).join(' ')} What is not paid comes back within 20 minutes. Choose something else, go on without, or try again. Your spot is still held.`,
  'quote-invalid': () =>
    'It was made for another registration, another hold or another browser, or its time is over. Ask for another quote. Nothing was charged.',
  'entry-changed': () =>
    'Send the entry exactly as the answer of the quote had it, or ask for another quote. Nothing was charged.',
  'paid-otherwise': () =>
    'A payment of another amount was begun for this registration. Your card was not charged for this one. Look at the registration in a minute.',
  'card-declined': ({ reason }) =>
    `${declined[reason]} Nothing was charged.${reason === 'canceled' ? '' : ' Your spot is still held.'}`,
  'payment-differs': () =>
    'A payment of another amount, or for another event, was started under this id before. Your card was not charged for this one. Start a new registration: hold a spot under a new id.',
  'no-more-tries': ({ reason }) => noMoreTries[reason],
  'payment-unknown': () =>
    'The payment processor has not answered yet. Send the same request again: you cannot be charged twice.',
  'not-the-one-who-waited': () =>
    'Name, date of birth and e-mail address must be those the waiting list was joined with. Your card was not charged.',
  'change-too-late': () =>
    'In this race runners cannot do this themselves, or no longer can. Its organiser may still help you.',
  'still-settling': () => 'Your card is being charged at this moment. Try again in a minute.',
  'dispute-open': () =>
    'Its payment is disputed with the bank, or the money is back on the card. Until that is decided, the spot cannot be given back or passed on. It cannot be deferred, also after that: there is no money for a credit. Ask the organiser of the race.',
  'document-issued': () =>
    'The invoice is issued, and a document never changes. The organiser of the race can take it back and issue another.',
  'no-spot': () => 'It was never confirmed, or its spot was given back or passed on before.',
  'terms-changed': () =>
    'The terms of deferring have changed since they were shown to you. Look at them again, then decide.',
  'deferred-before': () =>
    'It was paid for with a credit, and an entry can be deferred once. If it is given back, the credit is good again.',
  'refund-changed': () => 'The refund is no longer the amount that you were shown. Look at it again, then decide.',
  'passed-on': () => 'The other person accepted it before you took it back. They run with your number.',
  'transfer-gone': () => 'It was taken back, or went to somebody else.',
  'already-registered': () => 'Everybody runs once: this runner has a registration for the event already.',
  'segment-not-yet': () =>
    'A segment has ten messages, and is there once it has all of them. The head of the feed says what the last number is, and has the last messages, ten at least.',
  'segment-gone': () =>
    'A text was taken out of this feed, so older addresses are good for nothing. The head of the feed names the present epoch.',
  'results-withdrawn': () => 'The organiser publishes them again once they are right.',
  'feed-closed': () =>
    'It has not begun, or is over. A director begins it, and within a day after its end it can go on.',
  'message-not-possible': ({ reason }) => `Nothing was published: ${notPublished[reason]}.`,
  'join-line': () =>
    'So many people want a spot that they choose one after the other. The page of the race puts you into the line by itself, and says when your turn comes. (A program gets a pass with POST to …/line/pass, and sends its cookie.)',
  'not-your-turn': ({ calledTo }) =>
    `Your turn stays yours, and the page of the race says when it comes. (For a program: this event has called to ${calledTo}, and the turn of this pass is that or more.)`,
  'line-off': () => 'Nothing has to be waited for: ask for a spot as soon as the sale is open.',
  'move-ended': () =>
    'A link to another device is good for ten minutes, and for one line. Make a new one on the device that has the place.',
  'not-yours': ({ reason }) => notYours[reason],
  'key-refused': ({ reason }) => keyRefused[reason],
  'idempotency-key-reused': () =>
    'Nothing was changed. Make a new batchId for each batch, and send it again only with the same rows.',
  'too-fast': () =>
    'Nothing was changed. Send at most 20 requests a second, each with up to 1,000 rows; the same batch may be sent again.',
  busy: ({ reason }) => busy[reason],
  'internal-error': ({ requestId }) =>
    `Something broke on our side. Please try again. If it happens again, tell us the number of this request: ${requestId}.`,
};

const webhookFaults = {
  'no-signature': 'the header `Stripe-Signature` has no `t=` and `v1=`',
  'wrong-time': 'it was signed more than five minutes ago, or in the future',
  'wrong-signature': 'the signature does not match the body',
  'unknown-payment': 'the processor, when asked, knows no such payment',
} as const;

const putAside = {
  session: 'Your browser has put aside almost as many limited pieces as one may.',
  network: 'Your network has put aside almost as many limited pieces as one may.',
} as const;

const tooManyHolds = {
  session: 'You hold as many spots as one person may. Finish one of them, or wait until a hold has run out.',
  network:
    'As many spots as one network may hold are held from yours and not paid for yet. Each paid spot makes room for another one: ask again in a minute.',
  'free-network':
    'As many of these spots as one connection may take within half an hour were taken from yours. Come over another one, such as mobile data in place of a shared Wi-Fi, or ask again in half an hour.',
  'free-network-today':
    'As many of these spots as one connection may take within a day were taken from yours. Come over another one, such as mobile data in place of a shared Wi-Fi, or ask again tomorrow.',
  place: 'This offer was held five times today, each time for a new registration. Finish the last of them, or ask us.',
} as const;

const declined = {
  declined: 'Your bank declined the card. Try another one, or ask your bank.',
  'insufficient-funds': 'There is not enough money on this card. Try another one.',
  expired: 'This card has expired. Try another one.',
  'wrong-number': 'The number of the card is wrong. Enter the card again.',
  'wrong-code': 'The security code of the card is wrong. Enter the card again.',
  'not-supported': 'This card cannot pay for this. Try another one.',
  limit: 'This card has reached its limit. Try another one, or ask your bank.',
  'try-again': 'Your bank could not say whether it takes the card. Try again in a minute, or try another card.',
  'do-not-try-again': 'Your bank refuses this card, however often you try it. Try another one, or ask your bank.',
  'authentication-failed': 'Your bank did not confirm that it is you. Try again, or try another card.',
  canceled: 'This payment was given up. Start a new registration.',
  'too-many-cards': 'This card was not tried: too many cards were declined for now.',
  'card-data-invalid': 'The card data is no longer valid. Enter the card again.',
} as const;

const noMoreTries = {
  hold: 'Five cards were tried for this registration, and none was accepted. Nothing was charged. Please ask your bank, and register again with a card that it has approved.',
  session:
    'Too many cards were tried from this browser for now. Nothing was charged. Please ask your bank, and come back in three quarters of an hour.',
  network:
    'Too many cards were declined on your network for now. Nothing was charged. Try again from another connection, or in three quarters of an hour.',
  place:
    'Too many cards were tried for this offer today. Nothing was charged. Please ask your bank, and come back tomorrow if the offer still stands.',
} as const;

const notYours = {
  registration: 'Open your registration with the link in your confirmation mail, or have the link sent again.',
  change: 'Open it with the link in your mail, or have the link sent again.',
  place: 'Open your place on the waiting list with the link you were given, or have it sent again.',
  'place-by-mail': 'This needs the link in the mail we sent to the address of this place.',
  ticket: 'This ticket is for another place on the waiting list. Open yours with its link.',
} as const;

const keyRefused = {
  none: 'Send the key that a director of this race made in the console: `Authorization: Bearer slk_…`.',
  unknown: 'Nobody was given this key. Look at each letter, or have a director of the race make another one.',
  withdrawn: 'This key was withdrawn. A director of the race can make another one.',
  'another-race': 'This key is for another race.',
  'another-scope': 'This key is for something else. A director of the race can make one for this.',
} as const;

const busy = {
  crowd: 'Many people are asking at this moment. Nothing is lost: ask again.',
  slow: 'This took too long. Please try again in a moment.',
  unavailable: 'We could not do this just now. Nothing is lost: please try again.',
} as const;

const listed = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const heldItem = ({ variant, ofNetwork }: ParametersOf<'item-held'>['items'][number]): string =>
  ofNetwork
    ? `${variant}: your connection may put no more of it aside before it pays for some. Take fewer, or ask over another connection, such as mobile data.`
    : `${variant}: the last ones are in other people’s baskets.`;

const notPublished: Readonly<Record<ParametersOf<'message-not-possible'>['reason'], string>> = {
  'no-such-message': 'there is no message under the number in "of" yet',
  'not-correctable': 'what is there is no comment, split, order or notice. Name the message that was said first',
  withdrawn: 'what is there was withdrawn',
  'other-kind': 'a correction is of the kind of what it corrects',
  'too-many-lists': 'the feed has as many lists of leaders as it may. Use one of those that are there',
};
