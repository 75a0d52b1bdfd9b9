import { challengesInWords, groupsInWords } from '../report-page/words';
import type { TestReport } from './test-report';

const whole = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : whole(value)} ms`.padStart(11);
const right = (text: string, width = 11) => text.padStart(width);

const steps = ({ steps: found }: TestReport): readonly string[] => [
  `${'step'.padEnd(18)}${['requests', 'errors', 'p50', 'p95', 'p99', 'max'].map((head) => right(head)).join('')}`,
  ...found.map(
    ({ name, requests, errors, latencyMs: { p50, p95, p99, max } }) =>
      `${name.padEnd(18)}${right(whole(requests))}${right(whole(errors))}${ms(p50)}${ms(p95)}${ms(p99)}${ms(max)}`,
  ),
];

const costs = ({ costs: found }: TestReport): readonly string[] => [
  `${'component'.padEnd(30)}${right('CPU')}${right('each', 14)}${right('bytes', 14)}`,
  ...found.map(
    ({ component, cpuSeconds, cpuMsPerRegistration: each, bytes }) =>
      `${component.padEnd(30)}${right(`${cpuSeconds.toFixed(2)} s`)}${right(each === undefined ? '' : `${each.toFixed(2)} ms`, 14)}${right(bytes === undefined ? '?' : whole(bytes), 14)}`,
  ),
];

const rates = ({ totals: t }: TestReport): string =>
  t.registrations === 0
    ? ''
    : `${whole(t.registrations)} registered, at most ${t.peakRegistrationsPerSecond} in a second; ${t.requestsPerRegistration?.toFixed(1)} requests for each; ${whole(t.hourlyWholeRun)} an hour over the whole run, ${whole(t.hourlyFirstToLast)} from the first request to the last confirmation`;

const conclusion = ({ checks, validity, wish }: TestReport): readonly string[] => {
  const isClean = checks.every(({ holds }) => holds);
  const clean =
    wish.scenario === 'opening' ? 'every spot sold once, everybody told the truth.' : 'every visitor saw everything.';
  return [
    ...(validity.kind === 'void'
      ? [
          'VOID: these times are the generator’s own, not the system’s.',
          ...validity.reasons.map((one) => `  ${one}`),
          '',
        ]
      : []),
    isClean ? `Verdict: ${clean}` : 'Verdict: FAILED.',
  ];
};

/** The run in figures, for a terminal. Latency is what a runner waited for one request. */
export const terminalReport = (report: TestReport): string => {
  const { wish, totals, generator, endings, groups, challenges, checks } = report;
  return [
    '',
    `${whole(wish.runners)} runners (${wish.scenario}, seed ${wish.seed}): ${whole(totals.requests)} requests in ${totals.seconds.toFixed(1)} s, at most ${whole(totals.peakRequestsPerSecond)} in a second, ${(totals.errorRate * 100).toFixed(2)} % failed`,
    rates(report),
    '',
    ...steps(report),
    '',
    ...costs(report),
    '',
    `generator: ${whole(generator.requestsPerCpuSecond)} requests per CPU-second, at most ${Math.round(generator.maxLagMs)} ms late, ${generator.maxMemoryMb} MB`,
    ...(groups ? [groupsInWords(groups)] : []),
    ...(challenges ? [challengesInWords(challenges)] : []),
    `told: ${endings.map(({ name, runners }) => `${name} ${runners}`).join(', ')}`,
    '',
    ...checks.map(
      ({ name, expected, actual, holds }) =>
        `  ${holds ? '✓' : '✗'} ${name}: ${actual}${holds ? '' : `, expected ${expected}`}`,
    ),
    ...(report.unchecked ?? []).map((what) => `  ? not checked: ${what}`),
    '',
    ...conclusion(report),
    '',
  ].join('\n');
};
