import { currencyOf } from '../../../domain/money/currencies';
import type { PaymentState } from '../../../domain/money/payment';
import type { Outcomes, RememberedRunners } from '../../ports';
import type { EntryFault } from '../ports';

/** A registered runner is to run in another event of the same race. */
export interface MoveCommand {
  readonly registrationId: string;
  readonly eventId: string;
  /**
   * `refund`: what they paid for the entry above the present price of the new event is given back. `leave`: nobody is paid and
   * nobody pays, whatever the two events cost. `charge`: as `refund`, and where the new event costs more, a spot of it is kept for
   * the runner until they have paid the difference. Nobody is charged without that: the owner of the card has not agreed to it.
   */
  readonly difference: 'refund' | 'leave' | 'charge';
  /** The new event has people on its waiting list, and the runner comes before them. */
  readonly passesWaiting: boolean;
}

/** All money is in the currency's smallest unit. */
export interface MovedRegistration {
  readonly from: { readonly eventId: string; readonly name: string };
  readonly to: { readonly eventId: string; readonly name: string };
  /** The number of the new spot. */
  readonly number: number;
  /** What was paid for the entry and not given back before, and what the new event costs now, if it has a price now. */
  readonly paid: number;
  readonly price?: number | undefined;
  /** How much is given back in all. */
  readonly refund: number;
  readonly currency: string;
  /** The positions of items that the new event does not have: they can be sold again. */
  readonly returned: readonly number[];
  /** What the new event asks and they never answered, in the words of the form. */
  readonly unanswered: readonly string[];
  /** The bib that is nobody's any more. */
  readonly bib?: number | undefined;
  /** To how many waiting places the old spot is offered at once. */
  readonly offers: number;
  /** False when they were in that event before, or had this offer. */
  readonly isChanged: boolean;
  /** They run where they did, until they pay. `number` is that of the spot that is kept. */
  readonly offer?: { readonly amount: number; readonly endsAt: Date } | undefined;
  /** The registration that paid. */
  readonly paidAs: string;
}

/**
 * `no-event`: the race has no such event in which people run. `full`, `held`: no spot is left, or those that are left are held
 * by others at this moment. `dearer`: it costs `by` more than theirs did, and nobody said to leave it. `waited-for`: `waiting` people wait.
 */
export type Moved =
  | ({ readonly kind: 'moved' } & MovedRegistration)
  | { readonly kind: 'not-eligible'; readonly faults: readonly EntryFault[] }
  | { readonly kind: 'waited-for'; readonly waiting: number }
  | { readonly kind: 'dearer'; readonly by: number; readonly currency: string }
  | { readonly kind: 'same-person' }
  | { readonly kind: Stopped }
  | { readonly kind: 'not-found' | 'full' | 'held' };

type Stopped =
  | 'no-spot'
  | 'no-event'
  | 'event-cancelled'
  | 'settling'
  | 'in-team'
  | 'checked-in'
  | 'no-price'
  | 'dispute-open';

/** What the database knows under its locks. */
export interface MoveFacts {
  readonly isLive: boolean;
  readonly payment: PaymentState;
  /** Money for the spot or for a move is disputed, or it is gone, and no director has said since that they keep the spot. */
  readonly isUndecided: boolean;
  /** A bank has not decided yet. */
  readonly isAtBank: boolean;
  readonly isInTeam: boolean;
  readonly isCheckedIn: boolean;
  /** Both events are of one race, and people run in them. */
  readonly areAlike: boolean;
  /** The race, or the new event, is cancelled. */
  readonly isCancelled: boolean;
  /** How many places wait for the new event, and have said that they do. */
  readonly waiting: number;
  /** For the entry, less what was given back or taken back by a bank. */
  readonly paid: number;
  /** What the entry cost before a code or a credit lowered it. Who moves keeps what these took off. */
  readonly listed: number;
  readonly price?: number | undefined;
  readonly currency: string;
}

