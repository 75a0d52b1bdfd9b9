import type { TestReport } from '../report/test-report';
import { distributions } from './graphs/distributions';
import { headline } from './headline';
import { type Html, html } from './html';
import { repeatCommand } from './repeat-command';
import {
  costsTable,
  endingsTable,
  figuresList,
  section,
  stepsTable,
  surroundings,
  timeGraphs,
  uncheckedList,
  verdictTable,
} from './sections';
import { page } from './shell';
import { moment } from './words';

/** One finished run as one HTML file without scripts and without network requests. */
export const reportPage = (report: TestReport): string => page({ title: titleOf(report), body: reportBody(report) });

export const titleOf = ({ startedAt }: TestReport) => `Load test of ${moment(startedAt)}`;

export const reportBody = (report: TestReport): Html => html`
${headline(report)}
${section('verdict', 'Verdict', [verdictTable(report), ...uncheckedList(report), html`<h3>How it ended for the runners</h3>`, endingsTable(report)])}
${section('figures', 'Figures', figuresList(report))}
${section('steps', 'Response time of each step', [
  html`<p>From the moment each request was planned for, so that a stall of the system or of the generator counts.</p>`,
  stepsTable(report),
  distributions([{ name: 'all requests', report }]),
])}
${section('time', 'Second by second', timeGraphs(report))}
${section('costs', 'What it cost', costsTable(report))}
${section('again', 'The same again', [
  html`<pre tabindex="0"><code>${repeatCommand(report.wish, report.comment)}</code></pre>`,
  surroundings(report),
])}`;
