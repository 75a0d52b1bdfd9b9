import type { Cache } from '../../platform/cache/cache';
import { StaleOnError } from '../../platform/stale-on-error';
import type { LineDocument, LineDocuments } from '../ports';
import { decidedBeforeMs } from './next-state';
import { type ShownCalls, shownCallsOf } from './shown-calls';

/**
 * Lines that are a second old at most. One caller of all processes loads, and the others read what it found; when nothing
 * answers, a process keeps its last one.
 */
export class CachedLines implements LineDocuments {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #lines: LineDocuments;
  readonly #group: string;
  readonly #last = new StaleOnError<LineDocument | undefined>();

  /** `group`: those who load in the same way read each other's. */
  constructor(cache: Pick<Cache, 'get'>, lines: LineDocuments, group: 'shown' | 'asked' | 'entered') {
    this.#cache = cache;
    this.#lines = lines;
    this.#group = group;
  }

  find(raceId: string): Promise<LineDocument | undefined> {
    const key = `line:${this.#group}:${raceId}`;
    return this.#last.get(key, () => this.#cache.get(key, () => this.#lines.find(raceId), { freshSeconds: 1 }));
  }
}

/** Lines of races that exist: ids that somebody made up reach no database. */
export const ofRaces = (races: { find(raceId: string): Promise<unknown> }, lines: LineDocuments): LineDocuments => ({
  async find(raceId) {
    return (await races.find(raceId)) === undefined ? undefined : lines.find(raceId);
  },
});

/** Looking at a line makes all lines tick: while nobody waits, nothing runs. A race without a line makes none tick. */
export const ticking = (
  tick: () => Promise<void>,
  lines: LineDocuments,
  report: (error: unknown) => void,
): LineDocuments => ({
  async find(raceId) {
    if ((await lines.find(raceId)) === undefined) return undefined;
    await tick().catch(report);
    return lines.find(raceId);
  },
});

/** Keeps what a line has called before anybody is shown it: a standby may be minutes behind what people were shown. */
export const remembering = (
  lines: LineDocuments,
  keep: (lineId: string, calls: ShownCalls) => Promise<void>,
  report: (error: unknown) => void,
): LineDocuments => ({
  async find(raceId) {
    const line = await lines.find(raceId);
    const calls = line && shownCallsOf(line);
    if (calls) await keep(line.lineId, calls).catch(report);
    return line;
  },
});

/**
 * What a standby says is asked of the primary where it would let everybody in. A standby may be minutes behind: then it knows neither
 * the last tick, nor what was decided for the gun, nor a line that has just begun. Rejects when the primary does not answer: what
 * was known before stays.
 */
export const confirmed = (standby: LineDocuments, primary: LineDocuments): LineDocuments => ({
  async find(raceId) {
    const line = await standby.find(raceId);
    return line && isClosed(line) ? line : primary.find(raceId);
  },
});

/** Whether people wait, or will until the next look. */
const isClosed = ({ state, atGun, now, gun }: LineDocument): boolean => {
  if (state === 'open' || state === 'over') return false;
  return state !== 'lobby' || atGun === 'draw' || Date.parse(now) < Date.parse(gun) - decidedBeforeMs;
};
