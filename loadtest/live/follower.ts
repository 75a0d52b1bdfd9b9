import type { FeedHeadMessage, FeedMessageRead, FeedSegmentMessage } from '../../lambdas/api/messages/race-day/feed';
import { createFollower, type FeedSource, type Follower } from '../../static/src/feed/drive';
import { type Followed, isInStep } from '../../static/src/feed/follow';
import { isOldHead } from '../../static/src/feed/head-age';
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
  /** Milliseconds from publishing to applying, of messages that were published while the follower looked. */
  readonly seen: Histogram;
  /** The same, of messages that were published while they slept, or before they came. */
  readonly seenLater: Histogram;
  /** Milliseconds until a head was there. */
  readonly answers: Histogram;
  /** To each number up to which somebody had all: the latest instant (ms) of which they were told that there was no more by then. */
  readonly claims: Map<number, number>;
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
  readonly answers: ReadAnswers;
}

const presenceSeconds = 30;

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
  /** They are told that what they see may be of the past. */
  isCutOff = false;
  /** Milliseconds since the epoch. */
  #awakeSince = 0;
  #isOld = false;
  #isReloaded = false;
  #isAsleep = false;
  #epoch = -1;
  /** As the last head says; 0: there was none. */
  #presenceOneIn = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  open(): void {
    const { random, later } = this.#needs;
    this.#awakeSince = Date.now();
    this.#isReloaded = this.last > 0;
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
    this.#isAsleep = true;
    this.#needs.later(seconds, () => {
      this.#awakeSince = Date.now();
      this.#isAsleep = false;
      this.#follower?.tell({ kind: 'visible' });
    });
  }

  /** The page is loaded again: it goes on from where it was. */
  reload(): void {
    this.#follower?.stop();
    this.open();
  }

  stop(): void {
    this.#follower?.stop();
  }

  /** Whether they have looked for so many seconds. */
  looksFor(seconds: number): boolean {
    return this.#follower !== undefined && !this.#isAsleep && Date.now() - this.#awakeSince > seconds * 1000;
  }

  #told({ following, applied }: Followed): void {
    const { met, later } = this.#needs;
    const now = Date.now();
    for (const message of applied) {
      const { number } = message;
      if (this.from === 0) [this.from, this.last] = [number, number - 1];
      // A page that is loaded again shows the last ten once more.
      const isShownAgain = this.#isReloaded && number <= this.last;
      if (!isShownAgain) {
        if (number > this.last + 1) met.missed += number - this.last - 1;
        if (number === this.last) met.duplicates++;
        if (number < this.last) met.disorder++;
        this.marks = (this.marks + markOf(number, textOf(message))) >>> 0;
        const told = Number.parseInt(textOf(message), 10);
        if (told > 0) (told >= this.#awakeSince ? met.seen : met.seenLater).record(now - told);
        this.last = Math.max(this.last, number);
      }
    }
    this.#epoch = following.epoch;
    this.isInStep = isInStep(following);
    if (this.isInStep) this.#isReloaded = false;
    this.#judgeAge(following);
    if (following.head) {
      met.pollAfter = following.head.pollAfter;
      const isFirst = this.#presenceOneIn === 0;
      this.#presenceOneIn = following.head.presenceOneIn;
      if (isFirst) this.#draw();
    }
    if (following.choice === 'asked') later(1, () => this.#follower?.tell({ kind: 'catch-up' }));
  }

  /** As the page does. */
  #judgeAge({ head, have, misses }: Followed['following']): void {
    const { claims } = this.#needs.met;
    if (head && this.isInStep) claims.set(have, Math.max(claims.get(have) ?? 0, Date.parse(head.now)));
    this.isCutOff = head === undefined || misses > 1 || this.#isOld;
  }

  /** Says by lot that they follow, as the page does. */
  #draw(): void {
    const { engine, url, raceId, address, random, later, met } = this.#needs;
    const oneIn = this.#presenceOneIn;
    later(presenceSeconds, () => this.#draw());
    if (this.#isAsleep || random() >= 1 / oneIn) return;
    met.presences++;
    const path = `/api/races/${raceId}/feed/presence?in=${oneIn}`;
    // Nobody waits for it.
    engine.send(url, address, { method: 'POST', path, headers: { origin: url } }).catch(() => {});
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
            const head = answer && this.#needs.answers.head(answer);
            if (!head) met.errors++;
            // A head that was old when it came says nothing of now.
            if (head) this.#isOld = isOldHead(head, Date.now());
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
            const found = answer && this.#needs.answers.segment(`${epoch} ${segment}`, answer);
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

export interface ReadAnswers {
  head(answer: Incoming): FeedHeadMessage | undefined;
  segment(name: string, answer: Incoming): FeedSegmentMessage | undefined;
}

/** So many answers are remembered. */
const mostRemembered = 400;

/** Reads an answer once for all who get the same one: a crowd in one process must not keep sixty thousand copies of it. */
export const readAnswers = (): ReadAnswers => {
  const known = new Map<string, unknown>();
  const once = <T>(key: string, answer: Incoming): T | undefined => {
    if (answer.status !== 200) return undefined;
    // A length besides: an answer that was cut off is another one.
    const whole = `${key} ${answer.body.length}`;
    const found = (known.get(whole) as T | undefined) ?? parsed<T>(answer);
    if (found === undefined || known.has(whole)) return found;
    known.set(whole, found);
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return {
    head: (answer) => once(`head ${answer.header('etag')}`, answer),
    segment: (name, answer) => once(`segment ${name}`, answer),
  };
};

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
