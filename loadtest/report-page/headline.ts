import type { TestReport, Wish } from '../report/test-report';
import { type Html, html } from './html';
import { standingOf, standingWords } from './standing';
import { counted, figure, moment, seconds } from './words';

/** The wish of a run in a sentence. */
export const wishInWords = ({
  scenario,
  runners,
  within,
  think: [least, most],
  race,
  twinOf,
  together = 0,
  challenged = 0,
}: Wish) =>
  `${counted(runners, 'runner')}${together > 0 ? `, ${figure(together)} % of them with others,` : ''}${challenged > 0 ? `, ${figure(challenged)} % of them asked by their bank,` : ''} within ${seconds(within)}, ${figure(least)} to ${figure(most)} s for each form: ${scenario} of ${twinOf === undefined ? race : `a twin of ${race}`}`;

/** The verdict comes first, for readers who read no further. */
export const headline = (report: TestReport): Html => {
  const standing = standingOf(report);
  return html`
<header class="headline standing-${standing}">
<p class="stamp">${standingWords[standing]}</p>
<h1>Load test of ${moment(report.startedAt)}</h1>
<p>${wishInWords(report.wish)}.</p>
${consequence(report)}
${report.comment !== '' && html`<p class="comment">${report.comment}</p>`}
</header>`;
};

const consequence = (report: TestReport): Html => {
  const { validity, checks, wish } = report;
  if (validity.kind === 'void')
    return html`<p><strong>This run says nothing about the system:</strong></p><ul class="reasons">${validity.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`;
  const failed = checks.filter(({ holds }) => !holds).length;
  if (failed > 0)
    return html`<p><strong>${failed} of ${counted(checks.length, 'check')} failed.</strong> Each is named below.</p>`;
  const meaning = wish.scenario === 'opening' ? ': every spot was sold once, and everybody was told the truth' : '';
  return html`<p>All ${counted(checks.length, 'check')} hold${meaning}.</p>`;
};
