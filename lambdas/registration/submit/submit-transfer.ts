import { canonicalJson } from '../../domain/canonical-json';
import { quoteOf } from '../../domain/hold';
import type { Runner } from '../../domain/person/person';
import type { Processor } from '../../payment/ports';
import type { Inbox, Tokens } from '../ports';
import { type CardFields, cardFault, payingFor, type SubmitAnswer } from './submit-registration';

/** How many cards may be declined for one quote. Quotes of a transfer are counted, so cards cannot be tried without end. */
const cardTries = 3;

interface Needs {
  readonly tokens: Pick<Tokens, 'readTransfer' | 'readTransferQuote'>;
  readonly processor: Pick<Processor, 'authorise' | 'open' | 'resume' | 'void'>;
  readonly inbox: Pick<Inbox, 'putTransfer' | 'putSweep'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

export interface TransferSubmission extends CardFields {
  readonly registrationId: string;
  /** The token of the mail that offers the spot. */
  readonly token: string;
  /** The signed quote. */
  readonly transfer: string;
  /** Who takes the spot over, exactly as the quote's answer had them. */
  readonly runner: Runner;
  readonly waiverHash: string;
}

/** `not-yours`: the link is not that of the offer which was quoted. */
export type SubmitTransfer = (
  command: TransferSubmission,
  deadline: number,
) => Promise<SubmitAnswer | { readonly kind: 'not-yours' }>;

/**
 * Authorises the fee for a spot that is passed on, and puts the transfer on its way. Needs neither cache nor database, as
 * registering: the quote says everything. Whether the spot may still be had, the writer decides.
 */
export const submitTransfer = ({ tokens, processor, inbox, hash, now }: Needs): SubmitTransfer => {
  const pay = payingFor({ processor, inbox, now });
  return async (command, deadline) => {
    const { registrationId, runner, waiverHash } = command;
    const quote = await tokens.readTransferQuote(command.transfer);
    if (quote?.registrationId !== registrationId) return { kind: 'quote-invalid' };
    if ((await tokens.readTransfer(command.token)) !== quote.transferId) return { kind: 'not-yours' };
    if (quote.runnerHash !== hash(canonicalJson(runner))) return { kind: 'entry-changed' };
    if (quote.waiverHash !== waiverHash) return { kind: 'waiver-changed' };
    const fault = cardFault(quote.fee, command);
    if (fault) return { kind: 'wrong-card', fault };
    const { raceId, eventId, fee, currency, expiresAt } = quote;
    const hold = { registrationId, raceId, eventId, quote: quoteOf(currency, [{ label: '', amount: fee }]), expiresAt };
    return pay(
      {
        hold: { ...hold, cardTries },
        card: command,
        differs: 'payment-differs',
        send: (authorisation) => inbox.putTransfer({ quote, runner, authorisation, submittedAt: now().toISOString() }),
      },
      deadline,
    );
  };
};
