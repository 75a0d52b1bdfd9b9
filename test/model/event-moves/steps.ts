import { mayChange } from '../../../lambdas/registration/change/change-rules';
import { type MoveFacts, mayMove } from '../../../lambdas/registration/change/move/move-event';
import { comesBack, isSellable } from '../ledger/spot';
import type { Step } from '../small-worlds';
import type { MoveConfiguration, MoveWorld, OfferRow, SeatRow, SpotRow, TryRow } from './world';
import { prices } from './world';

/** What a transaction does besides deciding. A mutant leaves one of them out. */
export type MoveStep =
  | 'an offer keeps a spot that is sellable'
  | 'a spot that is kept is looked at by its block'
  | 'the late take only what is sellable'
  | 'an offer is taken once'
  | 'a try is decided once'
  | 'who moves is charged'
  | 'who is not moved is let go'
  | 'the former spot comes back'
  | 'nothing is given back before it is taken';

export interface MoveRules {
  readonly without: MoveStep | undefined;
}

type Of = { readonly of: MoveConfiguration; readonly rules: MoveRules };

const does = ({ rules }: Of, step: MoveStep): boolean => rules.without !== step;

const runnerOf = ({ seats }: MoveWorld) => seats.find(({ person }) => person === 'runner');

/** What the database knows under its locks. */
const factsOf = (world: MoveWorld, to: SpotRow['event'], of: Of): MoveFacts => ({
  isLive: true,
  payment: isBeingCharged(world) && does(of, 'nothing is given back before it is taken') ? 'authorised' : 'captured',
  isDisputed: false,
  isInTeam: false,
  isCheckedIn: false,
  areAlike: true,
  isCancelled: false,
  waiting: 0,
  paid: world.share,
  listed: world.share,
  price: prices[to],
  currency: 'XXX',
});

const isBeingCharged = ({ tries }: MoveWorld) =>
  tries.some(({ decided, charged }) => decided === 'capture' && !charged);

const withSpot = (world: MoveWorld, { event, number }: Pick<SpotRow, 'event' | 'number'>, block: string | null) => ({
  ...world,
  spots: world.spots.map((spot) => (spot.event === event && spot.number === number ? { ...spot, block } : spot)),
});

const sellableOf = ({ spots }: MoveWorld, event: SpotRow['event']) =>
  spots.find((spot) => spot.event === event && isSellable(spot));

/** Everything that can happen next, at whatever time and in whatever order. */
export function* moveSteps(world: MoveWorld, of: MoveConfiguration, rules: MoveRules): Generator<Step<MoveWorld>> {
  const all = { of, rules };
  yield* directing(world, all);
  yield* paying(world, all);
  yield* ending(world, all);
}

function* directing(world: MoveWorld, all: Of): Generator<Step<MoveWorld>> {
  const seat = runnerOf(world);
  const open = world.offers.find(({ state }) => state === 'open');
  if (open) yield { what: 'the offer is withdrawn', to: withdrawn(world) };
  if (!seat) return;
  const { offers, done } = world;
  const to = seat.event === 'short' ? 'long' : 'short';
  const spot =
    sellableOf(world, to) ??
    (does(all, 'an offer keeps a spot that is sellable') ? undefined : world.spots.find(({ event }) => event === to));
  const facts = factsOf(world, to, all);
  const charge = mayMove(facts, { difference: 'charge', passesWaiting: false });
  if (charge.kind === 'offer' && !open && offers.length < all.of.offers && spot) {
    const block = `offer ${offers.length}`;
    const offer: OfferRow = { id: offers.length, block, from: seat.event, state: 'open' };
    const kept = withSpot(world, spot, block);
    yield { what: 'a move is offered', to: { ...kept, open: [...kept.open, block], offers: [...offers, offer] } };
  }
  const free = sellableOf(world, to);
  if (done.moves >= all.of.moves || !free) return;
  for (const difference of ['leave', 'refund'] as const) {
    const ruling = mayMove(facts, { difference, passesWaiting: false });
    if (ruling.kind !== 'move') continue;
    const block = `move ${done.moves}`;
    const moved = carriedOut(withdrawn(withSpot(world, free, block)), seat, { ...free, block }, all);
    yield {
      what: `a director moves the runner, and money is to ${difference}`,
      objection: ruling.refund > 0 && isBeingCharged(world) ? 'money goes back while it is being charged' : undefined,
      to: {
        ...moved,
        share: moved.share - ruling.refund,
        refunded: moved.refunded + ruling.refund,
        done: { ...done, moves: done.moves + 1 },
      },
    };
  }
}

function* paying(world: MoveWorld, all: Of): Generator<Step<MoveWorld>> {
  const { tries, offers, done } = world;
  for (const { id } of offers)
    if (tries.length < all.of.tries) {
      const next: TryRow = { id: `try ${tries.length}`, offer: id, decided: null, moved: 0, charged: 0 };
      yield { what: `the card holds the difference for offer ${id}`, to: { ...world, tries: [...tries, next] } };
    }
  for (const one of tries) {
    const isRepeat = one.decided !== null;
    if (!isRepeat || done.deliveries < all.of.repeats)
      yield {
        what: `the writer gets ${one.id}${isRepeat ? ' again' : ''}`,
        to: written({ ...world, done: { ...done, deliveries: done.deliveries + Number(isRepeat) } }, one, all),
      };
    if (one.decided === 'capture' && one.charged === 0) yield { what: `${one.id} is charged`, to: charged(world, one) };
  }
}

