import { canonicalJson } from '../../domain/canonical-json';
import { quoteOf } from '../../domain/hold';
import type { Runner } from '../../domain/person/person';
import type { Processor } from '../../payment/ports';
import type { Inbox, MoveInbox, Sweep, Tokens } from '../ports';
import { type CardFields, cardFault, payingFor, type SubmitAnswer } from './submit-registration';

/** How many cards may be declined for one quote. Quotes of an offer are counted, so cards cannot be tried without end. */
const cardTries = 3;

interface Needs {
  readonly processor: Pick<Processor, 'authorise' | 'open' | 'resume'>;
  readonly inbox: Pick<Inbox, 'putSweep'>;
  readonly now: () => Date;
}

interface TransferNeeds extends Needs {
  readonly tokens: Pick<Tokens, 'readTransfer' | 'readTransferQuote'>;
  readonly inbox: Pick<Inbox, 'putTransfer' | 'putSweep'>;
  readonly hash: (text: string) => string;
}

interface MoveNeeds extends Needs {
  readonly tokens: Pick<Tokens, 'readTransfer' | 'readMoveQuote'>;
  readonly inbox: Pick<Inbox, 'putSweep'> & MoveInbox;
}

interface OfferSubmission extends CardFields {
  readonly registrationId: string;
  /** The token of the mail that offers the spot. */
  readonly token: string;
}

export interface TransferSubmission extends OfferSubmission {
  /** The signed quote. */
  readonly transfer: string;
  /** Who takes the spot over, exactly as the quote's answer had them. */
  readonly runner: Runner;
  readonly waiverHash: string;
}

export interface MoveSubmission extends OfferSubmission {
  /** The signed quote. */
  readonly move: string;
}

/** `not-yours`: the link is not that of the offer which was quoted. */
type Submit<Command> = (command: Command, deadline: number) => Promise<SubmitAnswer | { readonly kind: 'not-yours' }>;

export type SubmitTransfer = Submit<TransferSubmission>;
export type SubmitMove = Submit<MoveSubmission>;

/** What both kinds of quotes say of the payment. */
interface Due extends Required<Pick<Sweep, 'purpose'>> {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly currency: string;
  readonly expiresAt: number;
}

/** Needs neither cache nor database, as registering: the quote says everything. */
const payingQuoted = (needs: Needs) => {
  const pay = payingFor(needs);
  return async (
    { registrationId, raceId, eventId, currency, expiresAt, purpose }: Due,
    amount: number,
    card: CardFields,
    send: (authorisation: string) => Promise<void>,
    deadline: number,
  ): Promise<SubmitAnswer> => {
    const fault = cardFault(amount, card);
    if (fault) return { kind: 'wrong-card', fault };
    const hold = {
      registrationId,
      raceId,
      eventId,
      quote: quoteOf(currency, [{ label: '', amount }]),
      expiresAt,
      purpose,
    };
    return pay({ hold: { ...hold, cardTries }, card, differs: 'payment-differs', send }, deadline);
  };
};

/**
 * Authorises the fee for a spot that is passed on, and puts the transfer on its way. Whether the spot may still be had, the writer
 * decides.
 */
export const submitTransfer = ({ tokens, hash, ...needs }: TransferNeeds): SubmitTransfer => {
  const pay = payingQuoted(needs);
  return async (command, deadline) => {
    const { registrationId, runner, waiverHash } = command;
    const quote = await tokens.readTransferQuote(command.transfer);
    if (quote?.registrationId !== registrationId) return { kind: 'quote-invalid' };
    if ((await tokens.readTransfer(command.token)) !== quote.transferId) return { kind: 'not-yours' };
    if (quote.runnerHash !== hash(canonicalJson(runner))) return { kind: 'entry-changed' };
    if (quote.waiverHash !== waiverHash) return { kind: 'waiver-changed' };
    const send = (authorisation: string) =>
      needs.inbox.putTransfer({ quote, runner, authorisation, submittedAt: needs.now().toISOString() });
    return pay({ ...quote, purpose: 'fee' }, quote.fee, command, send, deadline);
  };
};

/**
 * Authorises what a dearer event costs more, or a fee that could not be charged, and puts that on its way. Whether the runner may
 * still be moved, or still owes it, the writer decides.
 */
export const submitMove = ({ tokens, ...needs }: MoveNeeds): SubmitMove => {
  const pay = payingQuoted(needs);
  return async (command, deadline) => {
    const quote = await tokens.readMoveQuote(command.move);
    if (quote?.registrationId !== command.registrationId) return { kind: 'quote-invalid' };
    if ((await tokens.readTransfer(command.token)) !== quote.offerId) return { kind: 'not-yours' };
    const send = (authorisation: string) =>
      needs.inbox.putMove({ quote, authorisation, submittedAt: needs.now().toISOString() });
    return pay({ ...quote, purpose: quote.isFee ? 'fee' : 'move' }, quote.difference, command, send, deadline);
  };
};
