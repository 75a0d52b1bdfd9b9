import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { readOptions } from '../../../loadtest/options';
import { Histogram } from '../../../loadtest/report/histogram';
import type { Wish } from '../../../loadtest/report/test-report';
import { comparisonPage } from '../../../loadtest/report-page/comparison-page';
import { fold, ticksUpTo } from '../../../loadtest/report-page/graphs/scale';
import { differenceOf, type KeyFigure } from '../../../loadtest/report-page/key-figures';
import { repeatCommand } from '../../../loadtest/report-page/repeat-command';
import { reportPage } from '../../../loadtest/report-page/report-page';
import { bytes, milliseconds, percent, seconds } from '../../../loadtest/report-page/words';
import { aReport, secondOf } from '../ui/a-report';

const count = (text: string, part: string | RegExp) => text.split(part).length - 1;
const headlineOf = (page: string) => /<header class="headline[\s\S]*?<\/header>/.exec(page)?.[0] ?? '';
const other = aReport({ id: '0199b000-0000-7000-8000-000000000002', startedAt: '2026-11-22T20:15:00.000Z' });

describe('a report', () => {
  test.each([
    ['report', reportPage(aReport())],
    ['comparison', comparisonPage(aReport(), other)],
  ])('the %s needs nothing from anywhere: no script, no address but those within it', (_, page) => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(/i);
    expect(page.match(/(?:href|src|action)="[^"]*"/g)).toEqual(['href="#content"']);
    expect(/http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/.test(page)).toBe(
      true,
    );
  });

  test('behind every graph there is a table', () => {
    const page = reportPage(aReport());
    expect(count(page, 'role="img"')).toBe(8);
    expect(count(page, '<details>')).toBe(8);
  });

  test('a comment is shown exactly as it was written', () => {
    const page = reportPage(aReport({ comment: `<script>alert("1 & 2")</script>'` }));
    expect(page).toContain('&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;&#39;');
    expect(page).not.toContain('<script>');
  });

  test('a clean run is called clean, one with a failed check is not, and the check is named', () => {
    expect(headlineOf(reportPage(aReport()))).toContain('>Clean<');
    const failed = { name: 'cards charged', expected: '500', actual: '499', holds: false };
    const page = reportPage(aReport({ checks: [...aReport().checks, failed] }));
    expect(headlineOf(page)).toContain('>Not clean<');
    expect(headlineOf(page)).toContain('1 of 4 checks failed');
    expect(page).toMatch(/cards charged<\/th><td>500<\/td><td>499<\/td><td><span class="bad">/);
  });

  test('a void run is void, with its reasons, however good its checks look', () => {
    const page = reportPage(aReport({ validity: { kind: 'void', reasons: ['412 runners set off late'] } }));
    expect(headlineOf(page)).toContain('>Void<');
    expect(headlineOf(page)).toContain('412 runners set off late');
    expect(headlineOf(page)).not.toContain('hold');
  });

  test('a run in which nothing was measured can be shown all the same', () => {
    const { requestsPerRegistration: _, ...totals } = aReport().totals;
    const page = reportPage(aReport({ steps: [], series: [], costs: [], checks: [], endings: [], totals }));
    expect(page).toContain('No second has been measured yet');
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('who came with others is told apart, where somebody did', () => {
    const groups = { came: 200, people: 600, registered: 90, withFewer: 1 };
    const page = reportPage(aReport({ groups, wish: { ...aReport().wish, together: 20 } }));
    expect(headlineOf(page)).toContain('1,000 runners, 20 % of them with others, within 10 s');
    expect(page).toContain('200 groups of 600 runners came: 90 are in, each with one payment, and 1 with fewer');
    expect(reportPage(aReport())).not.toContain('with others');
  });

  test('whom the bank asked is told apart, where it asked somebody', () => {
    const challenges = { asked: 400, passed: 360, failed: 25, abandoned: 15 };
    const page = reportPage(aReport({ challenges, wish: { ...aReport().wish, challenged: 40 } }));
    expect(headlineOf(page)).toContain('1,000 runners, 40 % of them asked by their bank, within 10 s');
    expect(page).toContain(
      'The bank asked 400 runners: 360 passed, 25 failed and paid with another card, and 15 left.',
    );
    expect(reportPage(aReport())).not.toContain('bank');
  });

  test('a second in which nothing happened draws a line at nothing', () => {
    const still = { ...secondOf(0), departed: 0, running: 0, requests: 0, registrations: 0, generatorLagMs: 0 };
    expect(reportPage(aReport({ series: [still] }))).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('a peak of one second in an hour is in the graph and in its table', () => {
    const series = Array.from({ length: 3600 }, (_, second) => ({
      ...secondOf(second),
      p99: second === 1801 ? 4321 : 5,
    }));
    const page = reportPage(aReport({ series }));
    expect(page).toContain('p99 at most 4,321 ms, in second 1801');
    expect(page).toContain('<td>4,321 ms</td>');
  });

  test('the spread of a step is told in the figures of its histogram', () => {
    const times = new Histogram();
    for (let n = 0; n < 1000; n++) times.record(n < 990 ? 5_000 : 800_000);
    const [step] = aReport().steps;
    const page = reportPage(aReport({ steps: step ? [{ ...step, histogram: times.toString() }] : [] }));
    const told = milliseconds(times.percentile(0.5) / 1000);
    expect(page).toContain(`half took at most ${told}, 99 % at most ${told}`);
    expect(page).toContain('<th scope="row">99.9 %</th><td>800 ms</td>');
  });
});

describe('a comparison', () => {
  const figure = (value: number | undefined, better?: 'more' | 'less'): KeyFigure => ({
    name: 'n',
    write: String,
    value,
    ...(better && { better }),
  });

  test.each([
    [figure(100, 'more'), figure(112, 'more'), '+12.0 %', 'better'],
    [figure(100, 'less'), figure(112, 'less'), '+12.0 %', 'worse'],
    [figure(200, 'less'), figure(100, 'less'), '−50.0 %', 'better'],
    [figure(200, 'more'), figure(100, 'more'), '−50.0 %', 'worse'],
    [figure(10), figure(20), '+100.0 %', 'neither'],
    [figure(0, 'less'), figure(3, 'less'), 'was 0', 'worse'],
    [figure(5, 'less'), figure(5, 'less'), 'the same', 'neither'],
    [figure(undefined, 'less'), figure(5, 'less'), 'not to be compared', 'neither'],
  ])('%o and then %o', (before, now, words, is) => expect(differenceOf(before, now)).toEqual({ words, is }));

  test('lays two runs over each other, and says of each what it is', () => {
    const page = comparisonPage(aReport(), aReport({ ...other, totals: { ...other.totals, seconds: 20.35 } }));
    expect(page).toContain('−50.0 % (better)');
    expect(count(page, 'role="img"')).toBe(8);
    expect(count(page, /<path class="line tone-2 dash-1(?: area)?" d="M[\d.]+ [\d.]+L/)).toBe(8);
  });

  test('a step only one of them has is shown with the other missing', () => {
    const [first, ...rest] = aReport().steps;
    const page = comparisonPage(aReport(), aReport({ ...other, steps: first ? [first] : [] }));
    for (const { name } of rest) expect(page).toContain(`Spread: ${name}. Of first`);
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});

test('the command that repeats a run means the same to a shell', () => {
  const wish: Wish = {
    ...aReport().wish,
    arrivals: 'poisson',
    abandons: 0.25,
    joins: 0.5,
    together: 20,
    challenged: 40,
    url: 'http://localhost:8000',
  };
  const comment = `it's "$HOME" \`x\` & \\ more\nlines`;
  const command = repeatCommand(wish, comment).replace('npm run load --', "printf '%s\\0'");
  const words = spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1);
  expect(readOptions(words)).toEqual({ wish, comment, processes: 1 });
  const { url: _, ...twin } = { ...wish, twinOf: 'http://localhost:8000' };
  expect(readOptions(repeatCommand(twin, '').split(' ').slice(4))?.wish).toEqual(twin);
});

test('the lines of a grid reach what is drawn, rise evenly, and are few', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.integer({ min: 1, max: 8 }), (most, atMost) => {
      const ticks = ticksUpTo(most, atMost);
      const step = ticks[1] ?? 0;
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-6));
      expect(ticks.length).toBeLessThanOrEqual(atMost + 1);
      for (const [n, tick] of ticks.entries()) expect(tick / step).toBeCloseTo(n, 6);
      expect([1, 2, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step * (1 + 1e-9)))).toFixed(3)));
    }),
  );
});

