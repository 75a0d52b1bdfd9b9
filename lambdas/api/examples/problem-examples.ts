import { type Arguments, problemBody } from '../problem-body';
import { type Problem, type ProblemName, problems } from '../problems';
import { challenge } from './examples';

/** Not in the file of the problems: what is computed there is part of the page's bundle. */
export const problemNames = Object.keys(problems).map((name) => name as ProblemName);
const permit = 'k1.eyJwbGFjZUlkIjoiMDE5YzZhMDEifQ.b25lIHBsYWNlIGluIGxpbmUsIHdpdGhpbiBoYWxmIGFuIGhvdXI';

/** The example of a type that has several sentences shows one of them. */
const parameters: { readonly [N in ProblemName]: Arguments<N> } = {
  'invalid-request': [{ reason: 'fields', errors: [{ field: 'runner.email', code: 'email' }] }],
  'not-json': [],
  'too-large': [{ limit: 16_384 }],
  'cross-site': [],
  'wrong-door': [],
  'not-found': [{ reason: 'race', raceId: 'harbour-2037' }],
  'method-not-allowed': [{ allow: ['GET', 'HEAD'] }],
  'not-open-yet': [{ opensAt: '2027-03-01T10:00:00.000Z', retryAfter: 1 }],
  closed: [],
  'sold-out': [{ permit }],
  'all-held': [{ retryAfter: 10, permit }],
  'too-few-spots': [{ people: 5, free: 3, permit }],
  'waiting-list': [{ permit }],
  'registration-id-taken': [],
  'too-many-holds': [{ reason: 'session', retryAfter: 60 }],
  'too-many-requests': [{ retryAfter: 3600 }],
  'too-many-transfers': [{ retryAfter: 43_200 }],
  'prove-work': [{ challenge }],
  'no-permit': [],
  'offer-ended': [],
  'wrong-size': [{ size: 3 }],
  'hold-expired': [{ reason: 'at-payment' }],
  'hold-invalid': [],
  'no-session': [],
  'waiver-changed': [{ reason: 'at-payment' }],
  'card-declined': [{ reason: 'insufficient-funds', mayRetrySameCard: false, triesLeft: 1 }],
  'page-outdated': [],
  'form-changed': [{ form: 4, errors: [{ field: 'people.0.answers.stop', code: 'not-answered' }] }],
  'not-eligible': [{ errors: [{ field: 'people.1', code: 'too-young', limit: 18 }] }],
  'too-many-quotes': [],
  'code-unknown': [{ code: 0 }],
  'code-expired': [{ code: 0 }],
  'code-used-up': [{ code: 0, left: 0 }],
  'code-held': [{ code: 0, left: 0, retryAfter: 30 }],
  'too-many-tries': [{ retryAfter: 900 }],
  'item-gone': [{ items: [{ variant: 'shirt-m', state: 'gone', left: 0 }] }],
  'item-held': [{ items: [{ variant: 'shirt-m', state: 'held', left: 0 }], retryAfter: 30 }],
  'quote-invalid': [],
  'entry-changed': [],
  'paid-otherwise': [],
  'payment-differs': [],
  'no-more-tries': [{ reason: 'hold' }],
  'payment-unknown': [{ retryAfter: 2 }],
  'not-the-one-who-waited': [],
  'change-too-late': [],
  'still-settling': [{ retryAfter: 30 }],
  'dispute-open': [],
  'document-issued': [],
  'no-spot': [],
  'refund-changed': [{ refund: 4000 }],
  'passed-on': [],
  'transfer-gone': [],
  'already-registered': [],
  'not-yours': [{ reason: 'registration' }],
  busy: [{ reason: 'crowd', retryAfter: 1 }],
  'internal-error': [{ requestId: '7f3a' }],
};

export const problemExample = <N extends ProblemName>(name: N): Problem => problemBody(name, ...parameters[name]);
