import { canonicalJson } from '../../domain/canonical-json';
import { type Hold, isExpired } from '../../domain/hold';
import type { DeclineReason } from '../../domain/money/payment';
import { type Entry, hashOfHold, type Tried } from '../../domain/money/quote';
import { personOf, type Runner } from '../../domain/person/person';
import { authenticationGraceSeconds, maxDeliverySeconds, sweepDelaySeconds } from '../../domain/registration';
import type { Authorisation, Processor } from '../../payment/ports';
import type { Inbox, Sweep, Tokens } from '../ports';
import { type Said, saidIn } from './said-in-quote';

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
  readonly tokens: Pick<Tokens, 'readHold' | 'readQuote'>;
  readonly processor: Pick<Processor, 'authorise' | 'open' | 'resume'>;
  readonly inbox: Pick<Inbox, 'put' | 'putSweep'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

interface Command extends CardFields {
  readonly registrationId: string;
  readonly sessionHash: string;
  /** The signed hold, as the runner was given it. */
  readonly hold: string;
  readonly waiverHash: string;
}

export interface SubmitCommand extends Command {
  readonly runner: Runner;
  /** In the order of the hold's companions. */
  readonly companions?: readonly Runner[] | undefined;
}

/** In a race with a form. */
export interface QuotedCommand extends Command {
  /** The signed quote of the entry. */
  readonly quote: string;
  readonly entry: Entry;
}

/** `deadline`: when the processor must have answered, in milliseconds since the epoch. */
export type SubmitRegistration = (command: SubmitCommand | QuotedCommand, deadline: number) => Promise<SubmitAnswer>;

/**
 * Authorises the card and puts the registration on its way. Needs neither cache nor database: the hold carries
 * everything. Repeating it is safe at every point: one registration id, one authorisation, one row. When the bank asks
 * the runner first, the same request continues afterwards.
 */
export const submitRegistration = ({ tokens, processor, inbox, hash, now }: Needs): SubmitRegistration => {
  /** What the request says, once its quote is found to be ours, of this hold and of this entry. */
  const whatIsSaid = async (hold: Hold, command: SubmitCommand | QuotedCommand): Promise<Said | SubmitAnswer> => {
    if (!('quote' in command)) return { hold, runner: command.runner, companions: command.companions };
    const quote = await tokens.readQuote(command.quote);
    if (quote?.registrationId !== hold.registrationId || quote.holdHash !== hashOfHold(hold, hash))
      return { kind: 'quote-invalid' };
    if (quote.entryHash !== hash(canonicalJson(command.entry))) return { kind: 'entry-changed' };
    return saidIn(hold, quote, command.entry);
  };

  const pay = payingFor({ processor, inbox, now });

  return async (command, deadline) => {
    const { registrationId, sessionHash, waiverHash } = command;
    const held = await tokens.readHold(command.hold);
    if (!held || held.registrationId !== registrationId || held.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    // Checked before the card is touched, like all that follows: the writer would refuse this submission.
    const said = await whatIsSaid(held, command);
    if ('kind' in said) return said;
    const { hold, runner, companions, quoted, tried } = said;
    const expected = hold.companions?.length ?? 0;
    if ((companions?.length ?? 0) !== expected) return { kind: 'another-number', expected };
    if (hold.owner !== undefined && hold.owner !== hash(personOf(runner))) return { kind: 'not-the-one-who-waited' };
    if (hold.waiverHash !== waiverHash) return { kind: 'waiver-changed' };
    if (hold.form !== undefined && !quoted) return { kind: 'page-outdated' };
    const fault = cardFault(hold.quote.total, command);
    if (fault) return { kind: 'wrong-card', fault };

    return pay(
      {
        ...{ hold, tried, card: command },
        differs: quoted ? 'paid-otherwise' : 'payment-differs',
        send: (authorisation) => {
          const submittedAt = now().toISOString();
          return inbox.put({ hold, runner, companions, authorisation, submittedAt, ...(quoted && { quoted }) });
        },
      },
      deadline,
    );
  };
};

/**
 * `payment-unknown`: the processor did not answer in time; repeating the request is safe. `payment-differs`: this id
 * has a payment of another amount or event. `paid-otherwise`: so it has, and the amount is that of another quote.
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
        | 'quote-invalid'
        | 'entry-changed'
        | 'paid-otherwise'
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

export interface CardFields {
  /** The processor's token of the card: one of these two, and none when there is nothing to pay. */
  readonly paymentMethod?: string | undefined;
  readonly confirmationToken?: string | undefined;
  /** The payment that an answer `action-required` named, when the runner wants to continue it. */
  readonly resume?: string | undefined;
}

