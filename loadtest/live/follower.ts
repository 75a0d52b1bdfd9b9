import type { FeedHeadMessage, FeedMessageRead, FeedSegmentMessage } from '../../lambdas/api/messages/feed';
import { createFollower, type FeedSource, type Follower } from '../../static/src/feed/drive';
import { type Followed, isInStep } from '../../static/src/feed/follow';
import type { Engine, Incoming } from '../http/engine';
import type { Histogram } from '../report/histogram';

/** What the crowd met, together. */
export interface Met {
  heads: number;
  segments: number;
  presences: number;
  /** Answers that the edge did not have: each is one request to the origin. */
  readonly misses: { heads: number; segments: number };
  bytes: number;
  errors: number;
  missed: number;
  duplicates: number;
  disorder: number;
  /** Milliseconds from publishing to applying, of followers who were awake and in step. */
  readonly seen: Histogram;
  /** Milliseconds until a head was there. */
  readonly answers: Histogram;
  pollAfter: number;
}

/** A hash of number and text, so that what was applied can be compared with the table without being kept. */
export const markOf = (number: number, text: string): number => {
  let mixed = Math.imul(number, 2654435761) >>> 0;
  for (let n = 0; n < text.length && n < 40; n++) mixed = Math.imul(mixed ^ text.charCodeAt(n), 16777619) >>> 0;
  return mixed;
};

interface Needs {
  readonly engine: Engine;
  readonly url: string;
  readonly raceId: string;
  /** The address that it connects from: some share one. */
  readonly address: string;
  readonly random: () => number;
  readonly later: (seconds: number, run: () => void) => () => void;
  readonly met: Met;
}

const textOf = ({ body }: FeedMessageRead): string => (typeof body?.text === 'string' ? body.text : '');

/** One simulated person who follows, by the page's own rules. What they applied is judged apart from these rules. */
export class LiveFollower {
  readonly #needs: Needs;
  #follower: Follower | undefined;
  /** The first number they applied, and the last. */
  from = 0;
  last = 0;
  /** The sum of the marks of all that was applied. */
  marks = 0;
  isInStep = false;
  #wasAway = true;
  #epoch = -1;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  open(): void {
    const { random, later } = this.#needs;
    this.#wasAway = true;
    const kept = this.last > 0 ? { epoch: this.#epoch, have: this.last } : undefined;
    const mine = createFollower({
      source: this.#source(),
      random,
      later,
      kept,
      told: (followed) => {
        if (this.#follower === mine) this.#told(followed);
      },
    });
    this.#follower = mine;
    mine.start();
  }

  sleep(seconds: number): void {
    this.#follower?.tell({ kind: 'hidden' });
    this.#wasAway = true;
    this.#needs.later(seconds, () => this.#follower?.tell({ kind: 'visible' }));
  }

  /** The page is loaded again: it goes on from where it was. */
  reload(): void {
    this.#follower?.stop();
    this.open();
  }

  stop(): void {
    this.#follower?.stop();
  }

  #told({ following, applied }: Followed): void {
    const { met, later } = this.#needs;
    const now = Date.now();
    for (const message of applied) {
      const { number } = message;
      if (this.from === 0) [this.from, this.last] = [number, number - 1];
      // A page that is loaded again shows the last ten once more.
      const isShownAgain = this.#wasAway && number <= this.last;
      if (!isShownAgain) {
        if (number > this.last + 1) met.missed += number - this.last - 1;
        if (number === this.last) met.duplicates++;
        if (number < this.last) met.disorder++;
        this.marks = (this.marks + markOf(number, textOf(message))) >>> 0;
        if (!this.#wasAway) met.seen.record(now - Number(textOf(message).split(' ')[0]));
        this.last = Math.max(this.last, number);
      }
    }
    this.#epoch = following.epoch;
    this.isInStep = isInStep(following);
    if (this.isInStep) this.#wasAway = false;
    if (following.head) met.pollAfter = following.head.pollAfter;
    if (following.choice === 'asked') later(1, () => this.#follower?.tell({ kind: 'catch-up' }));
  }

  #source(): FeedSource {
    const { raceId, met } = this.#needs;
    const feed = `/api/races/${raceId}/feed`;
    return {
      head: (answered) => {
        const start = performance.now();
        met.heads++;
        this.#get(feed, 'heads').then(
          (answer) => {
            met.answers.record(performance.now() - start);
            const head = answer && parsed<FeedHeadMessage>(answer);
            if (!head) met.errors++;
            answered(head ? { kind: 'head', head } : { kind: 'no-head', retryAfter: retryAfterIn(answer) });
          },
          () => {
            met.errors++;
            answered({ kind: 'no-head' });
          },
        );
      },
      segment: (epoch, segment, answered) => {
        met.segments++;
        const failed = (why: 'missing' | 'gone' | 'failed') => answered({ kind: 'no-segment', epoch, segment, why });
        this.#get(`${feed}/${epoch}/${segment}`, 'segments').then(
          (answer) => {
            const found = answer && parsed<FeedSegmentMessage>(answer);
            if (found) return answered({ kind: 'segment', epoch, segment, messages: found.messages });
            if (answer?.status === 410) return failed('gone');
            if (answer?.status === 404) return failed('missing');
            met.errors++;
            return failed('failed');
          },
          () => {
            met.errors++;
            failed('failed');
          },
        );
      },
    };
  }

  async #get(path: string, kind: 'heads' | 'segments'): Promise<Incoming> {
    const { engine, url, address, met } = this.#needs;
    const answer = await engine.send(url, address, { method: 'GET', path, headers: { accept: 'application/json' } });
    met.bytes += answer.body.length;
    if (answer.header('x-cache')?.startsWith('Miss')) met.misses[kind]++;
    return answer;
  }
}

const parsed = <T>(answer: Incoming): T | undefined => {
  if (answer.status !== 200) return undefined;
  try {
    return JSON.parse(answer.body.toString()) as T;
  } catch {
    return undefined;
  }
};

const retryAfterIn = (answer: Incoming | undefined): number | undefined => {
  const seconds = Number(answer?.header('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
};
