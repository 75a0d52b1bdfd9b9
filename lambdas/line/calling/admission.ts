import type { Admission, AdmittedBy, HoldCommand } from '../../spots/holds/ports';
import type { LineDocument, LineDocuments, Pass, TurnRecord } from '../ports';
import { lineClock, trustedMs } from '../rules/line-clock';
import { partOfTurn } from './delays';
import { counterOf } from './ports';
import { type ShownCalls, shownCallsOf, withCalls } from './shown-calls';

/** Two groups of the largest size in a day, so that somebody whose hold ran out can begin again. */
export const mostSeatsPerPass = 16;

interface Needs {
  /** As a standby knows them. */
  readonly lines: LineDocuments;
  /** What was shown of a line last, if that is known. */
  readonly shown: (lineId: string) => Promise<ShownCalls | undefined>;
  readonly readPass: (token: string, now: Date) => Promise<Pass | undefined>;
  readonly turnOf: (pass: Pass, seed: string | undefined) => number | undefined;
  /** What is published of a pass, hex. */
  readonly hashOf: (passId: string) => string;
  readonly counts: AskCounts;
  /** Keeps for the proof of the draw that a turn had a hold. */
  readonly record: (turn: TurnRecord) => Promise<void>;
  /** Why nobody gets a spot of an event, as others were told a moment ago. */
  readonly knownRefusal: (eventId: string) => Promise<{ readonly kind: 'held' | 'sold-out' | 'waiting' } | undefined>;
  readonly now: () => Date;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number;
  readonly report: (error: unknown) => void;
}

/** What is counted of those who ask. It decides nothing but how many seats a pass is good for. */
export interface AskCounts {
  add(lineId: string, eventId: string, counter: number, much: number): Promise<void>;
  /** True once for a pass and an event. */
  isFirstAsk(eventId: string, passId: string): Promise<boolean>;
  /** Adds seats to what a pass has got. Returns how many these are in a day. */
  addSeats(passId: string, seats: number): Promise<number>;
  takeBackSeats(passId: string, seats: number): Promise<void>;
  /** Somebody was sent back because of the crowd, where nobody waits. */
  addBusy(raceId: string): Promise<void>;
}

export type TurnRuling =
  /** Everybody may ask. */
  | { readonly kind: 'open' }
  | { readonly kind: 'join-line' }
  | { readonly kind: 'called'; readonly calledTo: number; readonly pass: Pass; readonly turn: number }
  | { readonly kind: 'not-called'; readonly calledTo: number };

/** Whether somebody with this pass may ask now. */
export const rulingOn = (
  line: LineDocument | undefined,
  pass: Pass | undefined,
  { eventId, sessionHash }: Pick<HoldCommand, 'eventId' | 'sessionHash'>,
  turnOf: Needs['turnOf'],
  now: number,
): TurnRuling => {
  if (!line || line.state === 'open' || line.state === 'over') return { kind: 'open' };
  // Before the gun the database says that it is early. After it the sale is open for everybody, unless turns are drawn: then the last
  // seconds before the gun count as after it, or a function whose clock is behind would let people in who have no turn.
  if (line.state === 'lobby' && (now < Date.parse(line.gun) - trustedMs || line.atGun !== 'draw'))
    return { kind: 'open' };
  if (pass?.lineId !== line.lineId || pass.sessionHash !== sessionHash) return { kind: 'join-line' };
  // An event that people can choose since a moment ago is not yet in each copy of the line.
  const calledTo = line.events.find((one) => one.eventId === eventId)?.calledTo ?? 0;
  const turn = turnOf(pass, line.seed);
  return turn !== undefined && turn < calledTo
    ? { kind: 'called', calledTo, pass, turn }
    : { kind: 'not-called', calledTo };
};

