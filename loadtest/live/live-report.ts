import { checkList, figureTable, type Made, runInTerminal } from '../report/run-words';
import type { Check } from '../report/test-report';
import { between } from '../verdict/checks';
import type { LiveOptions } from './live-options';
import type { Lived } from './run-live';

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const seconds = (ms: number) => `${number(ms / 1000, 1)} s`;

/** In a shorter run, caches still fill. */
const leastMinutesToJudgeMemory = 30;
/** What a process may gain from a fifth of the time to the end: a share, or what its collector leaves for later. */
const [mostGrownShare, mostGrownMb] = [0.05, 16];

/** What must be true of a run. */
export const liveVerdict = (
  lived: Lived,
  { followers, minutes, hasKills }: Pick<LiveOptions, 'followers' | 'minutes' | 'hasKills'>,
): readonly Check[] => [
  between('messages missed', lived.met.missed, 0),
  between('messages twice', lived.met.duplicates, 0),
  between('messages out of order', lived.met.disorder, 0),
  between('followers with all of the table from their first message on', lived.whole, followers),
  between('numbers that somebody in step lacked', lived.overclaimed, 0),
  ...(minutes < leastMinutesToJudgeMemory || hasKills ? [] : [memoryKept(lived)]),
];

const memoryKept = ({ memory }: Pick<Lived, 'memory'>): Check => {
  const grown = Object.entries(memory).flatMap(([name, [start, end]]) =>
    end - start > Math.max(mostGrownMb, start * mostGrownShare) ? [name] : [],
  );
  return {
    name: `processes that gained more than ${mostGrownMb} MB and ${100 * mostGrownShare} % of memory`,
    expected: 'none',
    actual: grown.join(', ') || 'none',
    holds: grown.length === 0,
  };
};

/** One run in figures. */
const figures = (lived: Lived, followers: number): readonly (readonly [string, string])[] => {
  const { met, published } = lived;
  return [
    ['messages told', number(lived.told)],
    ['each follower asks every', `${met.pollAfter} s`],
    ['requests, of heads and segments', `${number(met.heads)}, ${number(met.segments)}`],
    ['requests a second', number(lived.requestsPerSecond)],
    ['of them, followers who said by lot that they follow', number(met.presences)],
    ['connections, which followers share', number(lived.connections)],
    [
      'published to seen by those awake, p50 / p99 / most',
      [0.5, 0.99, 1].map((share) => seconds(met.seen.percentile(share))).join(' / '),
    ],
    [
      'by those who slept or came later, p50 / p99',
      [0.5, 0.99].map((share) => seconds(met.seenLater.percentile(share))).join(' / '),
    ],
    ['a head, p50 / p99', [0.5, 0.99].map((share) => `${number(met.answers.percentile(share))} ms`).join(' / ')],
    ['to publish, p50 / p99', [0.5, 0.99].map((share) => `${number(published.percentile(share))} ms`).join(' / ')],
    ['publications that failed and were sent again', number(lived.publishFailures)],
    [
      'requests at the origin a second, at most',
      `${number(lived.mostOrigin.heads, 1)} of heads, ${number(lived.mostOrigin.segments, 1)} of segments`,
    ],
    ['answers that were errors', number(met.errors)],
    ['bytes of an answer, on average', number(met.bytes / Math.max(1, met.heads + met.segments))],
    [
      'CPU of the edge for a follower and minute, functions included',
      lived.edgeCpuSeconds === undefined
        ? 'not measured: it was killed'
        : `${number((lived.edgeCpuSeconds * 60e3) / lived.seconds / followers, 2)} ms`,
    ],
    ['all in step after the last message', `${number(lived.settledSeconds, 1)} s`],
    ['timers of the generator late, p99', `${number(lived.lateMs)} ms`],
    [
      'memory in MB, after a fifth of the time and at the end',
      Object.entries(lived.memory)
        .map(([name, [start, end]]) => `${name} ${number(start)} → ${number(end)}`)
        .join(', '),
    ],
    ...lived.outages.map(
      ({ part, looking, knew, told, backAfter }) =>
        [
          `told while ${part} was away; cut off at its end; 99 of 100 back after the first new head`,
          `${told}; ${knew} of ${looking} who looked; ${number(backAfter, 1)} s`,
        ] as const,
    ),
    ['killed in the middle', lived.kills.join(', ') || 'nothing'],
  ];
};

export const liveInTerminal = (lived: Lived, wish: LiveOptions): string =>
  runInTerminal(
    `${number(wish.followers)} followers for ${wish.minutes} minutes, ${wish.rates.join(', then ')} messages a second, ${number(wish.allowed)} requests a second allowed`,
    figures(lived, wish.followers),
    liveVerdict(lived, wish),
  );

export interface LiveRun {
  readonly wish: LiveOptions;
  readonly lived: Lived;
  readonly command: string;
}

/** The committed result, of one run. */
export const livePage = (
  { wish, lived, command }: LiveRun,
  made: Omit<Made, 'command'>,
): string => `# The live feed and its crowd

Made by \`${command}\` on ${made.date} at ${made.commit}; ${made.machine}. ${number(wish.followers)} followers run the page's own reducer for ${wish.minutes} minutes
while ${wish.rates.join(', then ')} messages ${wish.isRandom ? 'of every kind and size' : 'of about 330 characters'} are told a second; ${wish.isRandom ? 'in each ten minutes half of them sleep for 10 to 120 s and a tenth load the page again' : '5 % sleep for 10 to 120 s, 1 % load the page again'}, 1 % come late. The generator
shares the cores with the system. Afterwards what each of them applied is compared with the table.

${figureTable(figures(lived, wish.followers))}

${checkList(liveVerdict(lived, wish))}
`;