type MoveRuling =
  | { readonly kind: 'move'; readonly refund: number }
  | { readonly kind: 'offer'; readonly by: number }
  | Extract<Moved, { readonly kind: 'waited-for' | 'dearer' }>
  | { readonly kind: Stopped };

/** May they move, and what is given back of the entry? A director may do so after the sale has closed, too. */
export const mayMove = (facts: MoveFacts, command: Pick<MoveCommand, 'difference' | 'passesWaiting'>): MoveRuling => {
  const { paid, listed, price, waiting } = facts;
  if (!facts.isLive) return { kind: 'no-spot' };
  if (!facts.areAlike) return { kind: 'no-event' };
  if (facts.isCancelled) return { kind: 'event-cancelled' };
  // The money is on its way, and an end of it would end a spot that is another one by then.
  if (facts.payment === 'authorised') return { kind: 'settling' };
  if (facts.isInTeam) return { kind: 'in-team' };
  if (facts.isCheckedIn) return { kind: 'checked-in' };
  if (waiting > 0 && !command.passesWaiting) return { kind: 'waited-for', waiting };
  if (command.difference === 'leave') return { kind: 'move', refund: 0 };
  if (price === undefined) return { kind: 'no-price' };
  if (price > listed) {
    const by = price - listed;
    if (command.difference !== 'charge') return { kind: 'dearer', by, currency: facts.currency };
    if (facts.isUndecided) return { kind: 'dispute-open' };
    // The processor does not charge so little: it is waived, as everywhere.
    return by < (currencyOf(facts.currency)?.minCharge ?? 0) ? { kind: 'move', refund: 0 } : { kind: 'offer', by };
  }
  // The processor would refuse the refund.
  return facts.isAtBank && price < paid
    ? { kind: 'dispute-open' }
    : { kind: 'move', refund: Math.max(0, paid - price) };
};

/** The offer of a move. `gone`: withdrawn, over, or no longer possible. */
export type MoveView =
  | {
      readonly kind: 'found';
      readonly moverId: string;
      readonly state: 'offered' | 'moved' | 'gone';
      readonly raceId: string;
      readonly raceName: string;
      /** The name of the event from which they move. */
      readonly from: string;
      readonly to: { readonly eventId: string; readonly name: string };
      /** Of their spot in the new event. Undefined: they are not in it yet, or not any more. */
      readonly number: number | undefined;
      /** They were moved, and then the difference could not be charged. */
      readonly isUnpaid: boolean;
      /** They can pay that difference once more. */
      readonly isDue: boolean;
      readonly difference: number;
      readonly currency: string;
      readonly endsAt: Date;
    }
  | { readonly kind: 'not-found' };

/** `no-offer`: none stood. */
export type MoveWithdrawn = { readonly kind: 'withdrawn' | 'no-offer' };

/** Moves of registered runners, each in one transaction with both spots, the money, its audit row and its mail. */
export interface Moves {
  /** Safe to send again. */
  move(command: MoveCommand): Promise<Moved>;
  /** Takes an offer back, unless it was paid before. */
  withdraw(registrationId: string): Promise<MoveWithdrawn>;
}

interface Needs {
  readonly moves: Moves;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'ended'>;
}

export type MoveEvent = (command: MoveCommand) => Promise<Moved>;

/** A director moves a runner to another event. The registration stays: its id, its link and what it bought. */
export const moveEvent =
  ({ moves, outcomes, remembered }: Needs): MoveEvent =>
  async (command) => {
    const answer = await moves.move(command);
    if (answer.kind !== 'moved' || answer.offer || !answer.isChanged) return answer;
    const { registrationId } = command;
    // Afterwards the database says in which event somebody is.
    await Promise.all([
      ...[...new Set([registrationId, answer.paidAs])].map((id) => outcomes.changed(id)),
      remembered.ended(registrationId),
    ]);
    return answer;
  };