/** What is wrong with how a card is named. */
export interface CardFault {
  readonly field: keyof CardFields;
  readonly code: 'missing' | 'two-cards' | 'nothing-to-pay';
}

export const cardFault = (
  total: number,
  { paymentMethod, confirmationToken, resume }: CardFields,
): CardFault | undefined => {
  if (total === 0) {
    if (confirmationToken !== undefined) return { field: 'confirmationToken', code: 'nothing-to-pay' };
    // `paymentMethod` is ignored here: pages of before send one for free events, too.
    return resume === undefined ? undefined : { field: 'resume', code: 'nothing-to-pay' };
  }
  if (confirmationToken === undefined)
    return paymentMethod === undefined ? { field: 'confirmationToken', code: 'missing' } : undefined;
  return paymentMethod === undefined ? undefined : { field: 'paymentMethod', code: 'two-cards' };
};

/** What a card is to hold, and until when: a hold says so or, where a spot is passed on, a quote. */
export type Payable = Pick<Hold, 'registrationId' | 'raceId' | 'eventId' | 'quote' | 'expiresAt' | 'cardTries'> &
  Pick<Sweep, 'sessionHash' | 'purpose'>;

interface Paying {
  readonly hold: Payable;
  readonly card: CardFields;
  readonly tried?: Tried | undefined;
  /** What is said where this id has a payment of another amount. */
  readonly differs: 'paid-otherwise' | 'payment-differs';
  /** Sends what is paid for on its way. */
  readonly send: (authorisation: string) => Promise<void>;
}

/** The part that is the same for everything that is paid for: begun before an instant, continued shortly after it. */
export const payingFor = ({
  processor,
  inbox,
  now,
}: Pick<Needs, 'processor' | 'now'> & { readonly inbox: Pick<Inbox, 'putSweep'> }) => {
  return async (paying: Paying, deadline: number): Promise<SubmitAnswer> => {
    const { hold, tried } = paying;
    const charge = chargeOf(hold);
    /** What the first request said. The processor refuses another amount. */
    const opening = tried ? { ...charge, amount: tried.opened } : charge;

    const send = async (authorisation: string): Promise<SubmitAnswer> => {
      await paying.send(authorisation);
      return { kind: 'accepted' };
    };

    const differs = { kind: paying.differs };
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
          return differs;
        case 'unknown':
          return { kind: 'payment-unknown' };
      }
    };

    const { cardTries } = hold;
    const lateMs = now().getTime() - hold.expiresAt;
    if (isExpired(hold, now()) && !(hold.quote.total === 0 && lateMs < freeResubmitMs)) {
      if (lateMs >= processorLookupMs) return { kind: 'hold-expired' };
      // The answer to a submission in time may have been lost: then the card is authorised already.
      const known = await processor.open(opening);
      if (!known) return differs;
      const { state, authorisation, amount } = known;
      if (state === 'authorised' || state === 'captured')
        return amount === charge.amount ? send(authorisation) : differs;
      if (state !== 'open' || lateMs >= authenticationGraceSeconds * 1000) return { kind: 'hold-expired' };
      // Another page of this runner goes on with another quote.
      if (amount !== charge.amount && amount !== opening.amount) return differs;
      // The bank asked before the hold's end, or there is nothing to continue: nobody tries a card after it.
      const card = await processor.resume(authorisation, { ...charge, cardTries }, deadline);
      return !card || card.kind === 'declined' ? { kind: 'hold-expired' } : answerTo(card);
    }

    // What was sent without a card before is not paid for afterwards. The other way round, the payment that was begun stays: a bank may
    // say yes to it in another tab at this moment. The writer decides which of the two counts, and then the sweep lets the payment go.
    if (tried?.opened === 0 && charge.amount > 0) return differs;
    await inbox.putSweep(sweepOf(hold, opening, now()));
    const { paymentMethod, confirmationToken, resume } = paying.card;
    const card = { paymentMethod, confirmationToken, resume, cardTries, ...(tried && { tried }) };
    return answerTo(await processor.authorise({ ...charge, ...card }, deadline));
  };
};

/** For a long hold the sweep may come too early: until the hold ends, another card may be tried. */
const sweepOf = (hold: Payable, opening: ReturnType<typeof chargeOf>, now: Date): Sweep => {
  const notBefore = hold.expiresAt + maxDeliverySeconds * 1000;
  return {
    ...opening,
    sessionHash: hold.sessionHash,
    ...(notBefore > now.getTime() + sweepDelaySeconds * 1000 && { notBefore }),
  };
};

const chargeOf = ({ registrationId, raceId, eventId, quote, purpose }: Payable) => ({
  registrationId,
  raceId,
  eventId,
  amount: quote.total,
  currency: quote.currency,
  ...(purpose && { purpose }),
});
