import type { TestReport } from '../report/test-report';
import { besideTable } from './beside';
import { distributions } from './graphs/distributions';
import { lineGraph } from './graphs/line-graph';
import { overlaid } from './graphs/over-time';
import { wishInWords } from './headline';
import { type Html, html } from './html';
import { repeatCommand } from './repeat-command';
import { section } from './sections';
import { page } from './shell';
import { standingOf, standingWords } from './standing';
import { moment } from './words';

/** Two runs beside and over each other, compared to the first, as one HTML file. */
export const comparisonPage = (first: TestReport, second: TestReport): string =>
  page({ title: 'Two load tests compared', body: comparisonBody(first, second) });

export const comparisonBody = (first: TestReport, second: TestReport): Html => {
  const runs = [
    { name: `first (${moment(first.startedAt)})`, report: first, series: first.series },
    { name: `second (${moment(second.startedAt)})`, report: second, series: second.series },
  ];
  return html`
<h1>Two load tests compared</h1>
<div class="pair-of-runs">${runs.map(summaryOf)}</div>
${section('figures', 'Side by side', [
  html`<p>The difference is that of the second run from the first, in percent of the first.</p>`,
  besideTable(first, second),
])}
${section('time', 'Second by second', html`<div class="graphs">${overlaid(runs).map((graph) => lineGraph(graph))}</div>`)}
${section('steps', 'Response time of each step', distributions(runs))}`;
};

const summaryOf = ({ name, report }: { readonly name: string; readonly report: TestReport }) => {
  const standing = standingOf(report);
  return html`
<article class="headline standing-${standing}">
<h2>The ${name}</h2>
<p class="stamp">${standingWords[standing]}</p>
<p>${wishInWords(report.wish)}.</p>
${report.comment !== '' && html`<p class="comment">${report.comment}</p>`}
<details><summary>The same again</summary><pre tabindex="0"><code>${repeatCommand(report.wish, report.comment)}</code></pre></details>
</article>`;
};
