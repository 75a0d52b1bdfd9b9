import * as v from 'valibot';
import type { Hold } from '../domain/hold';
import type { SignedQuote } from '../domain/money/quote';
import type { MoveQuote } from '../domain/move';
import type { TransferQuote } from '../domain/transfer';
import type { Ticket } from '../domain/waiting';
import type { Signer } from '../platform/signed-tokens';
import type { HoldSigner } from '../spots/holds/ports';
import { holdMessage } from '../spots/messages';
import { moveQuoteMessage, quoteMessage, transferQuoteMessage } from './messages';
import type { Tokens } from './ports';

const holdPurpose = 'hold';
const quotePurpose = 'quote';
const transferQuotePurpose = 'transfer-quote';
const moveQuotePurpose = 'move-quote';
/**
 * The longest token of each purpose that has a limit of its own: everything that eight people may want fits into a quote, and into
 * that of a transfer what a guardian signed.
 */
export const tokenLimits = { [quotePurpose]: 32_768, [transferQuotePurpose]: 8_192 };
const linkPurpose = 'registration-link';
const link = v.strictObject({ registrationId: v.string(), version: v.optional(v.number(), 0) });
const ticketPurpose = 'waiting-list-ticket';
/** Older tickets do not name the person. They open nothing, and their owners are told to ask for the link again. */
const ticket = v.strictObject({
  placeId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  personHash: v.string(),
  isMailed: v.boolean(),
  givenAt: v.optional(v.number()),
});
const transferPurpose = 'transfer';
const transfer = v.strictObject({ transferId: v.string() });

export class SignedTokens implements Tokens, HoldSigner {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  /** A hold as the browser carries it: nobody can make or alter one. */
  signHold(hold: Hold) {
    return this.#signer.sign(holdPurpose, hold);
  }

  /** Undefined when the token is not ours. Throws when a token of ours does not hold a hold. */
  async readHold(token: string): Promise<Hold | undefined> {
    const payload = await this.#signer.verify(holdPurpose, token);
    return payload === undefined ? undefined : v.parse(holdMessage, payload);
  }

  /** What an entry costs, as the browser carries it. */
  signQuote(quote: SignedQuote) {
    return this.#signer.sign(quotePurpose, quote);
  }

  /** Undefined when the token is not ours. Throws when a token of ours does not hold a quote. */
  async readQuote(token: string): Promise<SignedQuote | undefined> {
    const payload = await this.#signer.verify(quotePurpose, token);
    return payload === undefined ? undefined : v.parse(quoteMessage, payload);
  }

  /** What it costs to take a spot over, as the browser carries it. */
  signTransferQuote(quote: TransferQuote) {
    return this.#signer.sign(transferQuotePurpose, quote);
  }

  /** Undefined when the token is not ours. Throws when a token of ours does not hold such a quote. */
  async readTransferQuote(token: string): Promise<TransferQuote | undefined> {
    const payload = await this.#signer.verify(transferQuotePurpose, token);
    return payload === undefined ? undefined : v.parse(transferQuoteMessage, payload);
  }

  /** What it costs to move to a dearer event, as the browser carries it. */
  signMoveQuote(quote: MoveQuote) {
    return this.#signer.sign(moveQuotePurpose, quote);
  }

  /** Undefined when the token is not ours. Throws when a token of ours does not hold such a quote. */
  async readMoveQuote(token: string): Promise<MoveQuote | undefined> {
    const payload = await this.#signer.verify(moveQuotePurpose, token);
    return payload === undefined ? undefined : v.parse(moveQuoteMessage, payload);
  }

  /** The token of a mail's link, which opens this one registration. `version`: how often its address was corrected. */
  signLink(registrationId: string, version = 0) {
    return this.#signer.sign(linkPurpose, { registrationId, ...(version > 0 && { version }) });
  }

  /** The token of a place on the waiting list. */
  signTicket({ placeId, raceId, eventId, personHash, isMailed, givenAt }: Ticket) {
    return this.#signer.sign(ticketPurpose, { placeId, raceId, eventId, personHash, isMailed, givenAt });
  }

  async readTicket(token: string) {
    const payload = v.safeParse(ticket, await this.#signer.verify(ticketPurpose, token));
    return payload.success ? payload.output : undefined;
  }

  /** The token of the mail that offers a spot to a recipient. */
  signTransfer(transferId: string) {
    return this.#signer.sign(transferPurpose, { transferId });
  }

  async readTransfer(token: string) {
    const payload = v.safeParse(transfer, await this.#signer.verify(transferPurpose, token));
    return payload.success ? payload.output.transferId : undefined;
  }

  async readLink(token: string) {
    const payload = v.safeParse(link, await this.#signer.verify(linkPurpose, token));
    return payload.success ? payload.output : undefined;
  }
}
