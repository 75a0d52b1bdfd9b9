import { resultsPollAfterOf } from '../../lambdas/feed/pace';
import { wantedAnswers } from '../../lambdas/feed/viewers';
import { type Asked, crowdRow, type Followers, free } from './following';
import { price } from './price';

/** Bytes of a pointer with two sets, brotli at level 5, and 500 for headers. Reckoned. */
const pointerBytes = 500 + 300;
/** Bytes of manifest, index and leaf of a list of 50,000 (brotli), and headers: bench/figures, line of results. */
const versionBytes = 3 * 500 + 1_500 + 8_000 + 2_800;
/** A reader takes newer results so often, which is three files. Assumed. */
const takenSeconds = 60;
/** Files of a version for 100 more finishers of 50,000, as measured (decision 95). One of two seconds has 40, so it writes fewer. */
const filesOfTick = 364;
/** Seconds from one live version to the next, at the busiest. */
const tickSeconds = 2;

export interface ReadingLive extends Asked {
  /** US dollars, the month's free part taken off. */
  readonly usd: Readonly<Record<'crowd' | 'publishing', number>>;
}

/** What a crowd costs that reads live results, whether it is told of the race or not. */
export const readingLive = ({ viewers, hours, allowedPerSecond }: Followers): ReadingLive => {
  const pollAfter = resultsPollAfterOf(allowedPerSecond, viewers);
  const seconds = hours * 3600;
  const looks = (viewers * seconds) / pollAfter;
  const taken = (viewers * seconds) / takenSeconds;
  const requests = looks + 3 * taken;
  const gigabytes = (looks * pointerBytes + taken * versionBytes) / 1e9;
  const presences = (wantedAnswers / 30) * seconds;
  const ticks = seconds / tickSeconds;
  return {
    pollAfter,
    requestsPerSecond: requests / seconds,
    requests,
    gigabytes,
    usd: {
      crowd:
        Math.max(0, requests - free.requests) * price('cdn-request') +
        Math.max(0, gigabytes - free.gigabytes) * price('cdn-gb') +
        presences * (price('http-api-request') + price('lambda-request') + price('web-acl-request')),
      publishing: ticks * filesOfTick * price('s3-put'),
    },
  };
};

/** One row for each crowd. */
export const readingTable = (crowds: readonly Followers[]): string =>
  [
    '| readers | allowed a second | each looks every | requests a second | requests, million | GB | crowd, $ | writing files, $ |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...crowds.map((crowd) => {
      const { usd, ...asked } = readingLive(crowd);
      return crowdRow(crowd, asked, [usd.crowd, usd.publishing]);
    }),
  ].join('\n');
