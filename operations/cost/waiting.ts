import { functions } from '../../lib/functions';
import { atRest } from './at-rest';
import { price } from './price';
import type { Resource } from './resource';

/** People who wait in the line of an opening. */
export interface Waiters {
  readonly people: number;
  readonly spots: number;
}

/** Looks at the line of one person until 95 % of the spots are sold: 12 in the simulated worlds (test/line/world). */
const looksEach = 12;
/** Minutes from the first arrivals to the last spots. */
const minutes = 75;
/** CloudFront's regional caches: each asks the origin for the line once a second. Not verified, from memory. */
const regionalCaches = 13;
/** Bytes of the line at the CDN, compressed, with headers. Estimated. */
const documentBytes = 1_500;
/** Seconds of each function. Estimated: some milliseconds of work, and the wait for cache, queue or database. */
const seconds = { 'enter-line': 0.015, 'show-line': 0.01, 'record-passes': 0.3 };
/** The poller reads ten messages at once, and deletes as many; a batch of the function has some hundred. */
const messages = { atOnce: 10, each: 200 };
/** Requests of one pass beside the looks: the arrival, and the pass. */
const [arrivals, passes] = [1, 1];

export type Waiting = Readonly<Record<'looks' | 'arrivals' | 'passes' | 'queue and list', number>>;

const call = (name: keyof typeof seconds) =>
  price('lambda-request') + seconds[name] * (functions[name].memoryMiB / 1024) * price('lambda-gb-second');

/** A request at the CDN, which the firewall looks at. */
const atEdge = () => price('cdn-request') + price('web-acl-request');

/** What a line costs in addition to the opening, in US dollars. Nothing free is taken off. */
export const waiting = ({ people, spots }: Waiters): Waiting => {
  const origin = regionalCaches * minutes * 60;
  return {
    looks:
      people * looksEach * (atEdge() + (documentBytes / 1e9) * price('cdn-gb')) +
      origin * (price('http-api-request') + call('show-line')),
    // The edge answers them, and nothing behind it is asked.
    arrivals: people * arrivals * (atEdge() + price('edge-function') + price('edge-store-read')),
    passes: people * passes * (atEdge() + price('http-api-request') + call('enter-line')),
    // Each pass, and each hold of somebody who was called, is a message; sent alone, read and deleted by tens.
    'queue and list':
      (people + spots) * (1 + 2 / messages.atOnce) * price('sqs-request') +
      ((people + spots) / messages.each) * call('record-passes'),
  };
};

/** Half a million people, as issue 22 has it, and a crowd such as is common. */
export const committedWaiters: readonly Waiters[] = [
  { people: 20_000, spots: 2_000 },
  { people: 500_000, spots: 50_000 },
];

const whole = (value: number) => value.toLocaleString('en-US');
const sumOf = (usd: Waiting) => Object.values(usd).reduce((sum, one) => sum + one, 0);

/** One row for each crowd. */
export const waitingTable = (crowds: readonly Waiters[]): string =>
  [
    '| people in line | spots | looks, $ | arrivals, $ | passes, $ | queue and list, $ | all, $ |',
    '|---:|---:|---:|---:|---:|---:|---:|',
    ...crowds.map((crowd) => {
      const usd = waiting(crowd);
      const cells = [usd.looks, usd.arrivals, usd.passes, usd['queue and list'], sumOf(usd)];
      return `| ${whole(crowd.people)} | ${whole(crowd.spots)} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`;
    }),
  ].join('\n');

/** An hour in which nobody leaves: everybody looks once in so many seconds. */
export const hourOfWaiting = (people: number, everySeconds: number): number =>
  people * (3600 / everySeconds) * (atEdge() + (documentBytes / 1e9) * price('cdn-gb'));

const restTypes = ['AWS::Lambda::EventSourceMapping', 'AWS::CloudWatch::Alarm'];
/** Logical ids: the pollers of its queues, the alarms of their dead letters, and two of its own. */
const ofLine = /line(passes|work|errands)(Queue|deadletters)|^Alarms(beaconmissed|latepasses)/;

/**
 * What the line costs in a month in which there is none: Lambda polls its three queues all the time, and alarms watch it. Its
 * functions, its bucket and its key value store cost nothing then, and `plan-capacity` runs each minute in any case.
 */
export const lineAtRest = (resources: readonly Resource[]): number =>
  atRest(
    resources.filter(({ type, id }) => type === 'AWS::SQS::Queue' || (restTypes.includes(type) && ofLine.test(id))),
  )
    .filter(({ type }) => restTypes.includes(type))
    .reduce((sum, { usd }) => sum + usd, 0);
