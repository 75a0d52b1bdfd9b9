import { awakeCost, type Line, type Part, parts } from './at-rest';
import { committedFollowers, followingTable } from './following';
import type { Opening } from './opening';
import { currency, date, region, unchecked } from './price';
import { readingTable } from './reading-live';
import { byUse } from './unpriced';
import { committedWaiters, hourOfWaiting, waitingTable } from './waiting';

export interface Priced {
  readonly profile: string;
  readonly lines: readonly Line[];
  /** What of it is there for lines alone. */
  readonly line: number;
  /** The same with a domain to send mail from. */
  readonly withMail: readonly Line[];
  /** Whether its database pauses when nobody uses it. */
  readonly sleeps: boolean;
  /** Absent: the profile is not meant for an opening. */
  readonly opening?: Opening | undefined;
}

export const total = (lines: readonly { readonly usd: number }[]): number =>
  lines.reduce((sum, { usd }) => sum + usd, 0);

/** Rounds to cents first: the order of a sum must not decide over half a dollar. */
const dollars = (usd: number) => (Math.round(usd * 100) / 100).toFixed(usd < 1 ? 1 : 0);

const ofPart = (lines: readonly Line[], part: Part) => lines.filter((line) => line.part === part);

/** The table of docs/deploying.md, in whole dollars. */
export const table = (priced: readonly Priced[]): string => {
  const row = (name: string, cell: (one: Priced) => string) => `| ${name} | ${priced.map(cell).join(' | ')} |`;
  return [
    row('', ({ profile }) => profile),
    `|---|${priced.map(() => '---:|').join('')}`,
    row(
      'at rest, a month',
      ({ lines, withMail }) => `**${dollars(total(lines))}** (${dollars(total(withMail))} with a mail domain)`,
    ),
    ...parts.map((part) => row(part, ({ lines }) => dollars(total(ofPart(lines, part))))),
    row('an opening of 50,000', ({ opening }) =>
      opening
        ? `${dollars(Object.values(opening).reduce((sum, usd) => sum + usd, 0))}, mail included`
        : 'not meant for it',
    ),
  ].join('\n');
};

const byType = (lines: readonly Line[]): string => {
  const sums = new Map<string, { count: number; usd: number }>();
  for (const { type, usd } of lines) {
    const { count, usd: before } = sums.get(type) ?? { count: 0, usd: 0 };
    sums.set(type, { count: count + 1, usd: before + usd });
  }
  return [...sums]
    .sort(([, one], [, other]) => other.usd - one.usd)
    .map(([type, { count, usd }]) => `| ${type} | ${count} | ${usd.toFixed(2)} |`)
    .join('\n');
};

/** What visitors add to the month at rest, where the database sleeps. */
const wakes = ({ once, month } = awakeCost()): string => `
A visitor who wakes the sleeping database costs $${once.toFixed(2)}. One in every quarter of an hour keeps it awake, which costs $${dollars(month)} a month.
`;

/** The committed result. */
export const report = (priced: readonly Priced[]): string => `# Cost

Made by \`npm run cost\`: the templates of both profiles, priced from the list of ${date} (\`operations/cost/prices.json\`; ${region}, ${currency}). Estimated, not
taken from a bill. No free tier is subtracted, except CloudFront's. At rest there are no visitors; schedules run, and pollers ask empty queues.

${table(priced)}

${priced
  .map(
    ({ profile, lines, sleeps, opening }) => `## ${profile}, at rest, a month

| resource | how many | $ |
|---|---:|---:|
${byType(lines)}
${sleeps ? wakes() : ''}${
  opening
    ? `
An opening of 50,000 runners for 50,000 spots, beyond that:

| | $ |
|---|---:|
${Object.entries(opening)
  .map(([name, usd]) => `| ${name} | ${usd.toFixed(2)} |`)
  .join('\n')}
`
    : ''
}`,
  )
  .join('\n')}
## A race that is told live

Three hours, a message each five seconds, one follower a device. A head is 0.7 to 2 kB (brotli). It comes through the crowd's distribution, at which no
firewall looks ([decision 113](../../docs/decisions/113-the-crowd-has-a-distribution.md)). Of CloudFront, the month's ten million requests and 1,000 GB that are free are taken off, and the price of the first 10 TB is taken for all of it. What is taken out of a feed costs nothing
of its own: a segment leaves the CDN after five minutes. A feed that is over is asked for once a minute by pages that are still open.

${followingTable(committedFollowers)}

## A race whose results are read live

Three hours at the busiest: 20 runners come in each second, and a version is published every two. A page looks at the pointer (0.8 kB with its headers) while
it is visible, and takes the newer results once a minute: three files, of which the edge has most already. A page looks less often the longer nothing changes, to
once in 15 seconds, so a quieter race costs less. Readers and followers of the feed are one crowd: what the race allows counts for both.

${readingTable(committedFollowers)}

## A line

What it costs that people wait in a line, in addition to the opening. Each of them looks twelve times until 95 % of the spots are sold, as in the simulated
worlds, and the firewall looks at each request. Nothing that is free is taken off. An hour in which 500,000 people wait and nobody leaves costs
$${hourOfWaiting(500_000, 60).toFixed(0)} if each looks once a minute, and $${hourOfWaiting(500_000, 120).toFixed(0)} every two minutes.

${waitingTable(committedWaiters)}

While there is no line: ${priced.map(({ profile, line }) => `$${line.toFixed(2)} a month (${profile})`).join(', ')}, for the pollers of its three queues and their alarms.

## Not priced at rest

${Object.entries(byUse)
  .map(([type, why]) => `- ${type}: ${why}.`)
  .join('\n')}
- Traffic out of AWS and between availability zones: an opening moves a few GB.

Prices written down from memory, to be compared with their pages: ${unchecked.join(', ')}.
`;
