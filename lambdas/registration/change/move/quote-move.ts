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
  readonly newId: () => string;
  readonly now: () => Date;
}

export type MoveQuoted =
  | { readonly kind: 'quoted'; readonly quote: MoveQuote; readonly signed: string; readonly link: string }
  | { readonly kind: 'not-yours' | 'not-found' | 'gone' | 'too-many-quotes' };

/** The offer of a move, for whoever has the link in its mail: they see it, and what it costs is signed. */
export interface OfferedMove {
  show(offerId: string, token: string): Promise<MoveView | { readonly kind: 'not-yours' }>;
  quote(offerId: string, token: string): Promise<MoveQuoted>;
}

/**
 * The difference was fixed when the offer was made. Whether the move can still be made, or whether a difference that could not be charged
 * is still due, the writer decides.
 */
export const offeredMove = ({ tokens, findMove, newId, now, ...counted }: Needs): OfferedMove => {
  const show: OfferedMove['show'] = async (offerId, token) =>
    (await tokens.readTransfer(token)) === offerId ? findMove(offerId) : { kind: 'not-yours' };
  return {
    show,
    async quote(offerId, token) {
      const move = await show(offerId, token);
      if (move.kind !== 'found') return move;
      if (move.state !== 'offered' && !move.isDue) return { kind: 'gone' };
      if (await isOneTooMany(counted, offerId)) return { kind: 'too-many-quotes' };
      const { moverId, raceId, to, difference, currency, endsAt } = move;
      const registrationId = newId();
      const latest = now().getTime() + transferQuoteMs;
      const quote: MoveQuote = {
        ...{ offerId, moverId, registrationId, raceId, eventId: to.eventId, difference, currency },
        // They have the spot already, so the end of the offer is no end for what is due.
        expiresAt: move.isDue ? latest : Math.min(endsAt.getTime(), latest),
      };
      const [signed, link] = await Promise.all([tokens.signMoveQuote(quote), tokens.signLink(registrationId)]);
      return { kind: 'quoted', quote, signed, link };
    },
  };
};
