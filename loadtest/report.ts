import type { Outcome } from './crowd';
import type { Check } from './verdict';

const ms = (value: number) => `${Math.round(value)} ms`.padStart(9);

/** The run in figures, for a terminal. Latency is what the runner waited, each request by itself. */
export const report = ({ endings, recorder, seconds }: Outcome, checks: readonly Check[]): string => {
  const told = new Map<string, number>();
  for (const { kind } of endings) told.set(kind, (told.get(kind) ?? 0) + 1);
  return [
    '',
    `${endings.length} runners, ${recorder.requests} requests in ${seconds.toFixed(1)} s (${Math.round(recorder.requests / seconds)} a second)`,
    '',
    `${'step'.padEnd(12)}${'requests'.padStart(9)}${'p50'.padStart(9)}${'p95'.padStart(9)}${'p99'.padStart(9)}${'max'.padStart(9)}`,
    ...[...recorder.summaries()].map(
      ([step, { count, p50, p95, p99, max }]) =>
        `${step.padEnd(12)}${String(count).padStart(9)}${ms(p50)}${ms(p95)}${ms(p99)}${ms(max)}`,
    ),
    '',
    `told: ${[...told].map(([kind, runners]) => `${kind} ${runners}`).join(', ')}`,
    '',
    ...checks.map(({ holds, sentence }) => `  ${holds ? '✓' : '✗'} ${sentence}`),
    '',
    checks.every(({ holds }) => holds)
      ? 'Verdict: every spot sold once, everybody told the truth.'
      : 'Verdict: FAILED.',
    '',
  ].join('\n');
};
