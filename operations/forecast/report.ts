import type { Crowd } from '../../lambdas/capacity/crowd';
import { rushFunctions } from '../../lambdas/capacity/figures';
import type { Forecast } from '../../lambdas/capacity/forecast';
import { lineRate } from '../../lambdas/capacity/line-rate';
import { type Deployed, type Quota, quotas, redList } from '../../lambdas/capacity/quotas';

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
export const report = (crowd: Crowd, forecast: Forecast, deployed: Deployed): string => {
  const all = quotas(forecast, deployed);
  const functions = rushFunctions.map((name) => {
    const { requestsPerSecond, environments } = forecast.functions[name];
    const most = deployed.reserved[name].environments;
    return [name, figure(requestsPerSecond), figure(environments), most === 0 ? 'none' : figure(most)].concat(
      most > 0 && environments > most ? ['MORE THAN RESERVED'] : [],
    );
  });
  const { register, pay } = deployed.reserved;
  const line = lineRate({ holding: register.environments, paying: pay.environments });
  const red = [...redList(all)].sort((one, other) => other.needed / other.usual - one.needed / one.usual);
  return `${figure(crowd.runners)} runners for ${figure(crowd.spots)} spots, all within half a minute. Estimated from
lambdas/capacity/figures.ts, which says what was measured and what was not.

${columns([['function', 'requests/s', 'environments', 'reserved'], ...functions])}

${columns([
  ['registrations written', `${figure(forecast.registrationsPerSecond)}/s`],
  ['writes to the payment processor', `${figure(forecast.processorWritesPerSecond)}/s`],
  ['smallest database', `${figure(forecast.acu)} ACU`],
  ['confirmations', `${figure(forecast.mails)}, ${figure(forecast.mailsPerSecond)}/s to be done in ten minutes`],
  ['people that a line calls', `${figure(line.rateMax)}/s, which ${borneBy[line.limit]}`],
])}

${columns([['quota', 'needed', 'usual or reserved', ''], ...all.map(({ name, needed, usual, unit }) => [name, figure(needed), figure(usual), unit])])}

${
  red.length === 0
    ? 'Red list: nothing. An account that never asked for more has enough of everything.'
    : `Red list, the tightest first:\n${red.map(redLine).join('\n')}`
}
`;
};

const borneBy = {
  register: 'the environments of register bear',
  pay: 'the environments of pay bear',
  processor: 'the payment processor bears',
} as const;

const redLine = ({ name, needed, usual, unit, ask, setBy }: Quota) =>
  `- ${name}: ${figure(needed)} ${unit} are needed, ${figure(usual)} are ${setBy === 'account' ? 'usual' : 'set'}.
  Lets ${Math.floor((usual / needed) * 100)} % of it through. ${capital(ask)}.`;

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
