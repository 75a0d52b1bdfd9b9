import type { FeedHeadMessage, FeedMessageRead } from '../../lambdas/api/messages/race-day/feed';
import { firstOf, isComplete, segmentSize } from '../../lambdas/feed/segments';
import { type KeptTakenOut, takenOutAt, withTakenOut } from '../../lambdas/feed/taken-out';
import { createFollower, type Follower } from '../../static/src/feed/drive';
import { type Following, type follow, isInStep, readAfter } from '../../static/src/feed/follow';
import { type Random, random } from '../support/random';
import { openTime } from './virtual-time';

/** What happens in one random history of a feed. Instants and lengths in seconds. */
export interface History {
  readonly seed: number;
  readonly publishSeconds: number;
  /** Between two bursts, on average. */
  readonly everySeconds: number;
  readonly burst: number;
  /** When the follower opens the page. */
  readonly start: number;
  readonly sleeps: readonly { readonly at: number; readonly seconds: number; readonly isHidden: boolean }[];
  readonly reloads: readonly number[];
  readonly redactions: readonly number[];
  /** So many of them does a head name. */
  readonly named: number;
  /** The database is set back by so many messages, and the operator raises the epoch. */
  readonly setBack: { readonly at: number; readonly messages: number } | undefined;
  /** How many answers of a hundred are lost. */
  readonly lossPercent: number;
  readonly pollAfter: number;
  /** How many messages a head has. */
  readonly inHead: number;
}

/** What is built wrongly, to show that the test notices. */
export interface Wrong {
  readonly react?: typeof follow;
  /** An edge keeps that a segment does not exist. */
  readonly keepsMissing?: boolean;
  /** Numbers are given when a transaction begins, and are seen in the order of the commits. */
  readonly isSequence?: boolean;
}

interface Committed {
  readonly number: number;
  readonly text: string;
  /** When others see it. */
  readonly at: number;
}

/** What is true at the origin. */
class Origin {
  epoch = 0;
  messages: Committed[] = [];
  /** Each number that was taken out, with the epoch that began then. */
  readonly redacted = new Map<number, number>();
  #takenOut: KeptTakenOut | null = null;
  #next = 0;
  #made = 0;
  readonly #isSequence: boolean;
  readonly #chance: Random;

  constructor(isSequence: boolean, chance: Random) {
    this.#isSequence = isSequence;
    this.#chance = chance;
  }