export const admission = ({
  lines,
  shown,
  readPass,
  turnOf,
  hashOf,
  counts,
  record,
  knownRefusal,
  now,
  elapsed,
  report,
}: Needs): Admission => {
  const clock = lineClock(now, elapsed);
  const counted = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> =>
    work().catch((error: unknown) => {
      report(error);
      return otherwise;
    });

  /** Of each race, the line as far as it was known to have called. */
  const furthest = new Map<string, LineDocument>();
  /** What is read of a line may be older than what was read before. */
  const latest = (found: LineDocument, calls?: ShownCalls): LineDocument => {
    const before = furthest.get(found.raceId);
    if (before === found && !calls) return found;
    const known = before?.lineId === found.lineId ? shownCallsOf(before) : undefined;
    const line = withCalls(withCalls(found, known), calls);
    if (line.state === 'calling') furthest.set(line.raceId, line);
    return line;
  };

  /** How a line rules, and why nobody gets a spot where it calls somebody later. */
  const ruled = async (found: LineDocument | undefined, command: HoldCommand) => {
    const pass = command.pass === undefined ? undefined : await readPass(command.pass, now());
    const ruling = (line: LineDocument | undefined) => rulingOn(line, pass, command, turnOf, clock(line));
    const line = found && latest(found);
    const first = ruling(line);
    if (!line || first.kind !== 'not-called') return { line, ruling: first };
    // Nobody is refused by less than they were shown themselves. Those who are called need not wait for this.
    const [calls, refusal] = await Promise.all([
      counted(() => shown(line.lineId), undefined),
      counted(() => knownRefusal(command.eventId), undefined),
    ]);
    const further = latest(line, calls);
    return { line: further, ruling: ruling(further), refusal };
  };

  return {
    async ask(command): ReturnType<Admission['ask']> {
      const { raceId, eventId, companions = [] } = command;
      const found = await lines.find(raceId).catch((error: unknown) => {
        report(error);
        return 'unknown' as const;
      });
      if (found === 'unknown') return { kind: 'busy' };
      const { line, ruling, refusal } = await ruled(found, command);
      if (ruling.kind === 'open') return { kind: 'admitted' };
      if (ruling.kind === 'join-line') return { kind: 'join-line' };
      if (ruling.kind === 'not-called') return refusal ?? { kind: 'not-your-turn', calledTo: ruling.calledTo };
      const { turn } = ruling;
      const { passId, lineId } = ruling.pass;
      const seats = 1 + companions.length;
      const [all, isFirst] = await Promise.all([
        counted(() => counts.addSeats(passId, seats), 0),
        counted(() => counts.isFirstAsk(eventId, passId), false),
      ]);
      const by: AdmittedBy = { lineId, passId, isFirst, turn };
      if (all > mostSeatsPerPass) {
        await counted(() => counts.takeBackSeats(passId, seats), undefined);
        return { kind: 'too-many-holds', of: 'session' };
      }
      if (isFirst && line) {
        const past = line.events.find((event) => event.eventId === eventId)?.past ?? [];
        await counted(async () => {
          await Promise.all([
            counts.add(lineId, eventId, partOfTurn(turn, past), 1),
            counts.add(lineId, eventId, counterOf.seats, seats),
          ]);
        }, undefined);
      }
      return { kind: 'admitted', by };
    },

    async answered({ lineId, passId, isFirst, turn }, { eventId, companions = [] }, what) {
      if (what === 'found') {
        const hash = hashOf(passId);
        return counted(() => record({ lineId, eventId, turn, at: now().toISOString(), hash }), undefined);
      }
      const counter = what === 'in-vain' ? counterOf.inVain : what === 'busy' ? counterOf.busy : undefined;
      await counted(async () => {
        await counts.takeBackSeats(passId, 1 + companions.length);
        if (counter !== undefined && (isFirst || what === 'busy')) await counts.add(lineId, eventId, counter, 1);
      }, undefined);
    },

    sentBack: (raceId) => counted(() => counts.addBusy(raceId), undefined),
  };
};
