import type { FaultCode, FieldError } from '../../api/faults';
import { faultSentence } from '../../api/texts/en/faults';
import type { LineRefunded } from '../../registration/change/ports';
import { type Command, command, refused } from '../command';
import { cancelRegistrationMessage, refundLineMessage } from '../messages';

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
      const { refund, left, currency } = answer;
      return { refundedLine: { ...line, refund, left, currency, dryRun } };
    }
    const error = lineRefundFault(answer);
    return refused('not-refunded', { why: faultSentence(error) }, [error]);
  }),
} satisfies Readonly<Record<string, Command>>;

const lineRefundFault = (answer: Exclude<LineRefunded, { readonly kind: 'refunded' }>): FieldError => {
  const field = 'refundLine.amount';
  if (answer.kind === 'too-much') return { field, code: 'too-great', limit: answer.most };
  if (answer.kind === 'given-back') return { field, code: 'too-small', limit: answer.refunded };
  const [of, code] = notRefunded[answer.kind];
  return { field: of, code };
};

const notRefunded = {
  'not-found': ['refundLine.registrationId', 'no-such-registration'],
  'no-such-line': ['refundLine.position', 'no-such-line'],
  'not-paid': ['refundLine.registrationId', 'not-paid'],
  settling: ['refundLine.registrationId', 'still-settling'],
  'dispute-open': ['refundLine.registrationId', 'dispute-open'],
} as const satisfies Readonly<Record<string, readonly [string, FaultCode]>>;

const notCancelled = {
  'not-found': 'no-such-registration',
  settling: 'still-settling',
  'no-spot': 'no-spot',
  'dispute-open': 'dispute-open',
} as const satisfies Readonly<Record<string, FaultCode>>;
