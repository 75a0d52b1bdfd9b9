import { type MoneyRow, takenBack } from '../../../lambdas/ledger/move-sql';
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
  | 'nothing is given back before it is taken'
  | 'nothing is given back while a bank looks at it'
  | 'what a bank took back counts as given back'
  | 'nothing is given back of what a bank took back';

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
  isUndecided: banksOf(world).some((bank) => bank !== 'nothing'),
  isAtBank: isAtBank(world, of),
  isInTeam: false,
  isCheckedIn: false,
  areAlike: true,
  isCancelled: false,
  waiting: 0,
  paid: world.share - takenOf(world, of),
  listed: world.share,
  price: prices[to],
  currency: 'XXX',
});

const isBeingCharged = ({ tries }: MoveWorld) =>
  tries.some(({ decided, charged }) => decided === 'capture' && !charged);

const banksOf = ({ tries, first }: MoveWorld) => [first, ...tries].map(({ bank }) => bank);

const isAtBank = (world: MoveWorld, all: Of): boolean =>
  banksOf(world).includes('looks') && does(all, 'nothing is given back while a bank looks at it');

const isCharged = ({ charged }: TryRow) => charged > 0;
const difference = prices.long - prices.short;

const takenOf = (world: MoveWorld, all: Of): number => {
  if (!does(all, 'what a bank took back counts as given back')) return 0;
  const left = (of: readonly TryRow[]) => of.reduce((sum, { returned }) => sum + difference - returned, 0);
  const moves = world.tries.filter(isCharged);
  const row: MoneyRow = {
    spot_lost: world.first.bank === 'took',
    moves_left: left(moves),
    moves_lost: left(moves.filter(({ bank }) => bank === 'took')),
  };
  return takenBack(world.share, row);
};

/** Of what was paid for moves first, the newest first. */
const givenBack = (world: MoveWorld, refund: number, all: Of): MoveWorld => {
  let rest = refund;
  const tries = [...world.tries].reverse().map((one) => {
    const isClosed = one.bank === 'took' && does(all, 'nothing is given back of what a bank took back');
    const part = isCharged(one) && !isClosed ? Math.min(rest, difference - one.returned) : 0;
    rest -= part;
    return { ...one, returned: one.returned + part };
  });
  return {
    ...world,
    tries: tries.reverse(),
    first: { ...world.first, returned: world.first.returned + rest },
    refunded: world.refunded + refund,
    share: world.share - refund,
  };
};

const objectionTo = (before: MoveWorld, after: MoveWorld): string | undefined => {
  const grown = [before.first, ...before.tries].filter(
    ({ returned }, n) => ([after.first, ...after.tries][n]?.returned ?? 0) > returned,
  );
  if (grown.some(({ bank }) => bank === 'looks')) return 'money goes back while a bank looks at it';
  return grown.some(({ bank }) => bank === 'took') ? 'money goes back that a bank has' : undefined;
};

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
  yield* disputing(world, all);
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
    const back = givenBack(moved, ruling.refund, all);
    yield {
      what: `a director moves the runner, and money is to ${difference}`,
      objection:
        ruling.refund > 0 && isBeingCharged(world)
          ? 'money goes back while it is being charged'
          : objectionTo(moved, back),
      to: { ...back, done: { ...done, moves: done.moves + 1 } },
    };
  }
}

function* paying(world: MoveWorld, all: Of): Generator<Step<MoveWorld>> {
  const { tries, offers, done } = world;
  for (const { id } of offers)
    if (tries.length < all.of.tries) {
      const next: TryRow = {
        id: `try ${tries.length}`,
        offer: id,
        decided: null,
        moved: 0,
        charged: 0,
        returned: 0,
        bank: 'nothing',
      };
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
  const isDisputed = banksOf(world).some((bank) => bank !== 'nothing');
  const facts = { isLive: true, payment, amount: world.share, isInTime: true };
  const after = { ...withdrawn(world), done: { ...done, ends: done.ends + 1 } };
  const refund = world.share - takenOf(world, all);
  // A director may cancel whatever the bank did, and a runner once the director has decided.
  if (mayChange(facts, 'cancelled', 'director') === 'change' && !(isAtBank(world, all) && refund > 0)) {
    const back = givenBack(withSpot(after, seat, null), refund, all);
    yield {
      what: 'the spot is given back',
      objection: objectionTo(world, back),
      to: { ...back, seats: back.seats.filter((one) => one !== seat) },
    };
  }
  if (!isDisputed && mayChange(facts, 'transferred', 'runner') === 'change')
    yield {
      what: 'the runner passes the spot on',
      to: { ...after, seats: after.seats.map((one) => (one === seat ? { ...seat, person: 'other' } : one)) },
    };
}

/** A bank looks at a payment that was taken, and decides; a decision may be reversed. It takes what the race has not given back. */
function* disputing(world: MoveWorld, { of }: Of): Generator<Step<MoveWorld>> {
  const { done, first, tries } = world;
  const opened = { ...done, disputes: done.disputes + 1 };
  const next = (bank: TryRow['bank'], returned: number): readonly TryRow['bank'][] => {
    if (bank === 'looks') return ['nothing', 'took'];
    if (bank === 'took') return ['nothing'];
    return done.disputes < of.disputes && returned < difference ? ['looks'] : [];
  };
  const doneAfter = (bank: TryRow['bank']) => (bank === 'looks' ? opened : done);
  for (const bank of next(first.bank, 0))
    yield { what: `of the first payment: ${bank}`, to: { ...world, first: { ...first, bank }, done: doneAfter(bank) } };
  for (const one of tries.filter(isCharged))
    for (const bank of next(one.bank, one.returned))
      yield {
        what: `of ${one.id}: ${bank}`,
        to: {
          ...world,
          tries: tries.map((other) => (other === one ? { ...one, bank } : other)),
          done: doneAfter(bank),
        },
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
