import { setTimeout } from 'node:timers/promises';
import { readEntry } from '../../../lambdas/results/show/find-rows';
import { randomOf } from '../../../loadtest/generator/random';
import { openResultsPage } from '../../../loadtest/live/results-page';
import { uuid7 } from '../../../loadtest/uuid7';
import { type Spread, spreadOf } from '../../cache/percentiles';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { benchRace, benchRaceId } from '../system/bench-race';
import { addLiveResults, benchSetId } from '../system/bench-results';
import { withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly entered: number;
  readonly finished: number;
  /** How many runners come in while it is measured. */
  readonly rows: number;
  /** How many people have the results open. */
  readonly pages: number;
}

const sizes = {
  full: { entered: 50_000, finished: 25_000, rows: 200, pages: 20 },
  short: { entered: 2_000, finished: 1_000, rows: 12, pages: 5 },
} as const satisfies Record<string, Size>;

/** Between one runner and the next, least and most: now and then, the version of one is still being made when the next comes in. */
const [leastPauseMs, mostPauseMs] = [200, 4_000];
/** The minute job publishes the first version. */
const firstVersionMs = 180_000;
/** A page that has not told of the last row after so long does not tell of it. */
const lastRowMs = 60_000;

/** When each row was posted, and how long each page took until it told of it, and until it had read it. In milliseconds. */
interface Seen {
  readonly posted: number[];
  readonly answered: number[];
  readonly told: number[];
  readonly read: number[];
  readonly errors: string[];
}

/** Rows come in order, so a version with so many finishers has the first of them. Counts each row once for a page. */
const since = ({ posted }: Seen, finished: number, times: number[]) => {
  let known = 0;
  return (finishers: number): void => {
    for (; known < finishers - finished; known++) {
      const at = posted[known];
      if (at !== undefined) times.push(performance.now() - at);
    }
  };
};

/** Throws unless it was taken. */
const postRow = async (page: string, key: string, row: object, signal: AbortSignal): Promise<void> => {
  const answer = await fetch(`${page}/api/races/${benchRaceId}/results/${benchSetId}/times`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ batchId: uuid7(), rows: [{ ...row, at: new Date().toISOString() }] }),
    signal,
  });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('"applied":1'))
    throw new Error(`The row was answered ${answer.status}: ${text}`);
};

const readFileOf = (page: string, signal: AbortSignal) => async (path: string) => {
  const answer = await fetch(`${page}/results/${benchRaceId}/${path}`, { signal });
  const text = await answer.text();
  if (answer.status !== 200) return { kind: 'unreadable', status: answer.status } as const;
  return { kind: 'ok', value: JSON.parse(text) as unknown } as const;
};

const untilPublished = async (look: () => Promise<{ readonly kind: string }>, signal: AbortSignal): Promise<void> => {
  const until = performance.now() + firstVersionMs;
  while ((await look()).kind !== 'ok') {
    if (performance.now() > until) throw new Error('The first live version was not published.');
    await setTimeout(500, undefined, { signal });
  }
};

