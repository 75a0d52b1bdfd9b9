import { type Html, html } from '../report-page/html';
import { type Answers, type Box, boxes, type Faults } from './read-wish';

const labels: Readonly<Record<Box, string>> = {
  scenario: 'What they do',
  runners: 'Runners',
  within: 'All set off within, seconds',
  arrivals: 'How they set off',
  least: 'Seconds for a form, at least',
  most: 'Seconds for a form, at most',
  abandons: 'Probability of going away, at each form',
  joins: 'Probability of joining the waiting list',
  together: 'Who bring somebody, percent',
  challenged: 'Whose bank asks them first, percent',
  race: 'Race',
  card: 'Card they pay with',
  where: 'Where',
  url: 'Address',
  seed: 'Seed',
  comment: 'Comment',
};

export interface Filled {
  readonly answers: Answers;
  readonly faults: Faults;
}

interface Field {
  readonly box: Box;
  readonly hint?: string;
}

/** A label, a hint, the fault, and the control that `control` makes with the given attributes. */
const field = ({ box, hint }: Field, { faults }: Filled, control: (attributes: Html) => Html): Html => {
  const fault = faults[box];
  const described = [hint && `${box}-hint`, fault && `${box}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${box}" name="${box}"${described !== '' && html` aria-describedby="${described}"`}${fault && html` aria-invalid="true"`}`;
  return html`
<div class="field"${fault && html` data-wrong`}>
<label for="${box}">${labels[box]}</label>
${hint && html`<p class="hint" id="${box}-hint">${hint}</p>`}
${fault && html`<p class="field-error" id="${box}-error"><span class="aside-for-readers">Error: </span>${fault}</p>`}
${control(attributes)}
</div>`;
};

export const textField = (about: Field, filled: Filled, mode: 'text' | 'numeric' | 'decimal' = 'text'): Html =>
  field(
    about,
    filled,
    (attributes) =>
      html`<input ${attributes} inputmode="${mode}" value="${filled.answers[about.box]}" autocomplete="off">`,
  );

export const longField = (about: Field, filled: Filled): Html =>
  field(about, filled, (attributes) => html`<textarea ${attributes} rows="3">${filled.answers[about.box]}</textarea>`);

interface Choice {
  readonly value: string;
  readonly words: string;
}

export const choiceField = (about: Field, filled: Filled, choices: readonly Choice[]): Html =>
  field(
    about,
    filled,
    (attributes) =>
      html`<select ${attributes}>${choices.map(
        ({ value, words }) =>
          html`<option value="${value}"${value === filled.answers[about.box] && html` selected`}>${words}</option>`,
      )}</select>`,
  );

/** All faults, each linked to its box. It has the focus when the page opens. */
export const faultSummary = (faults: Faults): Html => {
  const lines = boxes.flatMap((box) => (faults[box] === undefined ? [] : [{ box, fault: faults[box] }]));
  if (lines.length === 0) return html``;
  return html`
<section class="summary" tabindex="-1" autofocus aria-labelledby="summary-title">
<h2 id="summary-title">${lines.length === 1 ? 'One answer needs another look' : `${lines.length} answers need another look`}</h2>
<ul>${lines.map(({ box, fault }) => html`<li><a href="#${box}">${labels[box]}: ${fault}</a></li>`)}</ul>
</section>`;
};
