import type { FeedHeadMessage } from '../../lambdas/api/messages/race-day/feed';
import { createFollower } from '../../static/src/feed/drive';
import type { follow } from '../../static/src/feed/follow';
import { random } from '../support/random';
import { openTime } from './virtual-time';

/** A crowd in step loses its server for a while. Lengths in seconds. */
export interface OutageWish {
  readonly followers: number;
  /** As the head says. */
  readonly pollAfter: number;
  readonly awaySeconds: number;
  /** Each request is refused at once. Else those of some seconds fail together, as when they share one that hangs. */
  readonly isRefused: boolean;
  /** Tests put a wrong one in its place. */
  readonly react?: typeof follow;
}

export interface OutageCount {
  /** The most requests in one second while the server was away, and from its return on. */
  readonly away: number;
  readonly back: number;
  /** Until the last of the crowd had a head again, in seconds after the return. */
  readonly latest: number;
}

/** A request that hangs fails after so many seconds at most. */
const hangsSeconds = 8;
const flightSeconds = 0.05;

/** What a crowd asks for while its server is away and after it has come back. There is no network. */
export const countOutage = ({ followers, pollAfter, awaySeconds, isRefused, react }: OutageWish): OutageCount => {
  const chance = random(followers + pollAfter);
  const time = openTime();
  // By then everybody has come and asks at an instant of their own.
  const leaves = 4 * pollAfter;
  const returns = leaves + awaySeconds;
  const asked = new Map<number, number>();
  const instants: number[] = [];
  const head: FeedHeadMessage = {
    raceId: 'a-race',
    epoch: 0,
    state: 'live',
    head: 0,
    messages: [],
    latest: {},
    pollAfter,
    presenceOneIn: 1,
    now: '2027-01-01T00:00:00.000Z',
  };
  const failsAt = () =>
    isRefused ? time.now() + flightSeconds : leaves + hangsSeconds * Math.ceil((time.now() - leaves) / hangsSeconds);
  for (let n = 0; n < followers; n++) {
    let isBack = false;
    const follower = createFollower({
      random: () => chance.next(),
      later: (seconds, run) => time.at(time.now() + seconds, run),
      told: () => {},
      ...(react && { react }),
      source: {
        head: (answered) => {
          const second = Math.floor(time.now());
          asked.set(second, (asked.get(second) ?? 0) + 1);
          const isAway = time.now() >= leaves && time.now() < returns;
          time.at(isAway ? failsAt() : time.now() + flightSeconds, () => {
            if (isAway) return answered({ kind: 'no-head' });
            if (time.now() > returns && !isBack) {
              isBack = true;
              instants.push(time.now() - returns);
            }
            answered({ kind: 'head', head });
          });
        },
        segment: () => {},
      },
    });
    time.at(pollAfter * chance.next(), () => follower.start());
  }
  // By then those who double their pauses are back, too.
  time.runTo(returns + hangsSeconds + 80);
  const most = (from: number, to: number) =>
    Math.max(0, ...[...asked].map(([second, count]) => (second >= from && second < to ? count : 0)));
  return {
    away: most(leaves, returns),
    back: most(returns, Number.POSITIVE_INFINITY),
    latest: instants.length === followers ? Math.max(...instants) : Number.POSITIVE_INFINITY,
  };
};
