import type { Processor } from '../payment/ports';
import { type Hold, isExpired } from '../spots/hold';
import type { Inbox, Tokens } from './ports';
import { personOf, type Runner } from './registration';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold'>;
  readonly processor: Pick<Processor, 'authorise' | 'open'>;
  readonly inbox: Pick<Inbox, 'put' | 'putSweep'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

export interface Wish {
  readonly registrationId: string;
  readonly sessionHash: string;
  /** The signed hold, as the runner was given it. */
  readonly hold: string;
  readonly runner: Runner;
  /** In the order of the hold's companions. */
  readonly companions?: readonly Runner[] | undefined;
  readonly waiverHash: string;
  readonly paymentMethod: string;
}

export type SubmitAnswer =
  | {
      readonly kind:
        | 'accepted'
        | 'hold-invalid'
        | 'hold-expired'
        | 'not-the-one-who-waited'
        | 'waiver-changed'
        | 'payment-unknown';
    }
  /** The hold is for another number of people; `expected`: how many besides who pays. */
  | { readonly kind: 'another-number'; readonly expected: number }
  | { readonly kind: 'declined'; readonly reason: string };

export type SubmitRegistration = (wish: Wish, deadline: number) => Promise<SubmitAnswer>;

/**
 * Authorises the card and puts the registration on its way. Needs neither cache nor database: the hold says it all.
 * Repeating it is safe at every point: one registration id, one authorisation, one row.
 */
export const submitRegistration =
  ({ tokens, processor, inbox, hash, now }: Needs): SubmitRegistration =>
  async ({ registrationId, sessionHash, hold: token, runner, companions, waiverHash, paymentMethod }, deadline) => {
    const hold = await tokens.readHold(token);
    if (!hold || hold.registrationId !== registrationId || hold.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    // Before the card is touched, like all that follows: the writer would refuse him.
    const expected = hold.companions?.length ?? 0;
    if ((companions?.length ?? 0) !== expected) return { kind: 'another-number', expected };
    if (hold.owner !== undefined && hold.owner !== hash(personOf(runner))) return { kind: 'not-the-one-who-waited' };
    if (hold.waiverHash !== waiverHash) return { kind: 'waiver-changed' };

    const send = async (authorisation: string): Promise<SubmitAnswer> => {
      await inbox.put({ hold, runner, companions, authorisation, submittedAt: now().toISOString() });
      return { kind: 'accepted' };
    };

    if (isExpired(hold, now())) {
      // The answer to a submission in time may have been lost on its way: then the card is authorised already.
      const { state, authorisation } = await processor.open(chargeOf(hold));
      return state === 'authorised' || state === 'captured' ? send(authorisation) : { kind: 'hold-expired' };
    }

    await inbox.putSweep({ ...chargeOf(hold), sessionHash });
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

const chargeOf = ({ registrationId, raceId, eventId, quote }: Hold) => ({
  registrationId,
  raceId,
  eventId,
  amount: quote.total,
  currency: quote.currency,
});
