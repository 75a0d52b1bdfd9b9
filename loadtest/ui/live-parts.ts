import type { Second } from '../report/test-report';
import { lineGraph } from '../report-page/graphs/line-graph';
import { overTime } from '../report-page/graphs/over-time';
import { type Html, html } from '../report-page/html';
import { counted, figure, milliseconds, whole } from '../report-page/words';
import type { CurrentTest } from './test-stand';

/** The parts of the live page that change, by the id of their element. */
export const liveParts = (
  test: CurrentTest,
): Readonly<Record<'lane' | 'state' | 'bar' | 'gauges' | 'graphs', Html>> => ({
  lane: lane(test),
  state: html`${stateInWords(test)}`,
  bar: bar(test),
  gauges: gauges(test.series),
  graphs: html`${overTime(test.series).map((graph) => lineGraph(graph, true))}`,
});

const stages = [
  { state: 'canary', name: 'One tries' },
  { state: 'running', name: 'All run' },
  { state: 'settling', name: 'Settling' },
  { state: 'finished', name: 'Done' },
] as const;

const lane = ({ progress }: CurrentTest): Html => {
  const here = stages.findIndex(({ state }) => state === progress.state);
  return html`${stages.map(({ name }, n) => {
    if (n === here) return html`<li class="lane-here" aria-current="step">${name}</li>`;
    return html`<li${n < here && html` class="lane-done"`}>${name}</li>`;
  })}`;
};

/** Screen readers read it out when it changes. It holds no figures, so it changes seldom. */
const stateInWords = ({ progress, end }: CurrentTest): string => {
  if (end?.kind === 'stopped') return 'The test was stopped. There is no report of it.';
  if (end?.kind === 'failed') return `There is no report: ${end.reason}`;
  if (end?.kind === 'done') return 'Done. The report follows.';
  return {
    canary: 'One registration is tried first, and the system starts if it has to.',
    running: 'Runners are under way.',
    settling: 'Everybody is done. Queues, cards and mails follow.',
    finished: 'Done. The report is being written.',
  }[progress.state];
};

const bar = ({ progress: { state, done, total }, end }: CurrentTest): Html => {
  if (end && end.kind !== 'done') return html``;
  const label = html`aria-label="Progress of the test"`;
  // The total is an estimate, which may be exceeded.
  if (state === 'running' && total > 0)
    return html`<progress class="wait" ${label} max="${total}" value="${Math.min(done, total)}"></progress>
<p class="quiet">${counted(done, 'request')} of about ${whole(Math.max(done, total))}</p>`;
  if (state === 'finished') return html`<progress class="wait" ${label} max="1" value="1"></progress>`;
  return html`<progress class="wait" ${label}></progress>`;
};

const gauges = (series: readonly Second[]): Html => {
  const last = series.at(-1);
  if (!last) return html``;
  const sum = (of: (second: Second) => number) => series.reduce((all, second) => all + of(second), 0);
  const shown: readonly (readonly [name: string, value: string])[] = [
    ['Runners under way', whole(last.running)],
    ['Set off so far', whole(last.departed)],
    ['Requests in the last second', figure(last.requests)],
    ['Registrations in the last second', figure(last.registrations)],
    ['Registrations so far', whole(sum(({ registrations }) => registrations))],
    ['Errors so far', whole(sum(({ errors }) => errors))],
    ['p99 of the last second', milliseconds(last.p99)],
    ['Lag of the generator', milliseconds(last.generatorLagMs)],
  ];
  return html`${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}`;
};
