import type { Plan } from '../../lambdas/editing/plan';
import type { Plan as ShownPlan } from '../../static/console/editing/plan';
import * as words from '../../static/console/texts/editing';

/** It does not compile when the server says something in a plan that the console does not know. */
const shown = (plan: Plan): ShownPlan => plan;

const plan: Plan = {
  changes: [],
  consequences: (['cancel', 'refund', 'transfer', 'transfer-fee', 'defer'] as const).map((right) => ({
    kind: 'right-lost',
    right,
    count: 2,
  })),
  warnings: [],
  refusals: [],
  mails: [],
  facts: { at: '2027-04-01T10:00:00.000Z', registered: 2, held: 0, offered: 0, waiting: 0, sellable: 0 },
};

test('a director reads of the line in words, with its time and its people', () => {
  const at = '10:00';
  const said: Plan['consequences'] = [
    { kind: 'line-auto', at },
    { kind: 'line-always', at },
    { kind: 'line-never', at },
    { kind: 'line-moves', at, until: '10:30', count: 3120 },
    { kind: 'line-opens', at, count: 1 },
    { kind: 'line-goes-on', at, count: 2 },
    { kind: 'line-ends', at, count: 2 },
    { kind: 'line-gone', at },
  ];
  const refused: Plan['refusals'] = [
    { kind: 'line-forms', at, count: 3120 },
    { kind: 'gun-near', at, minutes: 10 },
  ];
  const { consequences, refusals } = shown({ ...plan, consequences: said, refusals: refused });
  const sentences = [
    ...consequences.map((one) => words.consequence(one, String)),
    ...refusals.map((one) => words.refusal(one, String)),
  ];
  expect(new Set(sentences).size).toBe(10);
  for (const sentence of sentences) expect(sentence).toContain('10:00');
  expect(sentences[3]).toBe('The line of 10:00 moves to 10:30. 3120 people who are in it stay in the draw.');
});

test('a director reads which dates of a copied race are over, and where a price is never asked for', () => {
  const fields = ['cancelUntil', 'transferUntil', 'deferUntil', 'refundUntil', 'exchangeUntil', 'ageOn'];
  const { warnings } = shown({
    ...plan,
    warnings: [
      { kind: 'dates-passed', fields },
      { kind: 'price-unasked', event: { id: 'ten', name: '10 km' } },
    ],
  });
  const [dates = '', price] = warnings.map(words.warning);
  for (const field of fields) expect(dates).not.toContain(field);
  expect(dates).toContain('until when runners may cancel');
  expect(price).toContain('10 km has a price that nobody pays');
});

test('a director reads which right runners lose, each in a sentence of its own', () => {
  const sentences = shown(plan).consequences.map((said) => words.consequence(said, String));
  expect(new Set(sentences).size).toBe(5);
  expect(sentences.join()).not.toContain('undefined');
});