  publish(now: number, count: number): void {
    for (let n = 0; n < count; n++)
      this.messages.push({
        number: ++this.#next,
        text: `text ${++this.#made}`,
        at: now + (this.#isSequence ? 4 * this.#chance.next() : 0),
      });
  }

  redact(most: number): void {
    if (this.#next === 0) return;
    const number = this.#chance.whole(1, this.#next);
    if (this.redacted.has(number)) return;
    this.#takenOut = withTakenOut(this.epoch, this.#takenOut, [number], most);
    this.redacted.set(number, ++this.epoch);
  }

  setBack(count: number): void {
    this.#next = Math.max(0, this.#next - count);
    this.messages = this.messages.filter(({ number }) => number <= this.#next);
    for (const number of this.redacted.keys()) if (number > this.#next) this.redacted.delete(number);
    this.epoch += 1_000;
  }

  read(message: Committed): FeedMessageRead {
    const body = this.redacted.has(message.number) ? null : { text: message.text };
    return { number: message.number, at: '2027-01-01T00:00:00.000Z', kind: 'comment', body };
  }

  seen(now: number): readonly Committed[] {
    return this.#isSequence ? this.messages.filter(({ at }) => at <= now) : this.messages;
  }

  head(now: number, { pollAfter, inHead }: Pick<History, 'pollAfter' | 'inHead'>): FeedHeadMessage {
    const seen = this.seen(now);
    const takenOut = takenOutAt(this.epoch, this.#takenOut);
    return {
      raceId: 'a-race',
      epoch: this.epoch,
      state: 'live',
      head: Math.max(0, ...seen.slice(-50).map(({ number }) => number)),
      messages: seen.slice(-inHead).map((message) => this.read(message)),
      latest: {},
      ...(takenOut && { takenOut: { ...takenOut, numbers: [...takenOut.numbers] } }),
      pollAfter,
      presenceOneIn: 1,
      now: new Date(Date.UTC(2027, 0, 1) + 1000 * now).toISOString(),
    };
  }

  segment(now: number, epoch: number, segment: number): readonly FeedMessageRead[] | 'gone' | 'missing' {
    if (epoch < this.epoch) return 'gone';
    const seen = this.seen(now);
    const head = Math.max(0, ...seen.slice(-50).map(({ number }) => number));
    if (epoch > this.epoch || !isComplete(segment, head)) return 'missing';
    const first = firstOf(segment);
    // Numbers have no gap, so a message stands at its number.
    const ten = this.messages.slice(first - 1, first - 1 + segmentSize);
    return (this.#isSequence ? ten.filter(({ at }) => at <= now) : ten).map((message) => this.read(message));
  }
}

interface Kept {
  readonly head: FeedHeadMessage;
  readonly until: number;
}

/** A cache on the way, whose copy of the head may be up to three seconds old, or much older while the origin is away. */
const openEdge = (origin: Origin, chance: Random, { keepsMissing = false }: Wrong) => {
  let kept: Kept | undefined;
  const segments = new Map<string, readonly FeedMessageRead[] | 'gone' | 'missing'>();
  return {
    head(now: number, shape: Pick<History, 'pollAfter' | 'inHead'>): FeedHeadMessage | undefined {
      if (kept && now < kept.until) return kept.head;
      // The origin fails: the last head is served, if there is one.
      if (chance.chance(0.05)) return kept?.head;
      kept = { head: origin.head(now, shape), until: now + 1 + 2 * chance.next() };
      return kept.head;
    },
    segment(now: number, epoch: number, segment: number) {
      const key = `${epoch} ${segment}`;
      const held = segments.get(key);
      if (held) return held;
      const found = origin.segment(now, epoch, segment);
      if (typeof found !== 'string' || (keepsMissing && found === 'missing')) segments.set(key, found);
      return found;
    },
  };
};

/** What went wrong in a history; undefined: nothing. */
export const liveThrough = (history: History, wrong: Wrong = {}): string | undefined => {
  const chance = random(history.seed);
  const time = openTime();
  const origin = new Origin(wrong.isSequence ?? false, chance);
  const edges = [openEdge(origin, chance, wrong), openEdge(origin, chance, wrong)] as const;

  let fault: string | undefined;
  let wakesAt = 0;
  let list: FeedMessageRead[] = [];
  let state: Following | undefined;
  let follower: Follower | undefined;

  const check = (isRight: boolean, what: () => string) => {
    if (!isRight) fault ??= `at ${time.now().toFixed(1)} s: ${what()}`;
  };
  /** After an answer's way, or when the device wakes. What comes while it sleeps is lost, or comes late. */
  const arrive = <T>(event: T, lost: T, answered: (event: T) => void) => {
    const isLost = chance.chance(history.lossPercent / 100);
    const at = time.now() + 0.02 + 0.5 * chance.next() ** 3;
    time.at(at, () => {
      if (time.now() < wakesAt) time.at(wakesAt, () => answered(lost));
      else answered(isLost ? lost : event);
    });
  };

  const open = (kept?: Pick<Following, 'epoch' | 'have'>): Follower => {
    const mine = createFollower({
      kept,
      random: () => chance.next(),
      ...(wrong.react && { react: wrong.react }),
      later: (seconds, run) =>
        time.at(time.now() + seconds, () => {
          if (time.now() < wakesAt) time.at(wakesAt, run);
          else run();
        }),
      source: {
        head: (answered) => {
          const head = chance.pick(edges).head(time.now(), history);
          const failed = { kind: 'no-head' } as const;
          arrive(head ? { kind: 'head', head } : failed, failed, answered);
        },
        segment: (epoch, segment, answered) => {
          const found = chance.pick(edges).segment(time.now(), epoch, segment);
          const failed = { kind: 'no-segment', epoch, segment, why: 'failed' } as const;
          arrive(
            typeof found === 'string'
              ? { kind: 'no-segment', epoch, segment, why: found }
              : { kind: 'segment', epoch, segment, messages: found },
            failed,
            answered,
          );
        },
      },
      told: (followed) => {
        if (follower !== mine) return;
        const { following, applied, earlier, isNew } = followed;
        const wasAsked = state?.choice === 'asked';
        // A jump begins a new list as well, and the page says so.
        if (isNew || (state && state.from > 0 && following.from > state.have + 1 && wasAsked)) list = [];
        state = following;
        let last = list.at(-1)?.number;
        for (const { number } of applied) {
          check(last === undefined || number === last + 1, () => `${number} follows ${last}`);
          last = number;
        }
        if (earlier.length > 0)
          check(
            (earlier.at(-1)?.number ?? 0) + 1 === list[0]?.number,
            () => `${list[0]?.number} follows what came before`,
          );
        list = [...readAfter(list, followed)];
        for (const [number, epoch] of origin.redacted)
          check(
            epoch > following.epoch || !list[number - (list[0]?.number ?? 0)]?.body,
            () => `${number} is still read, although it was taken out`,
          );
        check(list.length === 0 || list[0]?.number === following.from, () => `begins with ${list[0]?.number}`);
        check(
          following.have === following.from + list.length - 1 || following.from === 0,
          () => 'says it has what it has not',
        );
        if (following.choice === 'asked' && !wasAsked)
          time.at(time.now() + 5 * chance.next(), () => mine.tell({ kind: chance.chance(0.5) ? 'catch-up' : 'jump' }));
        if (following.from > 1 && chance.chance(0.01)) time.at(time.now(), () => mine.tell({ kind: 'older' }));
      },
    });
    return mine;
  };

  const publishing = () => {
    if (time.now() > history.publishSeconds) return;
    origin.publish(time.now(), chance.whole(1, history.burst));
    time.at(time.now() + 2 * history.everySeconds * chance.next(), publishing);
  };
  publishing();
  for (const at of history.redactions) time.at(at, () => origin.redact(history.named));
  const { setBack } = history;
  if (setBack) time.at(setBack.at, () => origin.setBack(setBack.messages));
  // Somebody asks for what does not exist yet.
  for (let at = 1; at < history.publishSeconds; at += 7)
    time.at(at, () =>
      chance.pick(edges).segment(at, origin.epoch, Math.ceil(origin.messages.length / segmentSize) + 1),
    );

  const lastEvent = Math.max(
    history.publishSeconds,
    history.start,
    ...history.sleeps.map(({ at, seconds }) => Math.max(at, history.start) + seconds),
    ...history.reloads,
    ...history.redactions,
    setBack?.at ?? 0,
  );
  time.at(history.start, () => {
    follower = open();
    follower.start();
  });
  for (const { at, seconds, isHidden } of history.sleeps)
    time.at(Math.max(at, history.start), () => {
      if (isHidden) {
        follower?.tell({ kind: 'hidden' });
        time.at(time.now() + seconds, () => follower?.tell({ kind: 'visible' }));
      } else wakesAt = Math.max(wakesAt, time.now() + seconds);
    });
  for (const at of history.reloads)
    time.at(Math.max(at, history.start), () => {
      follower?.stop();
      const kept = state && { epoch: state.epoch, have: state.have };
      [state, list] = [undefined, []];
      follower = open(kept);
      follower.start();
    });

  // Every sleep is over, every copy is old, and every pause has passed; or they are in step long before.
  const isDone = () => state !== undefined && isInStep(state) && state.have === origin.head(time.now(), history).head;
  for (let end = history.publishSeconds; end < history.publishSeconds + 4_000; end += 200) {
    time.runTo(end);
    if (time.now() > lastEvent + 200 && isDone()) break;
  }
  if (fault !== undefined) return fault;
  if (!state || !isInStep(state)) return `not in step: has ${state?.have} of ${origin.head(time.now(), history).head}`;
  const truth = origin.messages
    .filter(({ number }) => number >= (state?.from ?? 0))
    .map((message) => origin.read(message));
  return JSON.stringify(list) === JSON.stringify(truth)
    ? undefined
    : `shows ${JSON.stringify(list.slice(-3))} of ${JSON.stringify(truth.slice(-3))}`;
};
