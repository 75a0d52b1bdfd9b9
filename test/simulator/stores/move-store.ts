import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { PaidMove } from '../../../lambdas/domain/move';
import type { MoveOffer as MailedOffer } from '../../../lambdas/mail/letters/ports';
import {
  type MoveCommand,
  type Moved,
  type Moves,
  type MoveView,
  type MoveWithdrawn,
  mayMove,
} from '../../../lambdas/registration/change/move/move-event';
import type { Registrations } from '../../../lambdas/registration/ports';
import type { Times } from '../../../lambdas/spots/blocks/block';
import { findRegistration } from '../../model/ledger/queries';
import { unseated, withPayment } from '../../model/ledger/record';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { Order, RegistrationRow } from '../../model/ledger/tables';
import { doesMove, type MoveRules } from '../mutants/move-rules';
import { currency, nameOf, type Race } from '../race';
import type { Database, Posted, State } from '../world/database';
import type { Machine } from '../world/machine';
import { type EventName, eventOf, type MoveOffer, openOffer, tablesOf, withdrawOffer, withOffer } from '../world/moves';
import { carryOut, factsOf, keepSpot, takeSpot } from './move-steps';
import type { Offers } from './waiting-store';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly newId: () => string;
  readonly offers: Offers;
  readonly lanes: number;
  readonly times: Times;
  readonly rules: Rules;
  readonly moveRules: MoveRules;
}

/** The names in the history of commits by which somebody may be moved. */
export const commitMove = 'move';
export const commitPaidMove = 'record move';

/** As long as an offer to those who wait. */
const offerMs = 3_600_000;

const nothing = { returned: [], unanswered: [] } as const;

/** What PostgresMoves does, on the model's tables. */
export const moveStore = (needs: Needs): Moves => {
  const { database, machine, race, newId, lanes, times, moveRules } = needs;

  const offer = (state: State, row: RegistrationRow, to: EventName, amount: number): [State, MoveOffer] | undefined => {
    const before = openOffer(state, row.id);
    if (before?.to === to && before.amount === amount && before.endsAt > database.now) return [state, before];
    const kept = withdrawOffer(state, row.id, database.now);
    const [block, endsAt] = [newId(), database.now + offerMs];
    const { holdSeconds } = race;
    const fresh = { id: block, dealUntil: endsAt, closesAt: endsAt + times.grace * 1000, holdSeconds };
    const tables = keepSpot(tablesOf(kept, to), { ...fresh, owner: row.person ?? '' }, moveRules);
    if (!tables) return undefined;
    const from = eventOf(row.spot ?? 0);
    const made: MoveOffer = {
      ...{ id: newId(), registrationId: row.id, from, to, block, amount, endsAt },
      ...{ state: 'open', paidAs: null },
    };
    const count = kept.moving.offers.filter(({ registrationId }) => registrationId === row.id).length + 1;
    const mail = mailMessage({ registrationId: row.id, template: 'move-offer', generation: count }, lanes);
    const posted: Posted = { ...mail, id: newId(), createdAt: database.now };
    const after = tables(kept, to);
    const moving = { ...after.moving, offers: [...after.moving.offers, made] };
    return [{ ...after, moving, outbox: [...after.outbox, posted] }, made];
  };

  const move = (
    state: State,
    { registrationId, eventId, ...command }: MoveCommand,
  ): { readonly state: State; readonly answer: Moved } => {
    const row = findRegistration(state.tables, registrationId);
    if (!row) return { state, answer: { kind: 'not-found' } };
    if (row.person === null || row.spot === null) return { state, answer: { kind: 'no-spot' } };
    const [from, to]: EventName[] = [eventOf(row.spot), eventId === race.eventId ? 'first' : 'other'];
    if (!from || !to) throw new Error('a move is between two events');
    const facts = factsOf(state, row, to, { race, now: database.now, moveRules });
    const isThere = from === to;
    const ruling = mayMove(facts, isThere ? { ...command, difference: 'leave' } : command);
    if (ruling.kind !== 'move' && ruling.kind !== 'offer') return { state, answer: ruling };
    const about = {
      ...{ kind: 'moved' as const, paid: facts.paid, price: facts.price, currency, paidAs: row.paidAs ?? row.id },
      ...{ from: named(race, from), to: named(race, to), ...nothing },
    };
    if (isThere)
      return { state, answer: { ...about, number: row.number ?? 0, refund: 0, offers: 0, isChanged: false } };
    if (ruling.kind === 'offer') {
      const [offered, made] = offer(state, row, to, ruling.by) ?? [];
      if (!offered || !made) return { state, answer: { kind: 'held' } };
      const number = tablesOf(offered, to).blocks.find(({ id }) => id === made.block)?.numbers[0] ?? 0;
      const told = { amount: made.amount, endsAt: new Date(made.endsAt) };
      return {
        state: offered,
        answer: { ...about, number, refund: 0, offers: 0, isChanged: offered !== state, offer: told },
      };
    }
    const block = newId();
    const taken = takeSpot(state, to, block, moveRules);
    if (!taken) return { state, answer: { kind: 'held' } };
    const made = { row, to, number: taken.number, block, refund: ruling.refund, charged: 0, offer: null };
    const done = carryOut(taken.state, needs, made);
    const { refund, offered } = done;
    return {
      state: done.state,
      answer: { ...about, number: taken.number, refund, offers: offered.length, isChanged: true },
    };
  };

  return {
    move: (command) => database.transact<Moved>(machine, commitMove, (state) => move(state, command)),
    withdraw: (registrationId) =>
      database.transact<MoveWithdrawn>(machine, 'withdraw move', (state) => {
        if (!openOffer(state, registrationId)) return { state, answer: { kind: 'no-offer' } };
        return { state: withdrawOffer(state, registrationId, database.now), answer: { kind: 'withdrawn' } };
      }),
  };
};

