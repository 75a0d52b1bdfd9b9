import type { LineState } from '../ports';
import { waveAt } from '../rules/waves';
import type { ActiveLine, Enrolment, LineWork } from './ports';

/** How long before the gun it is decided whether everybody fits: time enough for everybody to read it. */
export const decidedBeforeMs = 5_000;
/** People enrol until then at the latest, however many still come. */
export const longestEnrolmentMs = 60_000;
/**
 * When nobody enrols any more, the list waits so long at most for passes on their way: what a crash left comes again by then
 * (lib/event-sources.ts).
 */
export const onTheirWayMs = 40_000;
/** Few enrol when so small a share of all came since the last tick. */
const fewShare = 0.005;
/** How many may come, for each pass, and how many of the spots they may want. */
const [mayCome, mayTake] = [1.3, 0.9];
/** Everybody may come at once when that is over in so many seconds. */
const rushSeconds = 20;
/**
 * So long after it should have been done, a draw is lost: nobody closes its list, or publishes its seed. The line opens, because the
 * sale goes on without it. No line opens by itself while a director holds it.
 */
const drawLostMs = 5 * 60_000;
/** A line that opened tells so for a while. */
const toldOpenMs = 5 * 60_000;
/** Over so many milliseconds it is counted how many still come. */
const quietMs = 60_000;

type Line = Omit<ActiveLine, 'events'>;

interface Situation {
  readonly now: number;
  readonly lastAt: number;
  readonly free: number;
  readonly rateMax: number;
  /** Nobody waits who has a pass. */
  readonly areAllCalled: boolean;
  readonly enrolment: Enrolment;
}

export interface NextState {
  readonly state: LineState;
  readonly atGun: 'open' | 'draw' | undefined;
  readonly work?: LineWork;
  /** What becomes of the enrolment, if it changes. */
  readonly enrolment?: 'ends' | 'goes-on';
}

/** What becomes of a line at a tick. */
export const nextState = (line: Line, situation: Situation): NextState => {
  const { id: lineId, state } = line;
  const { now, lastAt } = situation;
  const isDue = state === 'lobby' && now >= line.gun - decidedBeforeMs;
  const atGun = line.atGun ?? (isDue ? decided(line, situation) : undefined);
  const stay = { state, atGun };
  const isLost = (due: number) => now >= due + drawLostMs && !line.isPaused;
  // The work may be lost. It is asked for again every few seconds until it is done.
  const isAskedAgain = Math.floor(now / askAgainMs) > Math.floor(lastAt / askAgainMs);
  if (line.isSaleOver) return { state: 'over', atGun, work: { kind: 'over', lineId } };
  switch (state) {
    case 'lobby':
      if (now < line.gun) return stay;
      return { state: atGun === 'draw' ? 'closing' : 'open', atGun };
    case 'closing': {
      if (isLost(Math.max(line.enrolUntil, line.gun + longestEnrolmentMs))) return { state: 'open', atGun };
      const isOver = isEnrolmentOver(line, situation);
      const isChanged = isOver !== (situation.enrolment.endedAt !== undefined);
      return {
        ...stay,
        ...(isChanged && { enrolment: isOver ? 'ends' : 'goes-on' }),
        ...(isListDue(line, situation) && isAskedAgain && { work: { kind: 'close', lineId } }),
      };
    }
    case 'drawing': {
      if (line.roundAt !== undefined && isLost(line.roundAt)) return { state: 'open', atGun };
      const isOverdue = line.roundAt !== undefined && now > line.roundAt + askAgainMs;
      return isOverdue && isAskedAgain ? { ...stay, work: { kind: 'close', lineId } } : stay;
    }
    case 'calling':
      return situation.areAllCalled && !line.isPaused && isQuiet(line, situation) ? { state: 'open', atGun } : stay;
    case 'open':
      return line.openedAt !== undefined && now >= line.openedAt + toldOpenMs
        ? { state: 'over', atGun, work: { kind: 'over', lineId } }
        : stay;
    case 'over':
      return stay;
  }
};

const askAgainMs = 3_000;

/** A line that a director holds lets nobody in, so it draws. */
const decided = ({ passes, isPaused }: Line, { free, rateMax }: Situation): 'open' | 'draw' =>
  !isPaused && passes * mayCome <= free * mayTake && passes <= rushSeconds * rateMax ? 'open' : 'draw';

/** Whether no more passes of the draw are issued: few people still enrol. Whoever postpones the draw lets them enrol again. */
const isEnrolmentOver = (
  { gun, enrolUntil, passes, passesBefore }: Line,
  { now, enrolment: { endedAt, issued = passes } }: Situation,
): boolean => {
  if (now < enrolUntil) return false;
  if (endedAt !== undefined || now >= gun + longestEnrolmentMs) return true;
  return Math.max(passes - passesBefore, issued - passes) <= passes * fewShare;
};

/**
 * A list waits for passes that people have and that are not recorded: a crash, or the database, holds them up. Where fewer were
 * counted than recorded, the cache has forgotten how many these are, or is away.
 */
const isListDue = ({ gun, enrolUntil, passes }: Line, { now, enrolment: { endedAt, issued } }: Situation): boolean => {
  if (now < enrolUntil) return false;
  if (now >= (endedAt ?? Math.max(enrolUntil, gun + longestEnrolmentMs)) + onTheirWayMs) return true;
  return endedAt !== undefined && issued !== undefined && issued <= passes && issued >= passes * (1 - fewShare);
};

const isQuiet = ({ gun, waves }: Line, { now, rateMax }: Situation): boolean => {
  if (now < gun + quietMs) return false;
  const [since, until] = [waveAt(gun, now - quietMs), waveAt(gun, now)];
  const came = waves.reduce((sum, [wave, passes]) => sum + (wave >= since && wave <= until ? passes : 0), 0);
  return came < (rateMax / 2) * (quietMs / 1000);
};
