import { type Hold, isExpired } from '../../domain/hold';
import type { DeclineReason } from '../../domain/payment';
import { personOf, type Runner } from '../../domain/person';
import { authenticationGraceSeconds, maxDeliverySeconds, sweepDelaySeconds } from '../../domain/registration';
import type { Authorisation, Processor } from '../../payment/ports';
import type { Inbox, Sweep, Tokens } from '../ports';

/**
 * How long after its end a hold is good for a free event. Nothing was authorised there that would show that a repeated
 * request came in time before, so the writer decides again. It is as long as the sweep of a request in time takes,
 * which gives that request an outcome. It is not longer: otherwise holds of free events could be used to wait for spots
 * that come back.
 */
const freeResubmitMs = 15 * 60_000;

/**
 * How long after a hold's end the processor is still asked for its payment. The processor keeps idempotency keys for a
 * day (https://docs.stripe.com/api/idempotent_requests): asked later, it would open another, empty payment each time.
 * This is shorter than a day by more than a hold lasts.
 */
const processorLookupMs = 23 * 3_600_000;

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold'>;
  readonly processor: Pick<Processor, 'authorise' | 'open' | 'resume'>;
  readonly inbox: Pick<Inbox, 'put' | 'putSweep'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

export interface SubmitCommand {
  readonly registrationId: string;
  readonly sessionHash: string;
  /** The signed hold, as the runner was given it. */
  readonly hold: string;
  readonly runner: Runner;
  /** In the order of the hold's companions. */
  readonly companions?: readonly Runner[] | undefined;
  readonly waiverHash: string;
  /** The processor's token of the card: one of these two, and none when there is nothing to pay. */
  readonly paymentMethod?: string | undefined;
  readonly confirmationToken?: string | undefined;
  /** The payment that an answer `action-required` named, when the runner wants to continue it. */
  readonly resume?: string | undefined;
}

/**
 * `payment-unknown`: the processor did not answer in time; repeating the request is safe. `payment-differs`: this id
 * has a payment of another amount or event.
 */
export type SubmitAnswer =
  | {
      readonly kind:
        | 'accepted'
        | 'hold-invalid'
        | 'hold-expired'
        | 'not-the-one-who-waited'
        | 'waiver-changed'
        | 'page-outdated'
        | 'payment-unknown'
        | 'payment-differs';
    }
  /** The hold is for another number of people; `expected`: how many companions. */
  | { readonly kind: 'another-number'; readonly expected: number }
  | { readonly kind: 'wrong-card'; readonly fault: CardFault }
  /**
   * The runner's bank asks them. With the secret the page shows the question. Then it repeats the request and names the
   * payment, before `until` (milliseconds since the epoch).
   */
  | {
      readonly kind: 'action-required';
      readonly clientSecret: string;
      readonly payment: string;
      readonly until: number;
    }
  | { readonly kind: 'declined'; readonly reason: DeclineReason; readonly triesLeft: number };

/** `deadline`: when the processor must have answered, in milliseconds since the epoch. */
export type SubmitRegistration = (command: SubmitCommand, deadline: number) => Promise<SubmitAnswer>;

/**
 * Authorises the card and puts the registration on its way. Needs neither cache nor database: the hold carries
 * everything. Repeating it is safe at every point: one registration id, one authorisation, one row. When the bank asks
 * the runner first, the same request continues afterwards.
 */
