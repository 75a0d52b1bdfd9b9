import type { FeedHeadMessage } from '../../lambdas/api/messages/race-day/feed';
import { demoFeedRace } from '../../local/prepare/demo-feed';
import type { System } from '../../local/system';
import type { LiveFollower, Met } from './follower';
import type { openPublisher } from './open-publisher';

/** A part of the system that was away for a while. */
export interface Outage {
  readonly part: string;
  /** At its end: who looked, and who of them was told that what they see may be of the past. */
  readonly looking: number;
  readonly knew: number;
  /** What the table had more at its end than at its beginning. */
  readonly told: number;
  /** From the first new head until 99 of 100 who looked had one, in seconds. The others came in the outage, and knew no head. */
  readonly backAfter: number;
}

/** Lets parts be away, one after the other, while the last rate is told. `publisher` is the process that publishes. */
export interface Unplugging {
  readonly parts: readonly string[];
  readonly awaySeconds: number;
  /** Takes a part away. Resolves with what gives it back. */
  readonly take: (system: System, part: string) => Promise<() => Promise<void>>;
}

/** Almost all of the crowd has come, and read a head. */
const comingSeconds = 35;
/** Everything is calm for so long before a part goes away. */
const calmSeconds = 5;
/** Whoever has looked for so long has asked since they came. */
const askedSeconds = 15;
/** A head that is newer was not kept while a part was away. */
const newMs = 5_000;
/** Seconds until a part that was away must be back: the supervisor tries to start it each ten seconds. */
const mostTries = 90;
/** Nobody is waited for so many seconds after everybody could have news. */
const mostBackSeconds = 120;

interface Needs {
  readonly system: System;
  readonly crowd: readonly LiveFollower[];
  readonly publisher: Pick<ReturnType<typeof openPublisher>, 'kill' | 'counts'>;
  readonly wait: (seconds: number) => Promise<void>;
  readonly say: (news: string) => void;
}

/** Lets each part be away, and the next one when heads are new again. Throws when a part does not come back. */
export const unplug = async (
  { parts, awaySeconds, take }: Unplugging,
  { system, crowd, publisher, wait, say }: Needs,
): Promise<readonly Outage[]> => {
  const allIsWell = async () => {
    for (let tries = 1; ; tries++) {
      const head = await fetch(`${system.urls.page}/api/races/${demoFeedRace}/feed`)
        .then((answer) => answer.json() as Promise<FeedHeadMessage>)
        .catch(() => undefined);
      if (head && Date.now() - Date.parse(head.now) < newMs) return;
      if (tries === mostTries) throw new Error('The feed did not come back.');
      await wait(1);
    }
  };
  const untilBack = async (looking: readonly LiveFollower[]): Promise<number> => {
    const since = performance.now();
    const seconds = () => (performance.now() - since) / 1000;
    const away = () => looking.filter((one) => one.isCutOff && one.looksFor(0)).length;
    while (away() > Math.ceil(looking.length / 100) && seconds() < mostBackSeconds) await wait(0.1);
    return seconds();
  };
  const outages: Outage[] = [];
  await allIsWell();
  await wait(comingSeconds);
  for (const part of parts) {
    await wait(calmSeconds);
    const before = publisher.counts.head;
    say(`away: ${part}`);
    const giveBack = part === 'publisher' ? publisher.kill() : await take(system, part);
    let looking: readonly LiveFollower[] = [];
    let atItsEnd: Pick<Outage, 'knew' | 'told'>;
    try {
      await wait(awaySeconds);
      looking = crowd.filter((follower) => follower.looksFor(askedSeconds));
      const knew = looking.filter(({ isCutOff }) => isCutOff).length;
      atItsEnd = { knew, told: publisher.counts.head - before };
    } finally {
      await giveBack();
    }
    await allIsWell();
    outages.push({ part, looking: looking.length, ...atItsEnd, backAfter: await untilBack(looking) });
  }
  return outages;
};

/** A message is given its instant before it is committed, and a head its own before it is read. */
const commitMs = 3_000;
/** How many claims are wrong: "I have all up to this instant", though the next message was there by then. */
export const overclaimsIn = (claims: Met['claims'], rows: readonly { readonly at: Date }[]): number =>
  [...claims].filter(([have, until]) => (rows[have]?.at.getTime() ?? Number.POSITIVE_INFINITY) < until - commitMs)
    .length;