test('seconds put together keep their highest, or their mean', () => {
  expect(fold([1, 9, 2, 4, 7], 2, 'most')).toEqual([9, 4, 7]);
  expect(fold([1, 9, 2, 4, 7], 2, 'mean')).toEqual([5, 3, 7]);
  expect(fold([1, 9], 1, 'mean')).toEqual([1, 9]);
});

test('figures are written as people read them', () => {
  expect([milliseconds(3.14), milliseconds(1234.5), milliseconds(12_345)]).toEqual(['3.1 ms', '1,235 ms', '12.3 s']);
  expect([seconds(12.34), seconds(422), seconds(119.96)]).toEqual(['12.3 s', '7 min 2 s', '120 s']);
  expect([percent(0), percent(0.5), percent(0.00012), percent(1)]).toEqual(['0.0 %', '50.0 %', '0.012 %', '100.0 %']);
  expect([bytes(0), bytes(999), bytes(1_234_567)]).toEqual(['0 bytes', '999 bytes', '1.2 MB']);
});

test('what ran on AWS is had again there, from the system the load test was deployed for', () => {
  const command = repeatCommand({ ...aReport().wish, url: 'https://run.example.com' }, '');
  expect(command).toMatch(/^npm run load:aws -- --scenario/);
  expect(command).not.toContain('--url');
});
