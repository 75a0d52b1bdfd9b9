import { Histogram } from '../../../loadtest/report/histogram';
import { readingVerdict } from './reading-verdict';
import type { ReadResults } from './run-reading';

const seen = { answers: 100, mixed: 0, wentBack: 0, errors: new Map([['gateway: answer 503', 3]]) };
const run: ReadResults = {
  seen,
  compared: 40,
  wrong: 0,
  versions: 9,
  kinds: ['live', 'preliminary', 'official', 'corrected'],
  ticks: new Histogram(),
  posted: new Histogram(),
  postFailures: 0,
  kills: ['memcached-data', 'postgres', 'gateway'],
  seconds: 60,
  connections: 10,
};
const failing = (change: Partial<ReadResults>) =>
  readingVerdict({ ...run, ...change }).flatMap(({ name, holds }) => (holds ? [] : [name.split(' ')[0]]));

test('a run in which nobody could read while the gateway was away is a good one', () =>
  expect(failing({})).toEqual([]));

test.each<[string, Partial<ReadResults>, string]>([
  ['saw two truths in one version', { seen: { ...seen, mixed: 1 } }, 'pages'],
  ['saw places that no rule makes', { wrong: 1 }, 'pages'],
  ['went back', { seen: { ...seen, wentBack: 1 } }, 'readers'],
  ['could not read without the cache', { seen: { ...seen, errors: new Map([['memcached-data: x', 1]]) } }, 'answers'],
  ['could not read while nothing was away', { seen: { ...seen, errors: new Map([[': no answer', 1]]) } }, 'answers'],
  ['never saw a correction', { kinds: ['live', 'preliminary', 'official'] }, 'kinds'],
  ['saw nothing that could be compared', { compared: 0 }, 'kinds'],
])('a run in which somebody %s is a bad one', (_, change, check) => expect(failing(change)).toEqual([check]));