const named = (race: Race, event: EventName) => ({
  eventId: event === 'first' ? race.eventId : (race.other?.eventId ?? ''),
  name: nameOf(event),
});

type Recorded = Awaited<ReturnType<Registrations['move']>>;

/** What the writer does with a difference that a card holds. */
export const paidMoveStore =
  (needs: Needs): Registrations['move'] =>
  ({ quote, authorisation }: PaidMove) => {
    const { database, machine, race, newId, moveRules } = needs;
    return database.transact<Recorded>(machine, commitPaidMove, (state) => {
      const { registrationId: id, moverId, offerId, difference: amount } = quote;
      if (findRegistration(state.tables, id) && doesMove(moveRules, 'a try is decided once')) {
        database.note(`repeated ${id}`);
        return { state, answer: { decisions: [], deferred: [], outbox: [] } };
      }
      const order = (action: Order['action']): Order => ({
        ...{ registrationId: id, authorisation, amount, currency, action },
      });
      const withPayer = (of: State, via: 'move' | 'none', { action }: Pick<Order, 'action'>): State => {
        const payer = { ...unseated({ id, person: '' }, 'refused'), person: null, via };
        const registrations = [...of.tables.registrations.filter((one) => one.id !== id), payer];
        const tables = withPayment({ ...of.tables, registrations }, order(action));
        const post = { id: newId(), queue: 'payments', group: race.raceId, body: order(action) } as const;
        return { ...of, tables, outbox: [...of.outbox, { ...post, createdAt: database.now }] };
      };
      const idsOf = (after: State) => after.outbox.filter((one) => !state.outbox.includes(one)).map((one) => one.id);
      const answerOf = (after: State): Recorded => ({ decisions: [], deferred: [], outbox: idsOf(after) });

      const ready = findReady(state, needs, { offerId, moverId });
      if (!ready) {
        const refused = withPayer(state, 'none', {
          action: doesMove(moveRules, 'who is not moved is let go') ? 'void' : 'capture',
        });
        return { state: refused, answer: answerOf(refused) };
      }
      const { row, offer } = ready;
      const taken = withOffer(ready.state, offer, { state: 'taken', paidAs: id });
      const made = { row, to: offer.to, number: ready.number, block: ready.block };
      const moved = carryOut(taken, needs, { ...made, refund: 0, charged: amount, offer: offer.id });
      const action = doesMove(moveRules, 'who moves is charged') ? ('capture' as const) : ('void' as const);
      const after = withPayer(moved.state, 'move', { action });
      return {
        state: after,
        answer: { ...answerOf(after), moved: { registrationId: moverId, paidAs: row.paidAs ?? row.id } },
      };
    });
  };

