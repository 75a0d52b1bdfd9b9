import * as v from 'valibot';
import * as examples from '../examples/examples';
import * as formExamples from '../examples/form-examples';
import { quoteGiven, quoteRequest } from '../messages/quotes';
import { actionRequired, registrationAccepted } from '../messages/registrations';
import { moveSubmission, quotedSubmission, submission, transferSubmission } from '../messages/submission';
import { unreadable } from '../problems';
import type { Operation } from './operation';

/** The operations from a hold to a registration that is handed in, by route. */
export const payOperations = {
  'PUT /api/registrations/{registrationId}/quote': {
    id: 'quoteRegistration',
    summary: 'What an entry costs, before paying',
    description:
      'For a hold that names a `form`. Checks the whole entry against the present revision of the form, prices it line by line and signs the price until the hold ends. Send `quote` and `entry` of the answer back unchanged with the registration. Answers to questions that are not asked are dropped and named. After a card was declined, send that quote as `previous` with `tried`: there is one payment, whose amount changes. A hold is good for thirty quotes.',
    security: 'session',
    request: { name: 'QuoteRequest', schema: quoteRequest, examples: { ada: formExamples.quoteRequest } },
    answer: {
      status: 200,
      description: 'The price, as a promise.',
      body: { name: 'QuoteGiven', schema: quoteGiven, examples: { ada: formExamples.quoteGiven } },
    },
    problems: [
      ...unreadable,
      'hold-invalid',
      'hold-expired',
      'not-the-one-who-waited',
      'access-needed',
      'form-changed',
      'not-eligible',
      'too-many-quotes',
      'too-many-claims',
      'item-gone',
      'item-held',
      'code-unknown',
      'code-expired',
      'code-used-up',
      'code-held',
      'code-free-today',
      'too-many-tries',
      'list-tried-too-often',
      'team-code-wrong',
      'team-closed',
      'team-full',
      'team-held',
      'busy',
    ],
  },
  'PUT /api/registrations/{registrationId}': {
    id: 'register',
    summary: 'Register and pay',
    description:
      'Authorises the card and hands the registration in. Send `hold` back untouched. Safe to send again: nobody is registered or charged twice. The card is charged only once the registration is confirmed. With a hold for several, `companions` says who they are, in its order: one payment for all, and all of them are registered or nobody is. With a price, name the card by `confirmationToken` or by `paymentMethod`, not both; without, by neither. A hold with a `form` needs `quote` and `entry` in place of `runner` and `companions`, and the card pays the total of the quote. When the answer is `action-required`, show the question of the bank with the `clientSecret` and, whatever the runner answered it, send the same request again with `resume`: the answer says how it goes on. To take a spot over for a fee, send `transfer` and `runner` of its quote in place of the hold; it needs the token of the link in the mail that offers the spot (`Authorization: Bearer`) and no session (`not-yours`). To move to a dearer event, send `move` in the same way.',
    security: 'session',
    request: {
      name: 'Submission',
      schema: v.union([submission, quotedSubmission, transferSubmission, moveSubmission]),
      examples: {
        ada: examples.submission,
        together: examples.submissionOfGroup,
        'after the bank asked': examples.submissionResumed,
        'with a quote': formExamples.quotedSubmission,
        'to take a spot over': formExamples.transferSubmission,
        'to move to a dearer event': formExamples.moveSubmission,
      },
    },
    answer: {
      status: 202,
      description: 'Handed in. Ask for what became of it after `pollAfter` seconds.',
      body: {
        name: 'RegistrationAccepted',
        schema: registrationAccepted,
        examples: { accepted: examples.registrationAccepted },
      },
    },
    otherAnswer: {
      status: 200,
      description: 'The bank of the runner asks them first. Nothing is held or charged.',
      body: { name: 'ActionRequired', schema: actionRequired, examples: { asked: examples.actionRequired } },
    },
    problems: [
      ...unreadable,
      'hold-invalid',
      'hold-expired',
      'not-the-one-who-waited',
      'waiver-changed',
      'page-outdated',
      'quote-invalid',
      'entry-changed',
      'paid-otherwise',
      'card-declined',
      'payment-differs',
      'payment-unknown',
      'not-yours',
    ],
  },
} as const satisfies Record<string, Operation>;
