import type { LineDocumentMessage, PassMessage } from '../../../lambdas/api/messages/line';
import { fromOf, mostLooksASecond, pauseFor, type Wait, waitOf } from '../../../lambdas/line/rules/wait';
import { afterDrawWave, drawWave, passesBelow, waveAt } from '../../../lambdas/line/rules/waves';

export interface Place {
  readonly pass: PassMessage;
  /** Undefined before the draw. */
  readonly turn: number | undefined;
}

/** Where somebody is in the line of one event. */
export interface InEvent {
  readonly eventId: string;
  readonly wait: Wait;
  /** About so many are before them. */
  readonly ahead: number;
  readonly free: number;
  /** Nobody knows yet how fast it goes. */
  readonly isNew: boolean;
}

/** Where somebody is in the line of a race. */
export type Stage =
  | { readonly kind: 'entering' | 'lobby' | 'closing' | 'drawing' | 'open' }
  | { readonly kind: 'waiting'; readonly events: readonly InEvent[]; readonly paused: string | undefined }
  /** Their turn has come in one event or more. */
  | { readonly kind: 'called'; readonly events: readonly InEvent[]; readonly called: readonly string[] };

/** Everybody may ask, and nobody comes to it any more. */
export const isOpen = ({ state }: LineDocumentMessage): boolean => state === 'open' || state === 'over';

/** The line with the events that a page shows: one that was hidden since, or is new, has no name there and nothing to choose. */
export const inEvents = (line: LineDocumentMessage, shown: readonly string[]): LineDocumentMessage => ({
  ...line,
  events: line.events.filter(({ eventId }) => shown.includes(eventId)),
});

export const stageOf = (line: LineDocumentMessage, place: Place | undefined): Stage => {
  if (line.state === 'open' || line.state === 'over') return { kind: 'open' };
  if (line.state === 'lobby' && !isDrawLikely(line)) return { kind: 'open' };
  if (line.state !== 'calling') return place || line.state !== 'lobby' ? { kind: line.state } : { kind: 'entering' };
  const turn = place?.turn;
  if (turn === undefined) return { kind: 'entering' };
  const events = line.events.map(({ eventId, calledTo, curve, free }) => ({
    eventId,
    wait: waitOf(turn, calledTo, curve),
    ahead: Math.max(0, Math.round(passesBelow(line.waves, turn) - passesBelow(line.waves, calledTo))),
    free,
    isNew: curve.length === 0,
  }));
  const called = events.filter(({ wait }) => wait.kind === 'called').map(({ eventId }) => eventId);
  return called.length > 0
    ? { kind: 'called', events, called }
    : { kind: 'waiting', events, paused: line.paused?.reason };
};

/**
 * Why somebody stands behind others who came when they did: many came over their connection. `after-draw`: they follow the draw, and it
 * may also be that their list was closed. `later`: they stand with those who come at that instant, in milliseconds.
 */
export type Behind = { readonly kind: 'not-in-draw' | 'after-draw' } | { readonly kind: 'later'; readonly at: number };

/** Undefined: they stand where they came. The server has the same rule: `waveOf` in `lambdas/line/rules/waves.ts`. */
export const behindOf = (
  { kind, gun, state }: LineDocumentMessage,
  { wave }: Pick<PassMessage, 'wave'>,
  arrivedAt: string,
): Behind | undefined => {
  const [start, came] = [Date.parse(gun), Date.parse(arrivedAt)];
  const own = kind === 'surge' || came >= start ? waveAt(start, came) : drawWave;
  if (wave <= own) return undefined;
  if (wave > afterDrawWave) return { kind: 'later', at: start + (wave - waveAt(start, start)) * 1000 };
  return { kind: state === 'lobby' ? 'not-in-draw' : 'after-draw' };
};

/** How many may come, for each pass, and how many of the spots they may want: as `lambdas/line/calling/next-state.ts` reckons. */
const [mayCome, mayTake] = [1.3, 0.9];

/** While everybody fits, nobody is told of a line. They are in it all the same, if many come. */
const isDrawLikely = ({ atGun, passes, events }: LineDocumentMessage): boolean =>
  atGun === undefined ? passes * mayCome > events.reduce((sum, { free }) => sum + free, 0) * mayTake : atGun === 'draw';

/** Seconds. The larger the crowd, the longer it takes to look at something that is new for everybody. In the longest, a crowd looks more often than that. */
const [shortestSpread, longestSpread] = [3, 20];
/** Seconds from the instant of the beacon until its seed is in the document. */
const seedAfter = 2;
/**
 * Seconds from the end of the list until its seed is in the document. A crowd that takes longer to look does not look at the closed list:
 * those who do would come together with those who look for the seed.
 */
const drawTakes = 12;

/**
 * While a line stands still, or has only begun, nobody knows how fast it goes. Then people look as if so many were called each second:
 * those in front every few seconds, so that somebody asks as soon as it goes on, and all others every minute.
 */
const mostCalledASecond = 100;

/** When to look again, in seconds. Up to the draw, everybody looks when there is something new: the gun, the end of the list, the seed. */
export const nextLook = (line: LineDocumentMessage, stage: Stage, isHidden: boolean, spread: number): number => {
  const { poll, gun, state, enrolUntil, beacon, passes } = line;
  if (isOpen(line)) return poll.max * (1 + 0.2 * spread);
  if (stage.kind !== 'waiting' && stage.kind !== 'called') {
    const crowd = Math.min(longestSpread, Math.max(shortestSpread, passes / mostLooksASecond));
    const until = (instant: string) => (Date.parse(instant) - Date.parse(line.now)) / 1000;
    const untilGun = until(gun);
    const untilList = until(enrolUntil) + (crowd < drawTakes ? 0 : drawTakes);
    const news = state === 'closing' ? untilList : beacon ? until(beacon.at) + seedAfter : 0;
    return Math.min(poll.max, untilGun > 0 ? untilGun : Math.max(3, news)) + crowd * spread;
  }
  // A line that stands still, or has only begun, tells nobody how long it takes.
  const knownWait = ({ wait, isNew, ahead }: InEvent): Wait =>
    wait.kind !== 'called' && (line.paused !== undefined || isNew)
      ? { kind: 'uncertain', from: fromOf(ahead / mostCalledASecond) }
      : wait;
  const pauses = stage.events.map((event) => pauseFor(knownWait(event), poll, { isHidden, passes }, spread));
  return pauses.length > 0 ? Math.min(...pauses) : poll.max;
};

/** What a range was when it was read out last. */
export interface Said {
  readonly to: number;
  readonly at: number;
}

const saidAgainMs = 300_000;

/** Whether a wait is worth another word to people who hear the page: when it has halved or grown by half, or each five minutes. */
export const isNews = (wait: Wait, said: Said | undefined, now: number): boolean => {
  if (wait.kind !== 'range') return false;
  return !said || wait.to < said.to / 2 || wait.to > said.to * 1.5 || now >= said.at + saidAgainMs;
};