export const measureLiveResults = (
  { entered, finished, rows, pages }: Size,
  { say, signal }: Stage,
): Promise<Measured> =>
  withSystem([benchRace(1)], async ({ system: { urls } }) => {
    const key = await addLiveResults(urls.ownerDatabase, { entered, finished });
    const readFile = readFileOf(urls.page, signal);
    await untilPublished(() => readFile('current.json'), signal);
    const seen: Seen = { posted: [], answered: [], told: [], read: [], errors: [] };
    const open = () => {
      const [told, read] = [since(seen, finished, seen.told), since(seen, finished, seen.read)];
      return openResultsPage({
        readFile,
        setId: benchSetId,
        told,
        read: async (version) => {
          const { finishers } = version.set;
          // Who came in last, in this version.
          const last = await readEntry(version, finishers);
          if (last?.rankMs === undefined)
            seen.errors.push(`A version of ${finishers} finishers lacks the last of them.`);
          else read(finishers);
        },
        failed: (why) => void seen.errors.push(why),
      });
    };
    const random = randomOf(7);
    const closers: (() => void)[] = [];
    try {
      // They look at moments of their own.
      for (let n = 0; n < pages; n++) {
        closers.push(await open());
        await setTimeout((2_000 / pages) * random(), undefined, { signal });
      }
      for (let n = 0; n < rows; n++) {
        await setTimeout(leastPauseMs + (mostPauseMs - leastPauseMs) * random(), undefined, { signal });
        const from = performance.now();
        seen.posted.push(from);
        await postRow(
          urls.page,
          key,
          { bib: finished + 1 + n, gunMs: 7_600_000 + Math.floor(random() * 14_000_000) },
          signal,
        );
        seen.answered.push(performance.now() - from);
        if (n % 20 === 19) say(`  ${n + 1} rows posted`);
      }
      const until = performance.now() + lastRowMs;
      while (seen.read.length < rows * pages && performance.now() < until) await setTimeout(100, undefined, { signal });
    } finally {
      for (const close of closers) close();
    }
    return measuredFrom(seen, rows * pages);
  });

const measuredFrom = ({ answered, told, read, errors }: Seen, expected: number): Measured => {
  const [toldSpread, readSpread] = [spreadOf(told), spreadOf(read)];
  const rowOf = (name: string, { count, p50, p99, max }: Spread) => [
    name,
    ...[count, p50 / 1000, p99 / 1000, max / 1000].map(number),
  ];
  return {
    kind: 'measured',
    figures: figuresOf({
      told: toldSpread.p50 / 1000,
      toldLate: toldSpread.p99 / 1000,
      read: readSpread.p50 / 1000,
      readLate: readSpread.p99 / 1000,
      missed: expected - read.length,
      errors: errors.length,
    }),
    details: [
      {
        head: ['from the request of the timer until', 'samples', 'p50, s', 'p99, s', 'at most, s'],
        rows: [
          rowOf('it is answered', spreadOf(answered)),
          rowOf('the page tells of newer results', toldSpread),
          rowOf('the page has read the row', readSpread),
        ],
      },
    ],
    notes: errors.slice(0, 1).map((error) => `An error: ${error}`),
  };
};

export const liveResults: Benchmark = {
  id: 'live-results',
  title: 'Latency of live results',
  baseline:
    'nobody has published a figure. Reckoned from its parts: 3 s on average, 6 s at most ([decision 127](../../docs/decisions/127-readers-of-live-results-are-one-crowd.md)).',
  how: `${number(sizes.full.entered)} runners of whom ${number(sizes.full.finished)} are in. ${sizes.full.rows} more come in, one after the other, ${leastPauseMs / 1000} to ${mostPauseMs / 1000} s apart: each is posted by a timer's key through the gateway. ${sizes.full.pages} people have the results open by the page's own rules, behind the edge cache, and take what is newer as soon as the page tells of it. Each pair of a row and a page counts (short: ${number(sizes.short.entered)} runners, ${sizes.short.rows} rows, ${sizes.short.pages} pages). What the network to a real CDN takes comes on top.`,
  goals: [
    {
      id: 'told',
      name: 'from a row posted until an open page tells of it, median',
      unit: 's',
      target: { most: 3 },
      heldBy: 'To make a version takes 0.4 to 1.1 s here. What would lower it: a faster core.',
    },
    {
      id: 'toldLate',
      name: 'the same, p99',
      unit: 's',
      target: { most: 6 },
      fullOnly: true,
      heldBy:
        'A publisher that has just started has no version before in its memory: it makes one in some 3 s here. What would lower it: a faster core.',
    },
    { id: 'read', name: 'until the page has read the row, median', unit: 's' },
    { id: 'readLate', name: 'the same, p99', unit: 's' },
    { id: 'missed', name: 'rows that a page did not show', unit: '', target: { most: 0 } },
    { id: 'errors', name: 'looks and versions that failed', unit: '', target: { most: 0 } },
  ],
  measure: (stage) => measureLiveResults(sizeOf(sizes, stage.size), stage),
};
