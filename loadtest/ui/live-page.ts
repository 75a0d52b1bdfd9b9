import { wishInWords } from '../report-page/headline';
import { html } from '../report-page/html';
import { framed } from './frame';
import { liveParts } from './live-parts';
import type { CurrentTest } from './test-stand';
import { where } from './where';

/**
 * The running test, or why the last one left no report. A page that is opened late shows the test from its beginning.
 */
export const livePage = (test: CurrentTest): string => {
  const { lane, state, bar, gauges, graphs } = liveParts(test);
  return framed(
    'The test that runs',
    html`
<div${test.end === undefined && html` data-events="${where.events}"`}>
<h1>The test that runs</h1>
<p>${wishInWords(test.wish)}.</p>
<ol class="lane" id="lane">${lane}</ol>
<p id="state" role="status">${state}</p>
<div id="bar">${bar}</div>
${
  test.end === undefined
    ? html`<form method="post" action="${where.stop}"><button class="button button-quiet" type="submit">Stop the test</button></form>`
    : html`<p><a class="button" href="${where.set}">Set up another test</a></p>`
}
<dl class="figures-list" id="gauges">${gauges}</dl>
<h2>Second by second</h2>
<div class="graphs" id="graphs">${graphs}</div>
</div>`,
  );
};

/** What the live page shows when no test is running. */
export const quietPage = (): string =>
  framed(
    'No test is running',
    html`<div class="narrow"><h1>No test is running</h1><p><a class="button" href="${where.set}">Set up a test</a></p></div>`,
  );
