import type { Crowd } from '../../lambdas/capacity/crowd';
import { rushFunctions } from '../../lambdas/capacity/figures';
import type { Forecast } from '../../lambdas/capacity/forecast';
import { type Quota, redList } from '../../lambdas/capacity/quotas';

const figure = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0, useGrouping: true });

const columns = (rows: readonly (readonly string[])[]): string => {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(width(column)) : cell.padStart(width(column))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** The report for the week before an opening. */
export const report = (
  crowd: Crowd,
  forecast: Forecast,
  quotas: readonly Quota[],
  limits: Readonly<Record<string, number>>,
): string => {
  const functions = rushFunctions.map((name) => {
    const { requestsPerSecond, environments } = forecast.functions[name];
    const most = limits[name] ?? 0;
    return [name, figure(requestsPerSecond), figure(environments), most === 0 ? 'none' : figure(most)].concat(
      most > 0 && environments > most ? ['MORE THAN RESERVED'] : [],
    );
  });
  const red = redList(quotas);
  return `${figure(crowd.runners)} runners for ${figure(crowd.spots)} spots, all within half a minute. Estimated from
lambdas/capacity/figures.ts, which says what was measured and what was not.

${columns([['function', 'requests/s', 'environments', 'reserved'], ...functions])}

${columns([
  ['registrations written', `${figure(forecast.registrationsPerSecond)}/s`],
  ['calls to the payment processor', `${figure(forecast.processorCallsPerSecond)}/s`],
  ['smallest database', `${figure(forecast.acu)} ACU`],
  ['confirmations', `${figure(forecast.mails)}, ${figure(forecast.mailsPerSecond)}/s to be done in ten minutes`],
])}

${columns([['quota', 'needed', 'usual', ''], ...quotas.map(({ name, needed, usual, unit }) => [name, figure(needed), figure(usual), unit])])}

${
  red.length === 0
    ? 'Red list: nothing. An account that never asked for more has enough of everything.'
    : `Red list:\n${red.map(({ name, needed, usual, unit, ask }) => `- ${name}: ${figure(needed)} ${unit} are needed, ${figure(usual)} are usual.\n  ${capital(ask)}.`).join('\n')}`
}
`;
};

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
