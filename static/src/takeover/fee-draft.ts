import type { TransferQuoted } from '../../../lambdas/api/messages/changes';
import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import { type Draft, newDraft, type Typed } from '../flow/draft';
import * as changeTexts from '../texts/changes';
import type { OfferedTransfer } from './use-taking-over';

/** What is to be known of an offer to pay its fee. */
export type FeeOffer = Pick<
  OfferedTransfer,
  'registrationId' | 'raceId' | 'raceName' | 'eventId' | 'eventName' | 'waiver'
>;

/** In the id of a question whose answers are kept nowhere. */
const isSensitive = (id: string) => id.startsWith('private-');

/**
 * An attempt to pay, as the pay step knows it: the quote takes the place of a hold, and who takes the spot over that of an
 * entry. `asked`: names what was quoted.
 */
export const feeDraft = (
  { registrationId: transferId, eventId, raceId, waiver }: FeeOffer,
  { registrationId, quote, runner, fee, currency, expiresAt, now }: TransferQuoted,
  typed: Typed,
  asked: string,
): Draft => {
  const { answers = {} } = runner as { readonly answers?: object };
  const isPartial = Object.keys(answers).some(isSensitive);
  const lines = [{ label: changeTexts.feeLine, amount: fee }];
  return {
    ...newDraft([registrationId], eventId, [typed]),
    hold: {
      ...{ registrationId, raceId, eventId, expiresAt, now, waiver, form: 1 },
      hold: transferId,
      quote: { currency, lines, total: fee },
    },
    accepted: waiver.hash,
    quoted: {
      given: { quote, ...(!isPartial && { entry: runner }) } as unknown as QuoteGiven,
      asked,
      ...(isPartial && { isPartial }),
    },
  };
};
