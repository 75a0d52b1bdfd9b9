import { type RunFigures, runInTerminal } from '../../../loadtest/report/run-words';
import type { Check } from '../../../loadtest/report/test-report';
import { between } from '../../../loadtest/verdict/checks';
import type { ReadingOptions, ReadResults } from './run-reading';

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

const allKinds = ['live', 'preliminary', 'official', 'corrected'];
/** Behind it are the CDN and every function: nobody reads while it is away. */
const everything = 'gateway';
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** What must be true of a run. */
export const readingVerdict = ({ seen, wrong, compared, kinds, kills }: ReadResults): readonly Check[] => {
  const unexpected = [...seen.errors].filter(([key]) => !key.startsWith(everything));
  const missing = allKinds.filter((kind) => !kinds.includes(kind));
  return [
    between('pages that two readers saw differently in one version', seen.mixed, 0),
    between('pages that are not what the rule makes of their version', wrong, 0),
    between('readers who went back to an older version', seen.wentBack, 0),
    {
      name: `answers that failed${kills.length > 0 ? ', besides those of the gateway that was killed' : ''}`,
      expected: '0',
      actual: unexpected.length === 0 ? '0' : unexpected.map(([key, count]) => `${count} of "${key}"`).join(', '),
      holds: unexpected.length === 0,
    },
    // Else nothing was compared, and the other checks prove nothing.
    {
      name: 'kinds of version that were read and compared',
      expected: allKinds.join(', '),
      actual: `${kinds.join(', ')} (${compared} pages)`,
      holds: missing.length === 0 && compared > 0,
    },
  ];
};

const figures = (run: ReadResults): RunFigures => [
  ['answers, of files and of the function', number(run.seen.answers)],
  ['answers a second', number(run.seen.answers / run.seconds)],
  ['versions', number(run.versions)],
  ['pages that were compared with the rule', number(run.compared)],
  [
    'a live version, from what it takes to the pointer, p50 / p99 / most',
    [0.5, 0.99, 1].map((share) => seconds(run.ticks.percentile(share))).join(' / '),
  ],
  [
    'from the answer to the timer to the pointer, p50 / p99 / most',
    [0.5, 0.99, 1].map((share) => seconds(run.posted.percentile(share))).join(' / '),
  ],
  ['posts of the timer that failed', number(run.postFailures)],
  ['answers that failed', number(sum([...run.seen.errors.values()]))],
  ['connections, which readers share', number(run.connections)],
  ['killed in the middle', run.kills.join(', ') || 'nothing'],
];

const title = ({ readers, minutes, runners }: ReadingOptions) =>
  `${number(readers)} people read the results of ${number(runners)} runners for ${minutes} minutes`;

export const readingInTerminal = (run: ReadResults, wish: ReadingOptions): string =>
  runInTerminal(title(wish), figures(run), readingVerdict(run));
