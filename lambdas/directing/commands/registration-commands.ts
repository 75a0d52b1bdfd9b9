import type { FaultCode, FieldError } from '../../api/faults';
import { faultSentence } from '../../api/texts/en/faults';
import type { FeeRefunded, LineRefunded } from '../../registration/change/ports';
import { type Command, command, refused } from '../command';
import { cancelRegistrationMessage, refundLineMessage, refundTransferFeeMessage } from '../messages';

/** What a director orders about a registration and its money: a part of the table in `commands.ts`. */
export const registrationCommands = {
  cancelRegistration: command(cancelRegistrationMessage, async ({ cancelRegistration }, message) => {
    const { registrationId, refundPercent } = message.cancelRegistration;
    const answer = await cancelRegistration(registrationId, refundPercent);
    if (answer.kind === 'cancelled') {
      return { cancelled: { registrationId, refund: answer.refund, currency: answer.currency } };
    }
    const error = { field: 'cancelRegistration.registrationId', code: notCancelled[answer.kind] };
    return refused('not-cancelled', { why: faultSentence(error) }, [error]);
  }),

  refundLine: command(refundLineMessage, async ({ refundLine }, message) => {
    const { dryRun, ...line } = message.refundLine;
    const answer = await refundLine({ ...line, isDryRun: dryRun });
    if (answer.kind === 'refunded') {
      const { refund, left, currency, credit } = answer;
      return { refundedLine: { ...line, refund, left, currency, ...(credit !== undefined && { credit }), dryRun } };
    }
    const error = refundFault('refundLine', answer);
    return refused('not-refunded', { why: faultSentence(error) }, [error]);
  }),

  refundTransferFee: command(refundTransferFeeMessage, async ({ refundTransferFee }, message) => {
    const { dryRun, ...fee } = message.refundTransferFee;
    const answer = await refundTransferFee({ ...fee, isDryRun: dryRun });
    if (answer.kind === 'refunded') {
      const { refund, left, currency } = answer;
      return { refundedTransferFee: { ...fee, refund, left, currency, dryRun } };
    }
    const error = refundFault('refundTransferFee', answer);
    return refused('not-refunded', { why: faultSentence(error) }, [error]);
  }),
} satisfies Readonly<Record<string, Command>>;

type NotRefunded = Exclude<LineRefunded | FeeRefunded, { readonly kind: 'refunded' }>;

const refundFault = (name: 'refundLine' | 'refundTransferFee', answer: NotRefunded): FieldError => {
  if (answer.kind === 'too-much') return { field: `${name}.amount`, code: 'too-great', limit: answer.most };
  if (answer.kind === 'given-back') return { field: `${name}.amount`, code: 'too-small', limit: answer.refunded };
  if (answer.kind === 'credit-used')
    return { field: `${name}.registrationId`, code: 'credit-used', other: answer.usedBy };
  const [of, code] = notRefunded[answer.kind];
  return { field: `${name}.${of}`, code };
};

const notRefunded = {
  'not-found': ['registrationId', 'no-such-registration'],
  'no-such-line': ['position', 'no-such-line'],
  'no-fee': ['registrationId', 'no-transfer-fee'],
  'not-paid': ['registrationId', 'not-paid'],
  settling: ['registrationId', 'still-settling'],
  'dispute-open': ['registrationId', 'dispute-open'],
  'credit-claimed': ['registrationId', 'credit-claimed'],
} as const satisfies Readonly<Record<string, readonly [string, FaultCode]>>;

const notCancelled = {
  'not-found': 'no-such-registration',
  settling: 'still-settling',
  'no-spot': 'no-spot',
  'dispute-open': 'dispute-open',
} as const satisfies Readonly<Record<string, FaultCode>>;
