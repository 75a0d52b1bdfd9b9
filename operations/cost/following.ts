import { pollAfterOf } from '../../lambdas/feed/pace';
import { wantedAnswers } from '../../lambdas/feed/viewers';
import { functions } from '../../lib/functions';
import { price } from './price';

/** A crowd that follows a race while it is told live. */
export interface Followers {
  readonly viewers: number;
  readonly hours: number;
  readonly allowedPerSecond: number;
}

/** A message comes each five seconds. */
const messageSeconds = 5;

/**
 * Bytes of a head at the CDN: the demo race's heads of 10 and of 60 messages, brotli at level 5, have 669 and 1,995. With 500 for
 * headers. Measured on 27 November 2026.
 */
const headBytes = (messages: number): number => 500 + 404 + 26.5 * Math.min(60, Math.max(10, messages));

/** CloudFront's regional caches: each asks the origin for the head once a second. Not verified, from memory. */
const regionalCaches = 13;
/** Seconds of the function for a head. Estimated: one statement of some milliseconds. */
const originSeconds = 0.01;

/** What is free at CloudFront in a month, in every account. */
export const free = { requests: 10_000_000, gigabytes: 1_000 };

/** What a crowd asks for. */
export interface Asked {
  /** Seconds. */
  readonly pollAfter: number;
  readonly requestsPerSecond: number;
  readonly requests: number;
  readonly gigabytes: number;
}

export interface Following extends Asked {
  /** Requests a second that reach the function, at most: heads, segments and those who say that they follow. */
  readonly originPerSecond: number;
  /** US dollars, the month's free part taken off. */
  readonly usd: Readonly<Record<'requests' | 'traffic' | 'functions, API, firewall', number>>;
}

/** What a crowd asks for, and what that costs. What is taken out, and a feed that is over, cost nothing of their own. */
export const following = ({ viewers, hours, allowedPerSecond }: Followers): Following => {
  const now = new Date(0);
  const ago = (seconds: number) => new Date(now.getTime() - 1000 * seconds).toISOString();
  const messages = Array.from({ length: 10 }, (_, n) => ({
    number: n + 1,
    at: ago((9 - n) * messageSeconds),
    kind: 'comment',
    body: {},
  }));
  const pollAfter = pollAfterOf({ state: 'live', messages, now: now.toISOString(), allowedPerSecond }, viewers);
  const seconds = hours * 3600;
  const requests = (viewers * seconds) / pollAfter;
  const gigabytes = (requests * headBytes((1.25 * pollAfter) / messageSeconds)) / 1e9;
  const segmentsPerSecond = regionalCaches / (10 * messageSeconds);
  const originPerSecond = regionalCaches + segmentsPerSecond + wantedAnswers / 30;
  const origin = originPerSecond * seconds;
  // The crowd's distribution has no firewall. Those who say that they follow ask the site, which has one.
  const presences = (wantedAnswers / 30) * seconds;
  const gb = functions['read-feed'].memoryMiB / 1024;
  return {
    pollAfter,
    requestsPerSecond: viewers / pollAfter,
    requests,
    gigabytes,
    originPerSecond,
    usd: {
      requests: Math.max(0, requests - free.requests) * price('cdn-request'),
      traffic: Math.max(0, gigabytes - free.gigabytes) * price('cdn-gb'),
      'functions, API, firewall':
        origin *
          (price('http-api-request') + price('lambda-request') + originSeconds * gb * price('lambda-gb-second')) +
        presences * price('web-acl-request'),
    },
  };
};

/** The crowds of the committed page: three hours, and what their race allows. */
export const committedFollowers: readonly Followers[] = [
  { viewers: 1_000, hours: 3, allowedPerSecond: 20_000 },
  { viewers: 60_000, hours: 3, allowedPerSecond: 20_000 },
  { viewers: 60_000, hours: 3, allowedPerSecond: 6_000 },
  { viewers: 1_000_000, hours: 3, allowedPerSecond: 20_000 },
  { viewers: 1_000_000, hours: 3, allowedPerSecond: 100_000 },
];

const whole = (value: number) => Math.round(value).toLocaleString('en-US');

/** A row of a table of crowds: what a crowd asks for, and then amounts in US dollars. */
export const crowdRow = (
  { viewers, allowedPerSecond }: Followers,
  { pollAfter, requestsPerSecond, requests, gigabytes }: Asked,
  usd: readonly number[],
): string => {
  const asked = [whole(viewers), whole(allowedPerSecond), `${pollAfter} s`, whole(requestsPerSecond)];
  return `| ${[...asked, (requests / 1e6).toFixed(1), whole(gigabytes), ...usd.map((sum) => sum.toFixed(2))].join(' | ')} |`;
};

/** One row for each crowd. */
export const followingTable = (crowds: readonly Followers[]): string =>
  [
    '| followers | allowed a second | each asks every | requests a second | requests, million | GB | CDN, $ | functions, $ | all, $ |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...crowds.map((crowd) => {
      const { usd, ...asked } = following(crowd);
      const sums = [usd.requests + usd.traffic, usd['functions, API, firewall']];
      const all = sums.reduce((sum, one) => sum + one, 0);
      return crowdRow(crowd, asked, [...sums, all]);
    }),
  ].join('\n');
