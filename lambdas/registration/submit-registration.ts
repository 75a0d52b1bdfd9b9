import type { Charge } from '../payment/payment';
import type { Processor } from '../payment/ports';
import { type Hold, isExpired } from '../spots/hold';
import type { Inbox, Tokens } from './ports';
import type { Runner } from './registration';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold'>;
  readonly processor: Pick<Processor, 'authorise' | 'open'>;
  readonly inbox: Inbox;
  readonly now: () => Date;
}

export interface Wish {
  readonly registrationId: string;
  readonly sessionHash: string;
  /** The signed hold, as the runner was given it. */
  readonly hold: string;
  readonly runner: Runner;
  readonly waiverHash: string;
  readonly paymentMethod: string;
}

export type SubmitAnswer =
  | { readonly kind: 'accepted' | 'hold-invalid' | 'hold-expired' | 'waiver-changed' | 'payment-unknown' }
  | { readonly kind: 'declined'; readonly reason: string };

export type SubmitRegistration = (wish: Wish, deadline: number) => Promise<SubmitAnswer>;

/**
 * Authorises the card and puts the registration on its way. Needs neither cache nor database: the hold says it all.
 * Repeating it is safe at every point: one registration id, one authorisation, one row.
 */
export const submitRegistration =
  ({ tokens, processor, inbox, now }: Needs): SubmitRegistration =>
  async ({ registrationId, sessionHash, hold: token, runner, waiverHash, paymentMethod }, deadline) => {
    const hold = await tokens.readHold(token);
    if (!hold || hold.registrationId !== registrationId || hold.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    if (hold.waiverHash !== waiverHash) return { kind: 'waiver-changed' };

    const send = async (authorisation: string): Promise<SubmitAnswer> => {
      await inbox.put({ hold, runner, authorisation, submittedAt: now().toISOString() });
      return { kind: 'accepted' };
    };

    if (isExpired(hold, now())) {
      // The answer to a submission in time may have been lost on its way: then the card is authorised already.
      const { state, authorisation } = await processor.open(chargeOf(hold));
      return state === 'authorised' || state === 'captured' ? send(authorisation) : { kind: 'hold-expired' };
    }

    await inbox.putSweep(sweepOf(hold));
    const card = await processor.authorise({ ...chargeOf(hold), paymentMethod }, deadline);
    switch (card.kind) {
      case 'authorised':
        return send(card.authorisation);
      case 'declined':
        return { kind: 'declined', reason: card.reason };
      case 'unknown':
        return { kind: 'payment-unknown' };
    }
  };

const chargeOf = ({ registrationId, quote }: Hold): Charge => ({
  registrationId,
  amount: quote.total,
  currency: quote.currency,
});

const sweepOf = (hold: Hold) => ({ ...chargeOf(hold), raceId: hold.raceId, eventId: hold.eventId });
