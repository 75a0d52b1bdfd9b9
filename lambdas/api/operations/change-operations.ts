import * as v from 'valibot';
import * as examples from '../examples/examples';
import * as formExamples from '../examples/form-examples';
import * as receiptExamples from '../examples/receipt-examples';
import {
  cancellationRequest,
  cancelled,
  exchangeRequest,
  itemExchanged,
  moveQuoted,
  moveQuoteRequest,
  nameWithheld,
  transferAcceptance,
  transferAccepted,
  transferOffered,
  transferQuoted,
  transferRequest,
  transferStatus,
  transferWithdrawn,
} from '../messages/changes';
import { deferral, deferralRequest, registrationDeferred } from '../messages/deferrals';
import { billing, receipt, receiptRequested } from '../messages/receipts';
import { transferEntry } from '../messages/transfer-entry';
import { type ProblemName, unreadable } from '../problems';
import type { Operation } from './operation';

/** Problems because of which a registration keeps its spot. */
const unchangeable: readonly ProblemName[] = [
  'not-yours',
  'change-too-late',
  'still-settling',
  'dispute-open',
  'no-spot',
];

/** Operations on what was registered and paid, and on a spot that is offered to somebody. */
export const changeOperations = {
  'GET /api/registrations/{registrationId}/receipt': {
    id: 'showReceipt',
    summary: 'Invoice and credit notes of a payment',
    description:
      'Needs what showing the registration needs. Prices contain the tax. An invoice is issued a day after the card was charged, a credit note after a refund. `not-found`: nothing was paid under this id; a group has one receipt, under the id of the runner who paid.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'What was issued, newest first.',
      body: {
        name: 'Receipt',
        schema: receipt,
        examples: { issued: receiptExamples.receipt, due: receiptExamples.receiptDue },
      },
    },
    problems: ['not-yours', 'still-settling'],
  },
  'POST /api/registrations/{registrationId}/receipt': {
    id: 'requestReceipt',
    summary: 'Ask for the invoice before its day',
    description:
      'It is issued by the next run of the function that numbers documents, usually within a minute. After that, no billing address can be added. Safe to send again. `not-found`: nothing was paid under this id, or the organiser issues no documents.',
    security: 'bearer',
    answer: {
      status: 202,
      description: 'It is on its way, or there.',
      body: {
        name: 'ReceiptRequested',
        schema: receiptRequested,
        examples: { requested: receiptExamples.receiptRequested },
      },
    },
    problems: ['cross-site', 'not-yours', 'still-settling'],
  },
  'PUT /api/registrations/{registrationId}/billing': {
    id: 'setBilling',
    summary: 'Say whom the invoice is addressed to',
    description:
      'Until the first document is issued. Replaces what was said before; without it, the invoice names no buyer. Safe to send again.',
    security: 'bearer',
    request: { name: 'Billing', schema: billing, examples: { company: receiptExamples.billing } },
    answer: { status: 204, description: 'The invoice will say so.' },
    problems: [...unreadable, 'not-yours', 'still-settling', 'document-issued'],
  },
  'POST /api/registrations/{registrationId}/cancellation': {
    id: 'cancelRegistration',
    summary: 'Give the spot back',
    description:
      'Ends the registration and refunds what the race allows: see `changes` of the race. The spot goes to the waiting list, or is sold again. Safe to send again.',
    security: 'bearer',
    request: {
      name: 'CancellationRequest',
      schema: cancellationRequest,
      examples: { ada: examples.cancellationRequest },
    },
    answer: {
      status: 200,
      description: 'Cancelled. The refund is on its way.',
      body: { name: 'Cancelled', schema: cancelled, examples: { cancelled: examples.cancelled } },
    },
    problems: [...unreadable, ...unchangeable, 'refund-changed'],
  },
  'GET /api/registrations/{registrationId}/deferral': {
    id: 'showDeferral',
    summary: 'What running another time would bring, or brought',
    description:
      'What the runner would have in place of the spot: an entry in a later race of the same series, and what it would cost then. `deferred`: they gave the spot up, and this is their credit.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'The terms, or the credit.',
      body: {
        name: 'Deferral',
        schema: deferral,
        examples: { offered: formExamples.deferralOffered, deferred: formExamples.registrationDeferred },
      },
    },
    problems: [...unchangeable, 'deferred-before'],
  },
  'POST /api/registrations/{registrationId}/deferral': {
    id: 'deferRegistration',
    summary: 'Run another time',
    description:
      'Ends the registration without a refund, for a credit: one entry in a later race of the same series, for the same person. The fee is charged when the credit is used: send its code among `codes` of a quote. Safe to send again.',
    security: 'bearer',
    request: { name: 'DeferralRequest', schema: deferralRequest, examples: { ada: formExamples.deferralRequest } },
    answer: {
      status: 200,
      description: 'Deferred.',
      body: {
        name: 'RegistrationDeferred',
        schema: registrationDeferred,
        examples: { deferred: formExamples.registrationDeferred },
      },
    },
    problems: [...unreadable, ...unchangeable, 'terms-changed', 'deferred-before'],
  },
  'PUT /api/registrations/{registrationId}/items/{position}': {
    id: 'exchangeItem',
    summary: 'Take another size',
    description:
      'Exchanges an item for another variant of it at the same price. `position` is its place among the `lines` of the registration, from 0. The one it had is sold again at once. Not once it was handed out. A registration can exchange items ten times in 24 hours. Safe to send again.',
    security: 'bearer',
    request: { name: 'ExchangeRequest', schema: exchangeRequest, examples: { large: { variant: 'shirt-l' } } },
    answer: {
      status: 200,
      description: 'Exchanged.',
      body: { name: 'ItemExchanged', schema: itemExchanged, examples: { large: examples.itemExchanged } },
    },
    problems: [
      ...unreadable,
      'not-yours',
      'change-too-late',
      'no-spot',
      'item-gone',
      'item-held',
      'too-many-exchanges',
    ],
  },
  'PUT /api/registrations/{registrationId}/transfer': {
    id: 'offerTransfer',
    summary: 'Pass the spot on',
    description:
      'Offers the spot to somebody, who gets a mail with a link. It stays with its runner until the other person accepts. No money changes hands. A spot can be offered five times in 24 hours. Safe to send again.',
    security: 'bearer',
    request: { name: 'TransferRequest', schema: transferRequest, examples: { bea: examples.transferRequest } },
    answer: {
      status: 202,
      description: 'Offered.',
      body: { name: 'TransferOffered', schema: transferOffered, examples: { offered: examples.transferOffered } },
    },
    problems: [...unreadable, ...unchangeable, 'too-many-transfers'],
  },
  'DELETE /api/registrations/{registrationId}/transfer': {
    id: 'withdrawTransfer',
    summary: 'Take back the offer to pass the spot on',
    description: 'Safe to send again, and when nothing was offered. `passed-on`: it was accepted before.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'Nothing is offered to anybody.',
      body: {
        name: 'TransferWithdrawn',
        schema: transferWithdrawn,
        examples: { withdrawn: examples.transferWithdrawn },
      },
    },
    problems: ['cross-site', 'not-yours', 'passed-on'],
  },
  'DELETE /api/registrations/{registrationId}/result-name': {
    id: 'withholdResultName',
    summary: 'Take one’s name out of results',
    description:
      'From now on, no list of starters or results has the name; places and times stay. It leaves what was published before within some minutes, and every cache within a day. Safe to send again. It cannot be undone.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'The name is withheld.',
      body: {
        name: 'NameWithheld',
        schema: nameWithheld,
        examples: { withheld: { registrationId: examples.transferWithdrawn.registrationId, status: 'withheld' } },
      },
    },
    problems: ['cross-site', 'not-yours', 'no-spot', 'too-many-requests'],
  },
  'GET /api/transfers/{transferId}': {
    id: 'showTransfer',
    summary: 'What is offered to somebody',
    description:
      'A spot that somebody wants to pass on; or, to a registered runner, a spot in a dearer event, for the difference. Needs the token of the link in the mail that offers it. Once the spot is taken over, the new runner has the link of the registration in a mail of their own.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'The offer, or what became of it.',
      body: {
        name: 'TransferStatus',
        schema: transferStatus,
        examples: { ...examples.transferStatuses, ...formExamples.moveStatuses },
      },
    },
    problems: ['not-yours'],
  },
  'PUT /api/transfers/{transferId}': {
    id: 'acceptTransfer',
    summary: 'Take over a spot',
    description:
      'Registers the person whom it was offered to, with the same number. The runner who offered it is no longer registered. In a race with a form, the person who takes the spot over answers its questions about a person, keeps its rules and signs its documents: they send `form` and `entry` in place of `runner`. Where the race has a fee for it, this is `page-outdated`: ask for a quote and pay it. Ten answers in 24 hours may be that somebody is registered already or may not run, or that the offer is gone. Safe to send again: once it is taken over, only its new runner is told so and gets the link again; for anybody else the offer is gone.',
    security: 'bearer',
    request: {
      name: 'TransferAcceptance',
      schema: v.union([transferAcceptance, transferEntry]),
      examples: { bea: examples.transferAcceptance, 'with a form': formExamples.transferEntry },
    },
    answer: {
      status: 200,
      description: 'Registered.',
      body: { name: 'TransferAccepted', schema: transferAccepted, examples: { accepted: examples.transferAccepted } },
    },
    problems: [
      ...unreadable,
      'not-yours',
      'transfer-gone',
      'change-too-late',
      'already-registered',
      'waiver-changed',
      'page-outdated',
      'form-changed',
      'not-eligible',
      'too-many-quotes',
      'busy',
    ],
  },
  'POST /api/transfers/{transferId}/quote': {
    id: 'quoteTransfer',
    summary: 'What it costs to take a spot over',
    description:
      'Where the race has a fee for that: `GET` names it. Checks what taking the spot over needs, and signs the fee. To pay it, send `quote` as `transfer` and `runner` of the answer, unchanged, to `PUT /api/registrations/{registrationId}` with the id of the answer, the card, and the same token of the link. Then ask for that registration with `link`: it is `not-found` until it is decided. When the card is declined or the spot could not be had, the offer stays as it was. A move to a dearer event needs `{ "move": true }` alone: its `quote` is sent as `move`, with the card, and `GET` says what became of it. So does what is `due`: a difference, or the fee of a spot that was taken over, that could not be charged. Ten quotes in 24 hours.',
    security: 'bearer',
    request: {
      name: 'TransferQuoteRequest',
      schema: v.union([transferAcceptance, transferEntry, moveQuoteRequest]),
      examples: {
        bea: examples.transferAcceptance,
        'with a form': formExamples.transferEntry,
        'of a move': formExamples.moveQuoteRequest,
      },
    },
    answer: {
      status: 200,
      description: 'The fee or the difference, as a promise.',
      body: {
        name: 'TransferQuoted',
        schema: v.union([transferQuoted, moveQuoted]),
        examples: { bea: formExamples.transferQuoted, 'of a move': formExamples.moveQuoted },
      },
    },
    problems: [
      ...unreadable,
      'not-yours',
      'transfer-gone',
      'already-registered',
      'waiver-changed',
      'page-outdated',
      'form-changed',
      'not-eligible',
      'too-many-quotes',
      'busy',
    ],
  },
} as const satisfies Record<string, Operation>;