function* ending(world: MoveWorld, all: Of): Generator<Step<MoveWorld>> {
  for (const block of world.open) yield { what: `${block} ends`, to: closed(world, block) };
  const { done } = world;
  const free = sellableOf(world, 'long');
  if (free && done.buyers < all.of.buyers) {
    const block = `late ${done.buyers}`;
    const buyer: SeatRow = { ...free, person: `buyer ${done.buyers}`, block };
    const taken = withSpot(world, free, block);
    yield {
      what: 'somebody else registers',
      to: { ...taken, seats: [...taken.seats, buyer], done: { ...done, buyers: done.buyers + 1 } },
    };
  }
  const seat = runnerOf(world);
  if (!seat || done.ends >= all.of.ends) return;
  const payment = isBeingCharged(world) ? ('authorised' as const) : ('captured' as const);
  const facts = { isLive: true, payment, amount: world.share, isInTime: true };
  const after = { ...withdrawn(world), done: { ...done, ends: done.ends + 1 } };
  if (mayChange(facts, 'cancelled', 'runner') === 'change')
    yield {
      what: 'the runner gives the spot back',
      to: {
        ...withSpot(after, seat, null),
        seats: after.seats.filter((one) => one !== seat),
        refunded: after.refunded + after.share,
        share: 0,
      },
    };
  if (mayChange(facts, 'transferred', 'runner') === 'change')
    yield {
      what: 'the runner passes the spot on',
      to: { ...after, seats: after.seats.map((one) => (one === seat ? { ...seat, person: 'other' } : one)) },
    };
}

const withdrawn = (world: MoveWorld): MoveWorld => ({
  ...world,
  offers: world.offers.map((offer) => (offer.state === 'open' ? { ...offer, state: 'withdrawn' } : offer)),
});

const closed = (world: MoveWorld, block: string): MoveWorld => ({
  ...world,
  open: world.open.filter((one) => one !== block),
  spots: world.spots.map((spot) => {
    const isRegistered = world.seats.some(({ event, number }) => event === spot.event && number === spot.number);
    return comesBack(spot, block, isRegistered) ? { ...spot, block: null } : spot;
  }),
});

const carriedOut = (
  world: MoveWorld,
  seat: SeatRow,
  { event, number, block }: Pick<SeatRow, 'event' | 'number' | 'block'>,
  all: Of,
): MoveWorld => {
  const moved = {
    ...world,
    seats: world.seats.map((one) => (one.person === seat.person ? { ...one, event, number, block } : one)),
  };
  return does(all, 'the former spot comes back') ? withSpot(moved, seat, null) : moved;
};

const charged = (world: MoveWorld, one: TryRow): MoveWorld => ({
  ...world,
  tries: world.tries.map((other) => (other.id === one.id ? { ...other, charged: other.charged + 1 } : other)),
  paid: world.paid + prices.long - prices.short,
});

/** The writer's transaction. */
const written = (world: MoveWorld, one: TryRow, all: Of): MoveWorld => {
  if (one.decided !== null && does(all, 'a try is decided once')) return world;
  const decide = (of: MoveWorld, decided: TryRow['decided'], moved: number): MoveWorld => ({
    ...of,
    tries: of.tries.map((other) => (other.id === one.id ? { ...other, decided, moved: other.moved + moved } : other)),
  });
  const refused = decide(world, does(all, 'who is not moved is let go') ? 'void' : 'capture', 0);
  const seat = runnerOf(world);
  const offer = world.offers.find(({ id }) => id === one.offer);
  if (!seat || !offer) return refused;
  if (offer.state !== 'open' && does(all, 'an offer is taken once')) return refused;
  if (seat.event !== offer.from) return refused;
  if (mayMove(factsOf(world, 'long', all), { difference: 'leave', passesWaiting: true }).kind !== 'move')
    return refused;
  const isKept = ({ event, block }: SpotRow) =>
    event === 'long' && (does(all, 'a spot that is kept is looked at by its block') ? block === offer.block : true);
  const isLate = (spot: SpotRow) =>
    spot.event === 'long' && (isSellable(spot) || !does(all, 'the late take only what is sellable'));
  const spot = world.spots.find(isKept) ?? world.spots.find(isLate);
  if (!spot) return refused;
  const block = spot.block === offer.block ? offer.block : `late ${one.id}`;
  const taken: MoveWorld = {
    ...withSpot(world, spot, block),
    offers: world.offers.map((other) => (other === offer ? { ...other, state: 'taken' } : other)),
    share: world.share + prices.long - prices.short,
  };
  const moved = carriedOut(taken, seat, { event: 'long', number: spot.number, block }, all);
  return decide(moved, does(all, 'who moves is charged') ? 'capture' : 'void', 1);
};
