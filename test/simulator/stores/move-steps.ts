import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { MoveFacts } from '../../../lambdas/registration/change/move/move-event';
import { paymentOf, refundOrder, shareOf, withRefund } from '../../model/ledger/changes';
import { offerWhatIsSellable, trim } from '../../model/ledger/coming-back';
import { insertBlock } from '../../model/ledger/cut';
import { isCounted, withBlock } from '../../model/ledger/queries';
import { offTheList } from '../../model/ledger/record';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { BlockRow, Order, PaymentRow, RegistrationRow, Tables } from '../../model/ledger/tables';
import { doesMove, type MoveRules } from '../mutants/move-rules';
import { currency, priceOf, type Race } from '../race';
import type { Posted, State } from '../world/database';
import {
  differencesOf,
  type EventName,
  eventOf,
  tablesOf,
  whileCharging,
  withdrawOffer,
  withTables,
} from '../world/moves';
import type { Offers } from './waiting-store';

interface At {
  readonly race: Race;
  readonly now: number;
  readonly moveRules: MoveRules;
}

/** What the database knows of a move under its locks. */
export const factsOf = (state: State, row: RegistrationRow, to: EventName, at: At): MoveFacts => {
  const isSeen = doesMove(at.moveRules, 'nothing is given back before it is taken');
  const payment = paymentOf(whileCharging(state, row, isSeen), row);
  const cost = payment ? shareOf(row, payment) : 0;
  const { event, waiting } = tablesOf(state, to);
  return {
    isLive: row.isLive,
    payment: payment?.state ?? 'failed',
    ...{ isUndecided: false, isAtBank: false, isInTeam: false, isCheckedIn: false, areAlike: true },
    isCancelled: event.sale === 'cancelled' || state.jobs.length > 0,
    waiting: row.spot !== null && eventOf(row.spot) === to ? 0 : waiting.filter(isCounted).length,
    ...{ paid: cost, listed: cost, price: priceOf(at.race, to, at.now), currency },
  };
};

const sellableIn = ({ spots }: Tables) => spots.find(({ block }) => block === null);

/** Puts a sellable spot into a block of an offer; undefined when there is none. */
export const keepSpot = (
  tables: Tables,
  block: Pick<BlockRow, 'id' | 'owner' | 'dealUntil' | 'closesAt' | 'holdSeconds'>,
  moveRules: MoveRules,
): ((state: State, event: EventName) => State) | undefined => {
  const isAny = !doesMove(moveRules, 'an offer keeps a spot that is sellable');
  const spot = sellableIn(tables) ?? (isAny ? tables.spots[0] : undefined);
  if (!spot) return undefined;
  const kept = insertBlock(tables, { ...block, numbers: [spot.number], isClosed: false });
  return (state, event) => withTables(state, event, kept);
};

/** Takes a sellable spot for a runner. */
export const takeSpot = (state: State, event: EventName, block: string, moveRules: MoveRules) => {
  const tables = tablesOf(state, event);
  const isAny = !doesMove(moveRules, 'the late take only what is sellable');
  const spot = sellableIn(tables) ?? (isAny ? tables.spots[0] : undefined);
  if (!spot) return undefined;
  return { number: spot.number, state: withTables(state, event, withBlock(tables, spot.number, block)) };
};

interface Needs {
  readonly race: Race;
  readonly newId: () => string;
  readonly offers: Offers;
  readonly lanes: number;
  readonly rules: Rules;
  readonly moveRules: MoveRules;
  readonly database: { readonly now: number };
}

interface Move {
  readonly row: RegistrationRow;
  readonly to: EventName;
  readonly number: number;
  readonly block: string;
  readonly refund: number;
  readonly charged: number;
  readonly offer: string | null;
}

