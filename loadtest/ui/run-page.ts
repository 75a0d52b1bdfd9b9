import type { TestReport } from '../report/test-report';
import { comparisonBody } from '../report-page/comparison-page';
import { type Html, html } from '../report-page/html';
import { reportBody, titleOf } from '../report-page/report-page';
import { framed } from './frame';
import { where } from './where';

/** A finished run, with everything that can be done with it. */
export const runPage = (report: TestReport): string =>
  framed(titleOf(report), [reportBody(report), whatCanBeDone(report)]);

const whatCanBeDone = ({ id, comment }: TestReport): Html => html`
<section class="no-print" aria-labelledby="doing">
<h2 id="doing">This run</h2>
<form method="post" action="${where.run(id, '/comment')}">
<div class="field"><label for="comment">Comment</label><textarea id="comment" name="comment" rows="3">${comment}</textarea></div>
<p class="actions"><button class="button" type="submit">Save the comment</button></p>
</form>
<p class="actions"><a href="${where.run(id, '.html')}" download="load-test-${id}.html">Save as one HTML file</a> <a href="${where.run(id, '.json')}" download="load-test-${id}.json">Save as JSON</a></p>
<details><summary>Delete this run</summary>
<form method="post" action="${where.run(id, '/delete')}"><p>Its file is removed, and nothing brings it back.</p><button class="button" type="submit">Delete for good</button></form>
</details>
</section>`;

export const twoRunsPage = (first: TestReport, second: TestReport): string => {
  const ids = [first.id, second.id];
  return framed('Two load tests compared', [
    comparisonBody(first, second),
    html`<p class="actions no-print"><a href="${where.comparison([second.id, first.id])}">The other way round</a> <a href="${where.comparison(ids, '.html')}" download="load-tests-compared.html">Save as one HTML file</a></p>`,
  ]);
};

/** The page for something that does not exist or failed. */
export const problemPage = (title: string, detail: string): string =>
  framed(
    title,
    html`<div class="narrow"><h1>${title}</h1><p>${detail}</p><p><a href="${where.runs}">All runs</a></p></div>`,
  );
