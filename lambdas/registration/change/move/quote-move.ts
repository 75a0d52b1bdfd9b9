import type { MoveQuote } from '../../../domain/move';
import type { Tokens } from '../../ports';
import { type CountedQuotes, isOneTooMany, transferQuoteMs } from '../transfer/quote-transfer';
import type { MoveView } from './move-event';

interface Needs extends CountedQuotes {
  readonly tokens: Pick<Tokens, 'readTransfer'> & {
    signMoveQuote(quote: MoveQuote): Promise<string>;
    signLink(registrationId: string): Promise<string>;
  };
  readonly findMove: (offerId: string) => Promise<MoveView>;
  readonly findDueFee: (transferId: string) => Promise<DueFee | undefined>;
  readonly newId: () => string;
  readonly now: () => Date;
}

export type MoveQuoted =
  | { readonly kind: 'quoted'; readonly quote: MoveQuote; readonly signed: string; readonly link: string }
  | { readonly kind: 'not-yours' | 'not-found' | 'gone' | 'too-many-quotes' };

/** What somebody who took a spot over still has to pay for that, and may pay now. */
export interface DueFee {
  /** Who has the spot. */
  readonly runnerId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** The offer of a move, for whoever has the link in its mail: they see it, and what it costs is signed. */
export interface OfferedMove {
  show(offerId: string, token: string): Promise<MoveView | { readonly kind: 'not-yours' }>;
  /** The id may be that of a transfer, whose fee is due. */
  quote(offerId: string, token: string): Promise<MoveQuoted>;
}

/**
 * The difference was fixed when the offer was made. Whether the move can still be made, or whether a difference or a fee that could not be
 * charged is still due, the writer decides.
 */
export const offeredMove = ({ tokens, findMove, findDueFee, newId, now, ...counted }: Needs): OfferedMove => {
  const show: OfferedMove['show'] = async (offerId, token) =>
    (await tokens.readTransfer(token)) === offerId ? findMove(offerId) : { kind: 'not-yours' };
  const sign = async (
    what: Omit<MoveQuote, 'registrationId' | 'expiresAt'>,
    endsAt = Number.POSITIVE_INFINITY,
  ): Promise<MoveQuoted> => {
    if (await isOneTooMany(counted, what.offerId)) return { kind: 'too-many-quotes' };
    const registrationId = newId();
    const quote = { ...what, registrationId, expiresAt: Math.min(endsAt, now().getTime() + transferQuoteMs) };
    const [signed, link] = await Promise.all([tokens.signMoveQuote(quote), tokens.signLink(registrationId)]);
    return { kind: 'quoted', quote, signed, link };
  };
  return {
    show,
    async quote(offerId, token) {
      const move = await show(offerId, token);
      if (move.kind === 'not-found') {
        const fee = await findDueFee(offerId);
        if (!fee) return { kind: 'gone' };
        const { runnerId: moverId, raceId, eventId, amount: difference, currency } = fee;
        return sign({ offerId, moverId, raceId, eventId, difference, currency, isFee: true });
      }
      if (move.kind !== 'found') return move;
      if (move.state !== 'offered' && !move.isDue) return { kind: 'gone' };
      const { moverId, raceId, to, difference, currency, endsAt } = move;
      // They have the spot already, so the end of the offer is no end for what is due.
      return sign(
        { offerId, moverId, raceId, eventId: to.eventId, difference, currency },
        move.isDue ? undefined : endsAt.getTime(),
      );
    },
  };
};