export const submitRegistration =
  ({ tokens, processor, inbox, hash, now }: Needs): SubmitRegistration =>
  async (command, deadline) => {
    const { registrationId, sessionHash, hold: token, runner, companions, waiverHash } = command;
    const hold = await tokens.readHold(token);
    if (!hold || hold.registrationId !== registrationId || hold.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    // Checked before the card is touched, like all that follows: the writer would refuse this submission.
    const expected = hold.companions?.length ?? 0;
    if ((companions?.length ?? 0) !== expected) return { kind: 'another-number', expected };
    if (hold.owner !== undefined && hold.owner !== hash(personOf(runner))) return { kind: 'not-the-one-who-waited' };
    if (hold.waiverHash !== waiverHash) return { kind: 'waiver-changed' };
    // Its answers come with a quote, and nobody makes one yet.
    if (hold.form !== undefined) return { kind: 'page-outdated' };
    const fault = cardFault(hold.quote.total, command);
    if (fault) return { kind: 'wrong-card', fault };

    const send = async (authorisation: string): Promise<SubmitAnswer> => {
      await inbox.put({ hold, runner, companions, authorisation, submittedAt: now().toISOString() });
      return { kind: 'accepted' };
    };

    const answerTo = async (card: Authorisation): Promise<SubmitAnswer> => {
      switch (card.kind) {
        case 'authorised':
          return send(card.authorisation);
        case 'action-required': {
          const until = hold.expiresAt + authenticationGraceSeconds * 1000;
          return { kind: 'action-required', clientSecret: card.clientSecret, payment: card.authorisation, until };
        }
        case 'declined':
          return { kind: 'declined', reason: card.reason, triesLeft: card.triesLeft };
        case 'differs':
          return { kind: 'payment-differs' };
        case 'unknown':
          return { kind: 'payment-unknown' };
      }
    };

    const { cardTries } = hold;
    const lateMs = now().getTime() - hold.expiresAt;
    if (isExpired(hold, now()) && !(hold.quote.total === 0 && lateMs < freeResubmitMs)) {
      if (lateMs >= processorLookupMs) return { kind: 'hold-expired' };
      // The answer to a submission in time may have been lost: then the card is authorised already.
      const held = await processor.open(chargeOf(hold));
      if (!held) return { kind: 'payment-differs' };
      const { state, authorisation } = held;
      if (state === 'authorised' || state === 'captured') return send(authorisation);
      if (state !== 'open' || lateMs >= authenticationGraceSeconds * 1000) return { kind: 'hold-expired' };
      // The bank asked before the hold's end, or there is nothing to continue: nobody tries a card after it.
      const card = await processor.resume(authorisation, { ...chargeOf(hold), cardTries }, deadline);
      return !card || card.kind === 'declined' ? { kind: 'hold-expired' } : answerTo(card);
    }

    await inbox.putSweep(sweepOf(hold, now()));
    const { paymentMethod, confirmationToken, resume } = command;
    return answerTo(
      await processor.authorise({ ...chargeOf(hold), paymentMethod, confirmationToken, resume, cardTries }, deadline),
    );
  };

type CardFields = Pick<SubmitCommand, 'paymentMethod' | 'confirmationToken' | 'resume'>;

/** What is wrong with how a card is named. */
export interface CardFault {
  readonly field: keyof CardFields;
  readonly code: 'missing' | 'two-cards' | 'nothing-to-pay';
}

const cardFault = (total: number, { paymentMethod, confirmationToken, resume }: CardFields): CardFault | undefined => {
  if (total === 0) {
    if (confirmationToken !== undefined) return { field: 'confirmationToken', code: 'nothing-to-pay' };
    // `paymentMethod` is ignored here: pages of before send one for free events, too.
    return resume === undefined ? undefined : { field: 'resume', code: 'nothing-to-pay' };
  }
  if (confirmationToken === undefined)
    return paymentMethod === undefined ? { field: 'confirmationToken', code: 'missing' } : undefined;
  return paymentMethod === undefined ? undefined : { field: 'paymentMethod', code: 'two-cards' };
};

/** For a long hold the sweep may come too early: until the hold ends, another card may be tried. */
const sweepOf = (hold: Hold, now: Date): Sweep => {
  const notBefore = hold.expiresAt + maxDeliverySeconds * 1000;
  return {
    ...chargeOf(hold),
    sessionHash: hold.sessionHash,
    ...(notBefore > now.getTime() + sweepDelaySeconds * 1000 && { notBefore }),
  };
};

const chargeOf = ({ registrationId, raceId, eventId, quote }: Hold) => ({
  registrationId,
  raceId,
  eventId,
  amount: quote.total,
  currency: quote.currency,
});

export type PeopleFault =
  | { readonly field: string; readonly code: 'future-date' }
  /** `other`: the field of the same person. */
  | { readonly field: string; readonly code: 'same-person'; readonly other: string };

/**
 * What is wrong with the members of a group beyond each member's own fields. `latest`: the last valid date of birth,
 * `yyyy-mm-dd`.
 */
export const peopleFaults = (runner: Runner, companions: readonly Runner[], latest: string): readonly PeopleFault[] => {
  const people = [{ field: 'runner', who: runner }, ...companions.map((who, n) => ({ field: `companions.${n}`, who }))];
  const fieldOf = new Map<string, string>();
  return people.flatMap(({ field, who }) => {
    const before = fieldOf.get(personOf(who));
    if (!before) fieldOf.set(personOf(who), field);
    return [
      ...(who.birthDate > latest ? [{ field: `${field}.birthDate`, code: 'future-date' } as const] : []),
      ...(before ? [{ field, code: 'same-person', other: before } as const] : []),
    ];
  });
};
