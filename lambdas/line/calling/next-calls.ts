import { passesBelow, turnAt, type Waves } from '../rules/waves';
import type { BlockOut } from './coming-back';
import { dueOf, patiently, type Reading, sharesBy } from './delays';

/** What is known of the line of one event. */
export interface EventFacts {
  readonly eventId: string;
  readonly waves: Waves;
  /** The wave of somebody who comes now. Nobody is called of a later one. */
  readonly present: number;
  readonly calledTo: number;
  /** Spots that can be asked for now: in no block, or in the open one and not dealt. */
  readonly free: number;
  /** Passes that asked for a spot, by the delay after their call (`delayEnds`), and how many spots they asked for. */
  readonly asks: readonly number[];
  readonly seats: number;
  /** Passes that asked and found no spot. */
  readonly inVain: number;
  /** What may come back. */
  readonly out: readonly BlockOut[];
  /** What was called and asked before, the oldest first. */
  readonly history: readonly Reading[];
  /** What the director lets through, of everything. 0: the line stands still, or the event is not on sale. */
  readonly pace: number;
}

/** How the system bears what it sells. */
export interface Load {
  /** Asks a second that it bears, shared by all lines. */
  readonly rateMax: number;
  /** Asks a second at the last tick; undefined when there was none for a while. */
  readonly rate: number | undefined;
  /** How old the oldest submission is that waits for the writer, in seconds. */
  readonly lag: number;
  /** Of those who asked: the share that was told to come back because of the crowd. */
  readonly busyShare: number;
  /** Seconds since the epoch, and since the last tick. */
  readonly now: number;
  readonly sinceLast: number;
}

export interface Called {
  readonly eventId: string;
  readonly calledTo: number;
  /** Passes below it. */
  readonly called: number;
  /** Of the passes called, the share that is believed to ask, and how many passes say so. */
  readonly showUp: number;
  readonly due: number;
  /** Spots that a pass asks for. */
  readonly seatsPerAsk: number;
  /** Passes that were called and are still expected to ask. */
  readonly outstanding: number;
}

export interface Calls {
  /** Asks a second from now on. */
  readonly rate: number;
  readonly events: readonly Called[];
}

const startShare = 1 / 3;
const maxLagSeconds = 5;
const maxBusyShare = 0.02;
/** After a pause of the ticks no more is called at once than in so many seconds. */
const maxStepSeconds = 5;
/** As if so many had been called and asked before anything is known: all are believed to come, with a companion now and then. */
const prior = { asks: 20, seatsPerAsk: 1.25 };

/** Whom to call next: as many as free spots and the whole system bear, by how many of those called do ask. */
export const nextCalls = (events: readonly EventFacts[], load: Load): Calls => {
  const rate = nextRate(load);
  const known = events.map((event) => ({ event, ...estimate(event, load.now) }));
  const shares = sharesOf(
    rate * Math.min(load.sinceLast, maxStepSeconds),
    known.map(({ room }) => room),
  );
  return {
    rate,
    events: known.map(({ event, called, showUp, due, seatsPerAsk, outstanding }, n) => {
      const calls = ((shares[n] ?? 0) / showUp) * event.pace;
      const calledTo = Math.max(event.calledTo, turnAt(event.waves, called + calls, event.present));
      return {
        eventId: event.eventId,
        calledTo: calls > 0 ? calledTo : event.calledTo,
        called: passesBelow(event.waves, calls > 0 ? calledTo : event.calledTo),
        showUp,
        due,
        seatsPerAsk,
        outstanding,
      };
    }),
  };
};

/** More and more while the system bears it, and much less as soon as it does not. */
export const nextRate = ({ rateMax, rate = rateMax * startShare, lag, busyShare, sinceLast }: Load): number =>
  lag > maxLagSeconds || busyShare > maxBusyShare
    ? Math.min(rateMax, Math.max(rateMax * 0.05, rate * 0.7))
    : Math.min(rateMax, rate + (rateMax / 30) * Math.min(sinceLast, maxStepSeconds));

/** Of the passes called, the share that asks, when `asked` of `due` have. */
export const showUpOf = (asked: number, due: number): number =>
  Math.min(1, Math.max(0.05, (asked + prior.asks) / (due + prior.asks)));

/** What is known of those who were called. */
interface Underway {
  readonly called: number;
  readonly due: number;
  readonly asked: number;
  readonly free: number;
  readonly seatsPerAsk: number;
}

/** For how many more asks there is room. The forecast reckons with it, too: people are told what the line will do. */
export const roomOf = ({ called, due, asked, free, seatsPerAsk }: Underway) => {
  const showUp = showUpOf(asked, due);
  // In a small race the share is uncertain: nobody is waited for whose time has come.
  const outstanding = Math.max(0, Math.min(called * showUp - asked, called - due));
  const wanted = free / seatsPerAsk;
  const room = wanted - outstanding;
  // Not one by one while others are still on their way: the last spots would be called for twice.
  return { showUp, outstanding, room: room < Math.min(1, wanted / 2) ? 0 : room };
};

const estimate = ({ waves, calledTo, free, asks, seats, history, pace }: EventFacts, now: number) => {
  const asked = asks.reduce((all, one) => all + one, 0);
  const called = passesBelow(waves, calledTo);
  const due = dueOf(history, called, now, patiently(sharesBy(history, asks, called, now)));
  const seatsPerAsk = seatsPerAskOf(seats, asked);
  const { showUp, outstanding, room } = roomOf({ called, due, asked, free, seatsPerAsk });
  return { called, showUp, due, seatsPerAsk, outstanding, room: pace === 0 ? 0 : room };
};

/** `party`: what is believed while few have asked. */
export const seatsPerAskOf = (seats: number, asked: number, party: number = prior.seatsPerAsk) =>
  (seats + prior.asks * party) / (asked + prior.asks);

/** Shares an amount so that nobody gets more than they need, and the one who gets least gets as much as possible. */
export const sharesOf = (amount: number, needs: readonly number[]): readonly number[] => {
  const shares = new Array<number>(needs.length).fill(0);
  const ascending = needs.map((need, n) => ({ need, n })).sort((a, b) => a.need - b.need);
  let left = amount;
  for (const [served, { need, n }] of ascending.entries()) {
    const share = Math.min(need, left / (ascending.length - served));
    shares[n] = share;
    left -= share;
  }
  return shares;
};
