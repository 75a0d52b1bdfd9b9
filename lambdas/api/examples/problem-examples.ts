import { type Problem, type ProblemName, problems, problemType } from '../problems';
import { challenge } from './examples';

/** Not in the file of the problems: what is computed there is part of the page's bundle. */
export const problemNames = Object.keys(problems).map((name) => name as ProblemName);
const permit = 'k1.eyJwbGFjZUlkIjoiMDE5YzZhMDEifQ.b25lIHBsYWNlIGluIGxpbmUsIHdpdGhpbiBoYWxmIGFuIGhvdXI';

const details: Readonly<Record<ProblemName, string>> = {
  'invalid-request': 'One field is not as expected: see errors.',
  'not-json': 'Send the body as JSON, with the header content-type: application/json.',
  'too-large': 'The body may have 16384 bytes at most. Nothing this address expects is so long.',
  'cross-site': 'This can be asked for from the pages of this site only.',
  'wrong-door': 'Use the address of the site: this one answers only to the site itself.',
  'not-found': 'There is no race "harbour-2037". The list of races is at /api/races.',
  'method-not-allowed':
    'This address takes GET and HEAD, and no other method. /api/openapi.json says what each is for.',
  'not-open-yet': 'Registration opens at 2027-03-01T10:00:00.000Z.',
  closed: 'Registration for this race has ended.',
  'sold-out': 'Every spot of this event is taken.',
  'all-held': 'Every spot is held by somebody who is registering right now. Some will come back: ask again in a while.',
  'too-few-spots':
    'You are 5, and 3 spots are free at this moment. Come with fewer, or join the waiting list together.',
  'waiting-list':
    'Every spot is taken, and what comes back goes to the waiting list first. Join it: you will get a mail when it is your turn.',
  'registration-id-taken':
    'This registration was begun in another browser. Begin a new one here, or go on where you began.',
  'too-many-holds': 'You hold as many spots as one person may. Finish one of them, or wait until a hold has run out.',
  'too-many-requests':
    'Too many links were asked for from your network. Ask again in an hour; the link is in your confirmation mail, too.',
  'too-many-transfers':
    'A spot can be offered five times within 24 hours, because each offer is a mail to somebody. Offer it again later.',
  'prove-work':
    'Many spots are held from your network and not paid for yet. Do the work of `challenge`, and ask again with `proof`.',
  'no-permit':
    'Ask for a spot first. If none can be had, the answer brings a permit, good for half an hour: send it with this request, from the same browser, with the id you asked under as placeId.',
  'offer-ended': 'The offer was not taken up in time, or there is none yet. Your place on the list shows what is true.',
  'wrong-size':
    'This offer is for 3 runners together. Hold it for exactly so many: `companions` names everybody but you.',
  'hold-expired': 'The time for this spot has run out and your card was not charged. Hold a spot again.',
  'hold-invalid': 'This hold was made for another registration or in another browser. Hold a spot again.',
  'no-session': 'A session begins when a spot is held, and ends with signing out. Hold a spot first.',
  'waiver-changed': 'The waiver was changed, or another one was accepted. Hold the spot again to read the current one.',
  'card-declined': 'The card has insufficient funds. Your spot is still held: try another card.',
  'payment-differs':
    'Under this id a payment of another amount, or for another event, was begun before. Your card was not charged for this one. Start a new registration: hold a spot under a new id.',
  'no-more-tries':
    'Five cards were tried for this registration. Your card was not charged. Please ask your bank, and register anew with a card that it has cleared.',
  'payment-unknown':
    'The payment processor has not answered yet. Send the same request again: you cannot be charged twice.',
  'not-the-one-who-waited':
    'Name, date of birth and e-mail address must be those the waiting list was joined with. Your card was not charged.',
  'change-too-late':
    'The race does not let runners do this themselves, or not any more. Its organiser may still help you.',
  'still-settling': 'Your card is being charged this moment. Try again in a minute.',
  'no-spot': 'It was never confirmed, or its spot was given back or passed on before.',
  'refund-changed': 'You would get back another amount than you were shown. Look again, and decide anew.',
  'passed-on': 'It was accepted before you took it back. Who accepted it runs with your number.',
  'transfer-gone': 'It was taken back, or went to somebody else.',
  'already-registered': 'Everybody runs once: this runner has a registration for the event already.',
  'not-yours': 'Open your registration with the link in your confirmation mail, or have the link sent again.',
  busy: 'Many people are asking at this moment. Nothing is lost: ask again.',
  'internal-error':
    'Something broke on our side. Please try again; if it stays so, tell us the number of this request: 7f3a.',
};

const extras: Partial<Record<ProblemName, Partial<Problem>>> = {
  'invalid-request': {
    errors: [{ field: 'runner.email', message: 'must be an e-mail address such as ada@example.com' }],
  },
  'method-not-allowed': { allow: ['GET', 'HEAD'] },
  'not-open-yet': { opensAt: '2027-03-01T10:00:00.000Z', retryAfter: 1 },
  'sold-out': { permit },
  'all-held': { retryAfter: 10, permit },
  'too-few-spots': { free: 3, permit },
  'waiting-list': { permit },
  'too-many-holds': { retryAfter: 60 },
  'too-many-requests': { retryAfter: 3600 },
  'too-many-transfers': { retryAfter: 43200 },
  'prove-work': { challenge },
  'card-declined': { triesLeft: 1 },
  'still-settling': { retryAfter: 30 },
  'refund-changed': { refund: 4000 },
  'payment-unknown': { retryAfter: 2 },
  busy: { retryAfter: 1 },
};

export const problemExample = (name: ProblemName): Problem => ({
  type: problemType(name),
  title: problems[name].title,
  status: problems[name].status,
  detail: details[name],
  ...extras[name],
});
