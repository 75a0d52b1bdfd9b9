import { passesBelow, turnAt, waveAt } from '../rules/waves';
import { type BlockOut, openBlocksOut } from './coming-back';
import { curveOf } from './curve';
import { delayEnds, type Reading, withReading } from './delays';
import { type EventFacts, nextCalls } from './next-calls';
import { nextState } from './next-state';
import {
  type ActiveEvent,
  type ActiveLine,
  counterOf,
  type Decision,
  type Enrolment,
  type EventStep,
  type LineCounts,
  type LineWork,
  type Present,
  type Ticks,
} from './ports';

interface Needs {
  readonly ticks: Ticks;
  readonly counts: LineCounts;
  /** How long submissions of a race waited for the writer a moment ago, in seconds. */
  readonly lag: (raceId: string) => Promise<number | undefined>;
  /** Asks a second that everything bears. */
  readonly rateMax: number;
  readonly order: (work: LineWork) => Promise<void>;
  /** The line of a race begins to matter to those who ask for spots, or ceases to. */
  readonly changed: (raceId: string) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** After such a pause nothing is known of how much is borne. */
const forgottenMs = 60_000;

/** One step of all lines: states, and whom to call. */
export const tick = ({ ticks, counts, lag, rateMax, order, changed, report }: Needs): (() => Promise<void>) => {
  const blocksOut = openBlocksOut(counts);
  return async () => {
    const works: LineWork[] = [];
    const changes: (() => Promise<void>)[] = [];
    const races = new Set<string>();
    await ticks.tick(async (present) => {
      const out = await blocksOut(present.lines, present.now, present.openBlocks);
      const lines = await Promise.all(present.lines.map((line) => withCounts(line, out, counts)));
      const lags = await Promise.all(lines.map(({ raceId }) => lag(raceId).catch(() => undefined)));
      const slowest = lags.reduce<number>((most, one = 0) => Math.max(most, one), 0);
      const { decision, works: ordered, enrolments, changed: those } = decide({ ...present, lines }, rateMax, slowest);
      works.push(...ordered);
      for (const { lineId, becomes } of enrolments)
        changes.push(() =>
          becomes === 'ends' ? counts.endEnrolment(lineId, present.now) : counts.resumeEnrolment(lineId),
        );
      for (const raceId of those) races.add(raceId);
      return decision;
    });
    // After the commit. The next ticks order again what got lost here, and caches learn it within a minute.
    await Promise.all([
      ...works.map((work) => order(work).catch(report)),
      ...changes.map((change) => change().catch(report)),
    ]);
    await Promise.all([...races].map((raceId) => changed(raceId).catch(report)));
  };
};

interface CountedEvent extends ActiveEvent {
  readonly free: number;
  /** What was counted since the last tick. */
  readonly more: readonly number[];
  readonly out: readonly BlockOut[];
}
type CountedLine = Omit<ActiveLine, 'events'> & {
  readonly events: readonly CountedEvent[];
  readonly enrolment: Enrolment;
};

const unknown: Enrolment = { endedAt: undefined, issued: undefined };

const withCounts = async (
  line: ActiveLine,
  out: ReadonlyMap<string, readonly BlockOut[]>,
  store: LineCounts,
): Promise<CountedLine> => ({
  ...line,
  enrolment: line.state === 'closing' ? await store.enrolment(line.id).catch(() => unknown) : unknown,
  events: await Promise.all(
    line.events.map(async (event) => {
      const [said, undealt] = await Promise.all([
        store.read(line.id, event.eventId).catch(() => event.seen),
        event.block ? store.undealt(event.block.id, event.block.size) : 0,
      ]);
      // A counter that says less than before began at 0 again.
      const more = said.map((now, n) => (now >= (event.seen[n] ?? 0) ? now - (event.seen[n] ?? 0) : now));
      const all = said.map((_, n) => (event.counts[n] ?? 0) + (more[n] ?? 0));
      const free = event.sellable + undealt;
      return { ...event, counts: all, seen: said, more, free, out: out.get(event.eventId) ?? [] };
    }),
  ),
});

/** What a tick decides, of what it found. */
export const decide = (
  { now, lastAt, rate, lines }: Omit<Present, 'lines' | 'openBlocks'> & { readonly lines: readonly CountedLine[] },
  rateMax: number,
  lag: number,
): {
  readonly decision: Decision;
  readonly works: readonly LineWork[];
  readonly enrolments: readonly { readonly lineId: string; readonly becomes: 'ends' | 'goes-on' }[];
  readonly changed: readonly string[];
} => {
  const seconds = now / 1000;
  const calling = lines.filter(({ state }) => state === 'calling');
  const facts = calling.flatMap((line) => line.events.filter(isWaitedAt).map((event) => factsOf(line, event, now)));
  const moving = facts.filter(({ pace }) => pace > 0).length;
  const load = {
    rateMax,
    rate: now - lastAt > forgottenMs ? undefined : rate,
    lag,
    busyShare: busyShareOf(calling),
    now: seconds,
    sinceLast: (now - lastAt) / 1000,
  };
  const calls = nextCalls(facts, load);
  const steps = lines.map((line) => {
    const events = line.events.map((event): EventStep => {
      const still = { ...event, called: 0, isMoved: false, curve: [], free: Math.round(event.free) };
      const n = facts.findIndex((one) => one.eventId === event.eventId);
      const [known, called] = [facts[n], calls.events[n]];
      if (!known || !called) return still;
      const asked = askedOf(event.counts);
      const before: Reading = [seconds, passesBelow(line.waves, event.calledTo), asked, event.free, event.calledTo];
      const after: Reading = [seconds, called.called, asked, event.free, called.calledTo];
      const outlook = {
        rate: calls.rate / moving,
        rateMax: rateMax / moving,
        hold: line.holdSeconds,
        now: seconds,
      };
      return {
        ...still,
        calledTo: called.calledTo,
        called: called.called,
        isMoved: called.calledTo > event.calledTo,
        history: withReading(event.history, before, after, line.holdSeconds),
        // Nobody knows when somebody goes on whose word it is.
        curve: known.pace === 0 ? [] : curveOf(known, called, outlook),
      };
    });
    const end = turnAt(line.waves, Number.POSITIVE_INFINITY, waveAt(line.gun, now));
    const free = line.events.reduce((sum, event) => sum + (event.isOnSale ? event.free : 0), 0);
    const areAllCalled = events.every(({ calledTo }, n) => line.events[n]?.isLeftOut || calledTo >= end);
    const next = nextState(line, { now, lastAt, free, rateMax, areAllCalled, enrolment: line.enrolment });
    return { line, next, events };
  });
  const isOn = (state: string) => state !== 'open' && state !== 'over';
  return {
    decision: {
      rate: calls.rate,
      rateMax,
      lines: steps.map(({ line, next, events }) => ({
        id: line.id,
        from: line.state,
        state: next.state,
        atGun: next.atGun,
        passes: line.passes,
        events,
      })),
    },
    works: steps.flatMap(({ next }) => next.work ?? []),
    enrolments: steps.flatMap(({ line, next }) =>
      next.enrolment ? [{ lineId: line.id, becomes: next.enrolment }] : [],
    ),
    changed: steps.filter(({ line, next }) => isOn(line.state) !== isOn(next.state)).map(({ line }) => line.raceId),
  };
};

const isWaitedAt = ({ isLeftOut }: ActiveEvent) => !isLeftOut;

const factsOf = (line: CountedLine, event: CountedEvent, now: number): EventFacts => ({
  eventId: event.eventId,
  waves: line.waves,
  present: waveAt(line.gun, now),
  calledTo: event.calledTo,
  free: event.free,
  asks: event.counts.slice(0, delayEnds.length),
  seats: event.counts[counterOf.seats] ?? 0,
  inVain: event.counts[counterOf.inVain] ?? 0,
  out: event.out,
  history: event.history,
  pace: line.isPaused || !event.isOnSale ? 0 : line.pace,
});

const askedOf = (counts: readonly number[]) => counts.slice(0, delayEnds.length).reduce((sum, one) => sum + one, 0);

/** As if twenty more had asked and found room, so that one answer alone slows nothing down. */
const busyShareOf = (lines: readonly CountedLine[]): number => {
  const more = lines.flatMap(({ events }) => events.map((event) => event.more));
  const busy = more.reduce((sum, counts) => sum + (counts[counterOf.busy] ?? 0), 0);
  return busy / (busy + more.reduce((sum, counts) => sum + askedOf(counts), 0) + 20);
};
