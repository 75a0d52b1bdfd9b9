import { canonicalJson } from '../../domain/canonical-json';
import { type Hold, isExpired } from '../../domain/hold';
import type { Charge, DeclineReason } from '../../domain/payment';
import { personOf, type Runner } from '../../domain/person';
import { type Entry, type EntryPerson, hashOfHold, type SignedQuote, type Tried } from '../../domain/quote';
import {
  authenticationGraceSeconds,
  maxDeliverySeconds,
  type Quoted,
  sweepDelaySeconds,
} from '../../domain/registration';
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
  readonly tokens: Pick<Tokens, 'readHold' | 'readQuote'>;
  readonly processor: Pick<Processor, 'authorise' | 'open' | 'resume' | 'void'>;
  readonly inbox: Pick<Inbox, 'put' | 'putSweep'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

interface Command {
  readonly registrationId: string;
  readonly sessionHash: string;
  /** The signed hold, as the runner was given it. */
  readonly hold: string;
  readonly waiverHash: string;
  /** The processor's token of the card: one of these two, and none when there is nothing to pay. */
  readonly paymentMethod?: string | undefined;
  readonly confirmationToken?: string | undefined;
  /** The payment that an answer `action-required` named, when the runner wants to continue it. */
  readonly resume?: string | undefined;
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

  /** Gives up a payment on which nothing is held. The answer when something is. */
  const letGo = async (opening: Charge): Promise<SubmitAnswer | undefined> => {
    const known = await processor.open(opening);
    if (!known || known.state === 'authorised' || known.state === 'captured') return { kind: 'paid-otherwise' };
    if (known.state === 'voided') return undefined;
    const { kind } = await processor.void(known.authorisation, opening);
    if (kind === 'voided') return undefined;
    return { kind: kind === 'unknown' ? 'payment-unknown' : 'paid-otherwise' };
  };

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

    const charge = chargeOf(hold);
    /** What the first request said. The processor refuses another amount. */
    const opening = tried ? { ...charge, amount: tried.opened } : charge;

    const send = async (authorisation: string): Promise<SubmitAnswer> => {
      const submittedAt = now().toISOString();
      await inbox.put({ hold, runner, companions, authorisation, submittedAt, ...(quoted && { quoted }) });
      return { kind: 'accepted' };
    };

    const differs = { kind: quoted ? 'paid-otherwise' : 'payment-differs' } as const;
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

    // What costs nothing now was sent without a card before, or a card was tried for it.
    if (tried?.opened === 0 && charge.amount > 0) return differs;
    if (tried && tried.opened > 0 && charge.amount === 0) {
      const gone = await letGo(opening);
      if (gone) return gone;
    }
    await inbox.putSweep(sweepOf(hold, opening, now()));
    const { paymentMethod, confirmationToken, resume } = command;
    const card = { paymentMethod, confirmationToken, resume, cardTries, ...(tried && { tried }) };
    return answerTo(await processor.authorise({ ...charge, ...card }, deadline));
  };
};

/** What a request says, the same for races with and without a form. */
interface Said {
  /** Its quote is what the card must hold. */
  readonly hold: Hold;
  readonly runner: Runner;
  readonly companions?: readonly Runner[] | undefined;
  readonly quoted?: Quoted | undefined;
  readonly tried?: Tried | undefined;
}

const saidIn = (
  hold: Hold,
  { form, people, limitGroup, once, newTeam, collected, blocks, fee, total, tried }: SignedQuote,
  entry: Entry,
): Said => {
  const [payer, ...others] = entry.people;
  const order = entry.order.answers;
  const runner = { ...storedOf(payer), ...(Object.keys(order).length > 0 && { orderAnswers: order }) };
  return {
    hold: { ...hold, quote: { ...hold.quote, total } },
    runner,
    ...(others.length > 0 && { companions: others.map(storedOf) }),
    quoted: {
      form,
      people,
      ...(limitGroup !== undefined && { limitGroup }),
      ...(once && { once }),
      ...(newTeam && { newTeam }),
      ...(collected && { collected }),
      ...(blocks && { blocks }),
      ...(fee && { fee }),
    },
    ...(tried && { tried }),
  };
};

/** The id is that of the row, and what was bought is in its money lines. */
const storedOf = ({ registrationId: _, items: __, ...who }: EntryPerson & { readonly items?: unknown }): Runner => who;

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
const sweepOf = (hold: Hold, opening: ReturnType<typeof chargeOf>, now: Date): Sweep => {
  const notBefore = hold.expiresAt + maxDeliverySeconds * 1000;
  return {
    ...opening,
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
