import { type Followers, following } from '../cost/following';

/** Requests a second that CloudFront serves for a distribution that never asked for more. */
const cdnPerSecond = 250_000;
/** Heads, segments and lots are some milliseconds each; one environment more than that needs, and one for each that starts. */
const leastEnvironments = 5;
/** What happens before somebody sees a message, besides waiting for the next request. Estimated: feed.md, the latency budget. */
const onTheWaySeconds = { p50: 0.6, p99: 2.6 };

const figure = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });

/**
 * What a crowd that follows a race asks for, what it costs, and what is too small for it. `environments`: those that are reserved for
 * `read-feed`; 0: none.
 */
export const followersReport = (followers: Followers, environments: number): string => {
  const { viewers, hours, allowedPerSecond } = followers;
  const { pollAfter, requestsPerSecond, requests, gigabytes, originPerSecond, usd } = following(followers);
  const lines: readonly (readonly [string, string])[] = [
    ['each of them asks', `every ${pollAfter} s`],
    ['requests at the CDN', `${figure(requestsPerSecond)}/s, ${figure(requests / 1e6)} million in all`],
    ['traffic', `${figure(gigabytes)} GB`],
    ['requests at the origin, at most', `${figure(originPerSecond)}/s, however many follow`],
    ['published to seen, half of them', `${figure(pollAfter / 2 + onTheWaySeconds.p50)} s`],
    ['published to seen, ninety-nine of a hundred', `${figure(1.25 * pollAfter + onTheWaySeconds.p99)} s`],
    ['CDN', `$${figure(usd.requests + usd.traffic)}`],
    ['functions, API, firewall', `$${figure(usd['functions, API, firewall'])}`],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const red = [
    ...(requestsPerSecond > allowedPerSecond
      ? [
          `The race allows ${figure(allowedPerSecond)} requests a second, and nobody asks less often than every ${pollAfter} s: raise allowedPerSecond to ${figure(Math.ceil(requestsPerSecond))}, or expect that many all the same.`,
        ]
      : []),
    ...(requestsPerSecond > cdnPerSecond
      ? [`CloudFront serves ${figure(cdnPerSecond)} requests a second: ask for more, or allow fewer.`]
      : []),
    ...(environments > 0 && environments < leastEnvironments
      ? [`concurrency.feed reserves ${environments} environments of read-feed: set it to ${leastEnvironments} or more.`]
      : []),
  ];
  return `${figure(viewers)} follow a race for ${figure(hours)} hours while a message comes each five seconds. Estimated.

${lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')}

${red.length === 0 ? 'Red list: nothing.' : `Red list:\n${red.map((line) => `- ${line}`).join('\n')}`}
`;
};
