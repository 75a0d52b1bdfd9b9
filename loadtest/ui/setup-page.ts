import { scenarioKinds } from '../report/test-report';
import { html } from '../report-page/html';
import { scenarios } from '../scenarios/all';
import { choiceField, type Filled, faultSummary, longField, textField } from './field';
import { framed } from './frame';
import { where } from './where';

/** The form for a new test. `isBusy`: one is running, so another cannot begin. */
export const setupPage = (filled: Filled, isBusy: boolean): string =>
  framed(
    Object.keys(filled.faults).length > 0 ? 'Error: a new load test' : 'A new load test',
    html`
<div class="narrow">
<h1>A new load test</h1>
<p>Simulated runners go through the registration as people in a browser do, and in the end the books say whether every spot was sold once.</p>
${isBusy && html`<div class="note"><p>A test is running: <a href="${where.now}">look at it</a>. The next one can begin when it is done.</p></div>`}
${faultSummary(filled.faults)}
<form method="post" action="${where.set}" novalidate>
${choiceField(
  { box: 'scenario' },
  filled,
  scenarioKinds.map((kind) => ({ value: kind, words: wordsOf(kind) })),
)}
<div class="pair">
${textField({ box: 'runners' }, filled, 'numeric')}
${textField({ box: 'within' }, filled, 'decimal')}
</div>
${choiceField({ box: 'arrivals' }, filled, [
  { value: 'even', words: 'even: as a clock ticks' },
  { value: 'poisson', words: 'poisson: as a crowd comes' },
])}
<div class="pair">
${textField({ box: 'least' }, filled, 'decimal')}
${textField({ box: 'most' }, filled, 'decimal')}
</div>
<div class="pair">
${textField({ box: 'abandons', hint: 'From 0 to 1. Nothing: what the scenario says.' }, filled, 'decimal')}
${textField({ box: 'joins', hint: 'Where all is sold out, from 0 to 1. Nothing: what the scenario says.' }, filled, 'decimal')}
</div>
${textField({ box: 'together', hint: 'They come as two to four, with one payment: all of them are in, or none. Nothing: everybody comes alone.' }, filled, 'decimal')}
${textField({ box: 'challenged', hint: 'They answer their bank after a while; one in twenty fails and pays with another card, one in twenty leaves. Nothing: no bank asks.' }, filled, 'decimal')}
${textField({ box: 'race', hint: 'Its id, as in its address. Runners take what is open of it.' }, filled)}
${textField({ box: 'card', hint: 'A test card. 4242 4242 4242 4242 is good for everything.' }, filled)}
${choiceField(
  {
    box: 'where',
    hint: 'A twin opens at once, has cards and mails of its own, and is deleted with all that came of it.',
  },
  filled,
  [
    { value: 'own', words: 'own: in a system of its own, with the demo races' },
    { value: 'twin', words: 'twin: in a system of its own, with a copy of the race at the address below' },
    { value: 'there', words: 'there: the race at the address below itself. It is used up.' },
  ],
)}
${textField({ box: 'url', hint: 'Of a Startline that runs on this machine.' }, filled)}
${textField({ box: 'seed', hint: 'The same seed gives the same departures. Nothing: one is drawn.' }, filled, 'numeric')}
${longField({ box: 'comment', hint: 'What is different this time?' }, filled)}
<p class="actions"><button class="button" type="submit">Start the test</button></p>
</form>
</div>`,
  );

const wordsOf = (kind: (typeof scenarioKinds)[number]) => {
  const { what, open } = scenarios[kind];
  return `${kind}: ${what}${open ? ` (${open})` : ''}`;
};
