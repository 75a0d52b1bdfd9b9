import type { TestReport } from '../report/test-report';
import { wishInWords } from '../report-page/headline';
import { type Html, html } from '../report-page/html';
import { standingOf, standingWords } from '../report-page/standing';
import { milliseconds, moment, seconds, whole } from '../report-page/words';
import { framed } from './frame';
import type { Damaged } from './ports';
import { where } from './where';

/** All finished runs, the newest first; two of them can be chosen and compared. `fault`: what was wrong with the choice. */
export const runsPage = (reports: readonly TestReport[], damaged: readonly Damaged[], fault?: string): string =>
  framed(
    'All load tests',
    html`
<h1>All load tests</h1>
${damaged.length > 0 && damagedFiles(damaged)}
${fault !== undefined && html`<section class="summary" tabindex="-1" autofocus aria-labelledby="fault"><h2 id="fault">${fault}</h2></section>`}
${
  reports.length === 0
    ? html`<p>There is none yet. <a href="${where.set}">Set one up</a>.</p>`
    : html`
<form action="${where.compare}">
<ul class="runs">${reports.map(row)}</ul>
${reports.length > 1 && html`<p class="actions"><button class="button" type="submit">Compare the two chosen runs</button></p>`}
</form>`
}`,
  );

const damagedFiles = (damaged: readonly Damaged[]): Html => html`
<div class="note note-bad"><p>These files are no runs, and are left alone:</p>
<ul class="reasons">${damaged.map(({ file, reason }) => html`<li><code>${file}</code>: ${reason}</li>`)}</ul></div>`;

const row = (report: TestReport): Html => {
  const { id, startedAt, wish, totals, steps, comment } = report;
  const standing = standingOf(report);
  const slowest = Math.max(0, ...steps.map(({ latencyMs }) => latencyMs.p99));
  return html`
<li class="run">
<input type="checkbox" name="run" value="${id}" id="run-${id}" aria-label="Choose the run of ${moment(startedAt)} for comparing">
<div>
<h2><a href="${where.run(id)}">${moment(startedAt)}</a> <span class="stamp-${standing}">${standingWords[standing]}</span></h2>
<p>${wishInWords(wish)}</p>
<p class="quiet">${whole(totals.registrations)} registrations in ${seconds(totals.seconds)} · ${whole(totals.peakRequestsPerSecond)} requests/s at the peak · slowest p99 ${milliseconds(slowest)}</p>
${comment !== '' && html`<p class="comment">${comment}</p>`}
</div>
</li>`;
};
