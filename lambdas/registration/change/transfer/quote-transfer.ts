import { canonicalJson } from '../../../domain/canonical-json';
import { personOf, type Runner } from '../../../domain/person/person';
import type { TransferQuote } from '../../../domain/transfer';
import type { Tokens } from '../../ports';
import type { Changes, ReadRecipient, RecipientEntry, UnfitEntry } from '../ports';

/** Counts quotes, and says when that failed. */
export interface CountedQuotes {
  readonly counts: Pick<QuoteCounts, 'countOneMore'>;
  /** Called with the reason when a quote could not be counted. */
  readonly report: (error: unknown) => void;
}

interface Needs extends CountedQuotes {
  readonly tokens: Pick<Tokens, 'readTransfer'> & {
    signTransferQuote(quote: TransferQuote): Promise<string>;
    signLink(registrationId: string): Promise<string>;
  };
  readonly changes: Pick<Changes, 'findTransfer' | 'isPersonIn'>;
  readonly readRecipient: ReadRecipient;
  readonly hash: (text: string) => string;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Counts the quotes of an offer. It may forget. */
export interface QuoteCounts {
  /** Adds one. Returns the new count of about a day. */
  countOneMore(offerId: string): Promise<number>;
  /** Takes one back that was counted. */
  spareOne(offerId: string): Promise<void>;
}

export interface TransferQuoteCommand {
  readonly transferId: string;
  /** The token of the mail that offers the spot. */
  readonly token: string;
  /** In a race with a form the recipient sends an entry, and elsewhere who they are. */
  readonly recipient: Runner | RecipientEntry;
  readonly waiverHash: string;
}

/** `page-outdated`: it costs nothing, or the race has a form that nobody asked them for. */
export type TransferQuoted =
  | {
      readonly kind: 'quoted';
      readonly quote: TransferQuote;
      readonly signed: string;
      /** Opens the registration, once it is one. */
      readonly link: string;
      readonly runner: Runner;
    }
  | UnfitEntry
  | { readonly kind: 'too-many-quotes' }
  | { readonly kind: 'not-yours' | 'not-found' | 'gone' | 'same-person' | 'waiver-changed' | 'page-outdated' };

export type QuoteTransfer = (command: TransferQuoteCommand) => Promise<TransferQuoted>;

/** How long a quote is good for. With the card tried at its end, the sweep of it comes when all is decided. */
export const transferQuoteMs = 10 * 60_000;

/**
 * A quote is a payment of its own, on which three cards may be declined: so many of them are enough to change one's mind and
 * one's card, and too few to try stolen cards.
 */
export const maxTransferQuotes = 10;

/** Counts one more quote of an offer. While that cannot be counted, it is allowed. */
export const isOneTooMany = async ({ counts, report }: CountedQuotes, offerId: string): Promise<boolean> => {
  const nth = await counts.countOneMore(offerId).catch((error: unknown) => {
    report(error);
    return maxTransferQuotes;
  });
  return nth > maxTransferQuotes;
};

/**
 * Checks who takes a spot over, and signs what it costs them. What can be known before paying is said here; whether the spot
 * may still be had, the writer decides.
 */
export const quoteTransfer =
  ({ tokens, changes, readRecipient, counts, hash, newId, now, report }: Needs): QuoteTransfer =>
  async ({ transferId, token, recipient, waiverHash }) => {
    if ((await tokens.readTransfer(token)) !== transferId) return { kind: 'not-yours' };
    const transfer = await changes.findTransfer(transferId);
    if (transfer.kind !== 'found') return transfer;
    const { raceId, eventId, fee, endsAt } = transfer;
    if (transfer.state !== 'offered') return { kind: 'gone' };
    if (!fee) return { kind: 'page-outdated' };
    if (transfer.waiverHash !== waiverHash) return { kind: 'waiver-changed' };
    // It counts before anything is said of a person: somebody with the link could ask about one person after the other.
    if (await isOneTooMany({ counts, report }, transferId)) return { kind: 'too-many-quotes' };
    const isEntry = 'entry' in recipient;
    if (transfer.hasForm !== isEntry) return { kind: isEntry ? 'no-form' : 'page-outdated' };
    const read = isEntry
      ? await readRecipient({ transferId, raceId, eventId }, recipient)
      : ({ kind: 'fits', runner: recipient, fitting: undefined } as const);
    if (read.kind !== 'fits') return read;
    const { runner, fitting } = read;
    const person = personOf(runner);
    if (await changes.isPersonIn(transferId, { eventId, person, limitGroup: fitting?.limitGroup }))
      return { kind: 'same-person' };
    const registrationId = newId();
    const quote: TransferQuote = {
      ...{ transferId, registrationId, raceId, eventId, waiverHash },
      runnerHash: hash(canonicalJson(runner)),
      ...(fitting && { fitting }),
      fee: fee.amount,
      currency: fee.currency,
      expiresAt: Math.min(endsAt.getTime(), now().getTime() + transferQuoteMs),
    };
    const [signed, link] = await Promise.all([tokens.signTransferQuote(quote), tokens.signLink(registrationId)]);
    return { kind: 'quoted', quote, signed, link, runner };
  };
