import { type Problem, type ProblemName, problems, problemType } from './problems';

const details: Readonly<Record<ProblemName, string>> = {
  'invalid-request': 'One field is not as expected: see errors.',
  'not-json': 'Send the body as JSON, with the header content-type: application/json.',
  'too-large': 'The body may have 16384 bytes at most. Nothing this address expects is so long.',
  'cross-site': 'This can be asked for from the pages of this site only.',
  'wrong-door': 'Use the address of the site: this one answers only to the site itself.',
  'not-found': 'There is no race "harbour-2037". The list of races is at /api/races.',
  'not-open-yet': 'Registration opens at 2027-03-01T10:00:00.000Z.',
  closed: 'Registration for this race has ended.',
  'sold-out': 'Every spot of this event is taken.',
  'all-held': 'Every spot is held by somebody who is registering right now. Some will come back: ask again in a while.',
  'too-many-holds': 'You hold as many spots as one person may. Finish one of them, or wait until a hold has run out.',
  'hold-expired': 'The time for this spot has run out and your card was not charged. Hold a spot again.',
  'hold-invalid': 'This hold was made for another registration or in another browser. Hold a spot again.',
  'waiver-changed': 'The waiver was changed, or another one was accepted. Hold the spot again to read the current one.',
  'card-declined': 'The card has insufficient funds. Your spot is still held: try another card.',
  'payment-unknown':
    'The payment processor has not answered yet. Send the same request again: you cannot be charged twice.',
  'not-yours': 'Open your registration with the link in your confirmation mail, or have the link sent again.',
  busy: 'Many people are asking at this moment. Nothing is lost: ask again.',
  'internal-error':
    'Something broke on our side. Please try again; if it stays so, tell us the number of this request: 7f3a.',
};

const extras: Partial<Record<ProblemName, Partial<Problem>>> = {
  'invalid-request': {
    errors: [{ field: 'runner.email', message: 'must be an e-mail address such as ada@example.com' }],
  },
  'not-open-yet': { opensAt: '2027-03-01T10:00:00.000Z', retryAfter: 1 },
  'all-held': { retryAfter: 10 },
  'too-many-holds': { retryAfter: 60 },
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