/** Moves a runner who may be moved, as `carryOut` of the product does it. */
export const carryOut = (before: State, needs: Needs, { row, to, number, block, refund, charged, offer }: Move) => {
  const { race, newId, offers, lanes, rules, moveRules, database } = needs;
  const { id, spot: left, block: leftBlock } = row;
  if (left === null) throw new Error(`${id} has no spot to move from`);
  const payment = paymentOf(before.tables, row);
  const share = (payment ? shareOf(row, payment) : 0) - refund + charged;
  const moved: RegistrationRow = { ...row, spot: number, number, block, ...(refund + charged > 0 && { share }) };
  const registrations = before.tables.registrations.map((one) => (one.id === id ? moved : one));
  const split = splitRefund(before, { ...before.tables, registrations }, { row, refund, rules, moveRules });
  let state: State = { ...before, tables: split.tables };
  if (doesMove(moveRules, 'the former spot comes back'))
    state = freeSpot(state, { spot: left, block: leftBlock }, rules);
  state = withdrawOffer(state, id, database.now);
  const handovers = state.handovers.map((one) =>
    one.registrationId === id && one.state === 'offered' ? { ...one, state: 'withdrawn' as const } : one,
  );
  if (to === 'first' && row.person !== null) state = { ...state, tables: offTheList(state.tables, row.person, rules) };
  const made = { registrationId: id, from: left, to: number, refund, offer };
  const moves = [...state.moving.moves, made];
  const count = moves.filter(({ registrationId }) => registrationId === id).length;
  const generation = doesMove(moveRules, 'each move has a mail of its own') ? count : 1;
  const mail = mailMessage({ registrationId: id, template: 'moved', generation }, lanes);
  const given = offerWhatIsSellable(state.tables, offers.fresh, rules);
  const posted: Posted[] = [
    ...(doesMove(moveRules, 'who is moved is told') ? [{ ...mail, id: newId(), createdAt: database.now }] : []),
    ...split.orders.map((body) => ({
      ...{ id: newId(), queue: 'payments' as const, group: race.raceId, body, createdAt: database.now },
    })),
    ...offers.mails(given.offered),
  ];
  return {
    refund,
    offered: given.offered,
    state: {
      ...{ ...state, tables: given.tables, handovers },
      moving: { ...state.moving, moves },
      outbox: [...state.outbox, ...posted],
    },
  };
};

/** A spot that somebody left, and what of its event is beyond its capacity. */
export const freeSpot = (
  state: State,
  { spot, block }: { readonly spot: number; readonly block: string | null },
  rules: Rules,
): State => {
  const event = eventOf(spot);
  const tables = tablesOf(state, event);
  const isTheirs = tables.spots.some((one) => one.number === spot && one.block === block);
  return withTables(state, event, trim(isTheirs ? withBlock(tables, spot, null) : tables, rules));
};

interface Refund {
  readonly row: RegistrationRow;
  readonly refund: number;
  readonly rules: Rules;
  readonly moveRules: MoveRules;
}

/** Orders that so much goes back: of what was paid for moves first, the newest first, and then of the payment for the spot. */
export const splitRefund = (
  before: State,
  tables: Tables,
  { row, refund, rules, moveRules }: Refund,
): { readonly tables: Tables; readonly orders: readonly Order[] } => {
  const main = paymentOf(before.tables, row);
  if (refund === 0 || !main) return { tables, orders: [] };
  let rest = refund;
  const changed: PaymentRow[] = [];
  for (const difference of doesMove(moveRules, 'differences go back first') ? differencesOf(before, row.id) : []) {
    const isTaken = difference.state === 'captured' || difference.state === 'refunded';
    const part = isTaken ? Math.min(rest, difference.amount - (difference.refund ?? 0)) : 0;
    if (part > 0) changed.push(withRefund(difference, part, rules));
    rest -= part;
  }
  changed.push(rest > 0 ? withRefund(main, rest, rules) : main);
  const payments = tables.payments.map(
    (payment) => changed.find(({ registrationId }) => registrationId === payment.registrationId) ?? payment,
  );
  const orders = changed.flatMap((one) => (one === main || one.refundOrdered !== null ? [] : [refundOrder(one)]));
  return { tables: { ...tables, payments }, orders };
};