/** The spot to which somebody moves, while their offer stands. */
const findReady = (
  state: State,
  { database, race, newId, moveRules }: Needs,
  { offerId, moverId }: { readonly offerId: string; readonly moverId: string },
) => {
  const row = findRegistration(state.tables, moverId);
  const offer = state.moving.offers.find(({ id }) => id === offerId);
  if (!row || row.spot === null || !offer || offer.registrationId !== moverId) return undefined;
  if (offer.state !== 'open' && doesMove(moveRules, 'an offer is taken once')) return undefined;
  if (eventOf(row.spot) !== offer.from) return undefined;
  const facts = factsOf(state, row, offer.to, { race, now: database.now, moveRules });
  if (mayMove(facts, { difference: 'leave', passesWaiting: true }).kind !== 'move') return undefined;
  const { spots } = tablesOf(state, offer.to);
  const isKept = doesMove(moveRules, 'a spot that is kept is looked at by its block')
    ? spots.find(({ block }) => block === offer.block)
    : spots.find(({ block }) => block !== null);
  if (isKept) return { state, row, offer, number: isKept.number, block: offer.block };
  const late = newId();
  const taken = takeSpot(state, offer.to, late, moveRules);
  return taken && { ...taken, row, offer, block: late };
};

/** What the link of an offer shows. */
export const findMoveIn =
  ({ database, machine, race, moveRules }: Needs) =>
  (offerId: string): Promise<MoveView> =>
    database.ask(machine, 'find move', (state) => {
      const offer = state.moving.offers.find(({ id }) => id === offerId);
      const row = offer && findRegistration(state.tables, offer.registrationId);
      if (!offer || !row) return { kind: 'not-found' };
      const { from, to, amount: difference, endsAt } = offer;
      const stands = isStanding(state, row, offer, { race, now: database.now, moveRules });
      return {
        ...{ kind: 'found', moverId: row.id, raceId: race.raceId, raceName: '', from: nameOf(from) },
        ...{ to: named(race, to), number: undefined, difference, currency, endsAt: new Date(endsAt) },
        ...{ isUnpaid: false, isDue: false },
        state: offer.state === 'taken' ? 'moved' : stands ? 'offered' : 'gone',
      };
    });

/** What a mail tells of an offer. */
export const mailedMoveIn =
  ({ database, machine, race, moveRules }: Needs) =>
  (registrationId: string, count: number): Promise<MailedOffer | undefined> =>
    database.ask(machine, 'find move for mail', (state) => {
      const offer = state.moving.offers.filter((one) => one.registrationId === registrationId)[count - 1];
      const row = offer && findRegistration(state.tables, registrationId);
      if (!offer || !row || !isStanding(state, row, offer, { race, now: database.now, moveRules })) return undefined;
      const { id: offerId, to, amount: difference, endsAt } = offer;
      return { offerId, to: nameOf(to), difference, currency, until: new Date(endsAt) };
    });

const isStanding = (
  state: State,
  row: RegistrationRow,
  offer: MoveOffer,
  at: { readonly race: Race; readonly now: number; readonly moveRules: MoveRules },
): boolean => {
  const { isCancelled, payment } = factsOf(state, row, offer.to, at);
  const isThere = row.isLive && row.spot !== null && eventOf(row.spot) === offer.from;
  return offer.state === 'open' && isThere && at.now < offer.endsAt && !isCancelled && payment !== 'authorised';
};
